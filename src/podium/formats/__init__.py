"""Files of other programs: text <-> lossless record <-> domain."""

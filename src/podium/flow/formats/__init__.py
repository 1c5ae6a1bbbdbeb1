"""The formats of tournaments: a format is a value of `protocol.Format`, listed in `registry`."""

"""The formats as views see them: one value of `protocol.FormatViews` a format, listed in `registry`."""

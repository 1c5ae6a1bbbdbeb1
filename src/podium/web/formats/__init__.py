"""The formats as the pages show them: one value of `protocol.FormatPages` for each, listed in `registry`."""

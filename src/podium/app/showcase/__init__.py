"""The showcase: one event of every format, and the made-up people who play in it."""

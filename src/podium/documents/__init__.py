"""What is set by typst: pictures of an event for where its address is shared."""

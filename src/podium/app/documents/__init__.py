"""What is printed of an event: the content of each document, in words and figures that any typesetter can set."""

"""The manual inside the program: the Markdown files of docs/ as pages, in the order of docs/README.md, and searched."""

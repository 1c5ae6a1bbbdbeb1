"""The pages: server-rendered, usable without scripts. How one is made: docs/pages.md."""

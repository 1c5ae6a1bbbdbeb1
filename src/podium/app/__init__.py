"""The one way to change anything, the questions one can ask, and who may."""

"""The questions one can ask of a tournament: values in, values out, nothing read or written."""

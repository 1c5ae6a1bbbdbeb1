"""JSON, declared once: what the API answers and what the command line prints, made from the state and its views.

A row is part of an answer; an answer is the whole of one and has the version of the tournament. Fields that only some
formats have are unset elsewhere, and then not written.
"""

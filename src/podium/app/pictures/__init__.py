"""Drawings of a tournament as SVG, and the sheets they are printed on."""

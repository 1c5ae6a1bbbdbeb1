"""Pages of ratings: lists, checks against them, the rating report."""

"""What decides places beside the tie-breaks: lots, the director's order, values typed in."""

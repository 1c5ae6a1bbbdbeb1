"""What typst sets: documents as PDF, and pictures of events for where their address is shared."""

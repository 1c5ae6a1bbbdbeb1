"""Who is where: points, tie-breaks, shared places, crosstables."""

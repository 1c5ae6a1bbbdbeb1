"""Rating lists in a database: kept, searched, fetched."""

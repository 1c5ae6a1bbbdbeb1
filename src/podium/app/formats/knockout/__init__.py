"""How a knockout is read: its matches, ranking, reasons, documents, story and words."""

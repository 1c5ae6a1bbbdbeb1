"""What becomes of a running event: forecasts, what players need, and which game decides."""

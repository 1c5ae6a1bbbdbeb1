"""What clients get back, as the OpenAPI document describes it. Rows are made by `podium.app.views`."""

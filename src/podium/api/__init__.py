"""HTTP: REST with an OpenAPI document, and server-sent events."""

from podium.api.parameters import Parts
from podium.api.routes import routes

__all__ = ["Parts", "routes"]

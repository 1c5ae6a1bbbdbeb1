"""HTTP: REST with an OpenAPI document, and server-sent events."""

from podium.api.routes import Parts, routes

__all__ = ["Parts", "routes"]

"""HTTP: REST with an OpenAPI document, and server-sent events."""

from podium.api.routes import Parts, include

__all__ = ["Parts", "include"]

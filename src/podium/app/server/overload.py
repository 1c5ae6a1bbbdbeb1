"""The answers to requests for more than the server has to give: later, and when."""

from __future__ import annotations

from podium.core.errors import PodiumError


class TooManyRequests(PodiumError):
    """One address asks for more than its share; `seconds` says when it may ask again."""

    def __init__(self, code: str, seconds: int) -> None:
        super().__init__(code, seconds=seconds)


class Busy(PodiumError):
    """All together ask for more than there is; `seconds` says when it is worth asking again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("busy", seconds=seconds)


class BodyTooLarge(PodiumError):
    """More bytes than are read from somebody who has not proved who they are."""

    def __init__(self, most: int) -> None:
        super().__init__("too-large", value=None, most=most)


class ForeignPage(PodiumError):
    """A page of another site sent this in the name of the person who has it open."""

    def __init__(self, origin: str) -> None:
        super().__init__("foreign-page", value=origin)

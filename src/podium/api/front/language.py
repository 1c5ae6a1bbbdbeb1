"""The language of an answer: what was chosen from the menu, else what the account says, else what the browser asks for.

Where none of them says anything, a page about an event is in the event's own language, and everything else is English.
"""

from __future__ import annotations

from litestar.concurrency import sync_to_thread
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from podium.api.callers import READS, cookie, header
from podium.app.accounts.accounts import Registry
from podium.app.accounts.credentials import ASKED_LANGUAGE, LANGUAGE_COOKIE
from podium.app.accounts.logins import SESSION_COOKIE
from podium.app.words.language import SOURCE, available, best_of, speaking

_VARIES = b"Accept-Language, Cookie"
_WITHOUT_WORDS = "/static/"  # files that are the same in every language


class LanguageChoice:
    """Answers each request in the language of its sender; for a Podium that has more than one."""

    def __init__(self, app: ASGIApp, registry: Registry) -> None:
        self.app = app
        self._registry = registry

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the request on, and say in the answer which language it is in and what that depends on."""
        if scope["type"] != ScopeType.HTTP or scope["path"].startswith(_WITHOUT_WORDS):
            await self.app(scope, receive, send)
            return
        asked = chosen(scope) or await self._of_account(scope) or accepted(scope)
        scope["state"][ASKED_LANGUAGE] = asked
        code = asked or SOURCE

        async def tell(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), (b"vary", _VARIES)]
                if not any(name.lower() == b"content-language" for name, _value in headers):
                    headers.append((b"content-language", code.encode()))
                message["headers"] = headers
            await send(message)

        with speaking(code):
            await self.app(scope, receive, tell)

    async def _of_account(self, scope: HTTPScope) -> str | None:
        """The language that the account of a session has chosen."""
        if not (secret := cookie(scope, SESSION_COOKIE)):
            return None
        try:
            # What is written is answered with few words: those of a language that was chosen elsewhere may come later.
            known = self._registry.recall_session(secret, checked_later=scope["method"] not in READS)
            session = known or await sync_to_thread(self._registry.by_session, secret)
        except Exception:  # noqa: BLE001 - whatever is wrong, the application meets it too and says so
            return None
        return session.language if session is not None and session.language in available() else None


def chosen(scope: HTTPScope) -> str | None:
    """The language that somebody chose from the menu, if there is still one of that name."""
    code = cookie(scope, LANGUAGE_COOKIE)
    return code if code in available() else None


def language_before(scope: HTTPScope) -> str:
    """The language of an answer that is made before anybody looked at the account: it asks no database."""
    return scope.get("state", {}).get(ASKED_LANGUAGE) or chosen(scope) or accepted(scope) or SOURCE


def accepted(scope: HTTPScope) -> str | None:
    """The language that the browser or the program asks for, if there is one of those it names."""
    return best_of(header(scope, b"accept-language"))

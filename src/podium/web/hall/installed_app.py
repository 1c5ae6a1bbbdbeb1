"""Podium as an app on a phone: what a browser asks for to install it, and to show pages without a network."""

from __future__ import annotations

import json

from litestar import Response

from podium.app.words.language import _, available, language, speak
from podium.web.frame.responses import page
from podium.web.frame.static_files import ASKED_ANEW, EDITION, STATIC
from podium.web.frame.visit import Visit

FELT, PAPER = "#14382e", "#f5f2ea"
WORKER = STATIC / "service-worker.js"


def manifest(visit: Visit) -> Response[bytes]:
    """Name, colours and icons of the app."""
    icons = (("icon-192", "192x192", "any"), ("icon-512", "512x512", "any"), ("maskable-512", "512x512", "maskable"))
    document = {
        "id": "/",
        "name": _("Podium"),
        "short_name": _("Podium"),
        "description": _("Tournaments from the first pairing to the podium."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAPER,
        "icons": [
            {"src": f"/static/icons/{name}.png", "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return Response(json.dumps(document).encode(), media_type="application/manifest+json", headers=ASKED_ANEW)


def service_worker(visit: Visit) -> Response[bytes]:
    """The worker, whose version is that of the files it keeps."""
    content = WORKER.read_text("utf-8").replace("{version}", EDITION).replace("{languages}", " ".join(available()))
    return Response(content.encode(), media_type="text/javascript", headers=ASKED_ANEW)


def offline_page(visit: Visit) -> Response[str]:
    """What is shown without a network in place of a page that nobody has seen; `?language=de` for the worker, which
    comes without cookies and keeps one in each language."""
    code = visit.query.get("language")
    if code in available():
        speak(code)
    response = page(visit, "offline.html", None)
    response.headers["Content-Language"] = language()
    return response

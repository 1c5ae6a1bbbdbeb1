"""`podium push-keys`: a key by which a server sends push messages."""

from __future__ import annotations

import click

from podium.app.words.language import _
from podium.cli.frame import answer, json_option, say


@click.command("push-keys")
@json_option
def verb(as_json: bool) -> None:
    """Make a key by which a server tells followers that a round is out.

    What is printed belongs into the environment of `podium serve`, with PODIUM_PUSH_CONTACT, and is a secret. With
    another key nobody who followed before is told any more.
    """
    from podium.app.hall.push.encryption import ServerKey, new_key

    key = new_key()
    public = ServerKey.of(key, "").public
    answer({"PODIUM_PUSH_KEY": key, "public": public}, f"PODIUM_PUSH_KEY={key}", as_json=as_json)
    if not as_json:
        say(_("Set it, and PODIUM_PUSH_CONTACT=mailto:you@example.org, where podium serve is started."))

"""Followers: browsers that are told when a round is out, and what there is to tell."""

from __future__ import annotations

from typing import Annotated

from litestar.params import JSONBody, QueryParameter
from msgspec import Meta, Struct

from podium.api.bodies import ApiRequest, Body
from podium.api.callers import WITHOUT_CALLER
from podium.api.documentation import change, problems, read
from podium.api.parameters import Injected, Tournament
from podium.app.accounts.credentials import ASKED_LANGUAGE
from podium.app.desk import Seen
from podium.app.hall.followers import Followings, round_news
from podium.core.errors import Unknown
from podium.core.ids import PlayerId, TournamentId, identity

Text = Annotated[str, Meta(max_length=1000)]
OfPlayer = Annotated[str | None, QueryParameter(description="The player whose board is said, too.")]
WRITES = problems(400, 403, 404, 409, 413, 415, 429, 503)


class PushKeys(Struct, forbid_unknown_fields=True):
    """By what a browser reads messages, as its `PushSubscription` writes them."""

    p256dh: Text
    auth: Text


class FollowBody(Body):
    """A browser's push subscription, and the player it is about, if it is about one."""

    endpoint: Text
    keys: PushKeys
    player_id: Text | None = None


class UnfollowBody(Body):
    """The address of a browser's push subscription."""

    endpoint: Text


class FollowAnswer(Struct):
    """The round that is out: later ones are told."""

    round: int


class NewsAnswer(Struct):
    """The round that is out, 0 before the first, in a sentence; the key for push messages where the server has one."""

    round: int
    text: str
    pushKey: str | None  # noqa: N815  # as JSON has it


@read("/tournaments/{id:str}/news", summary="The round that is out, in a sentence")
def news(seen: Injected[Seen], followings: Injected[Followings], player: OfPlayer = None) -> NewsAnswer:
    """What followers are told of the round that is out, and where a player sits in it."""
    if player is not None and player not in seen.state.players:
        raise Unknown("player", player)
    said = round_news(seen.state, PlayerId(player) if player is not None else None)
    return NewsAnswer(said.round, said.text, followings.push_key)


@change("POST /tournaments/{id:str}/followers", "Be told when a round is out", WRITES, opt=WITHOUT_CALLER)
def follow(
    request: ApiRequest, followings: Injected[Followings], id: Tournament, data: JSONBody[FollowBody]
) -> FollowAnswer:
    """Sends a push message to the browser when the next round is out; anybody may follow a published event.

    The same browser again changes what it wants to hear of. 409 `push-without-key` where the server has no key.
    """
    keys = (data.keys.p256dh, data.keys.auth)
    stream = TournamentId(identity("tournament", id))
    spoken: str | None = request.scope["state"].get(ASKED_LANGUAGE)
    return FollowAnswer(followings.follow(stream, data.endpoint, keys, data.player_id, _address(request), spoken))


@change("DELETE /tournaments/{id:str}/followers", "Be told no more", WRITES, status=204, opt=WITHOUT_CALLER)
def unfollow(
    request: ApiRequest, followings: Injected[Followings], id: Tournament, data: JSONBody[UnfollowBody]
) -> None:
    """Nothing is said of whether the browser followed."""
    followings.unfollow(TournamentId(identity("tournament", id)), data.endpoint, _address(request))


def _address(request: ApiRequest) -> str:
    return request.client.host if request.client else ""


HANDLERS = (news, follow, unfollow)

"""The picture of an event for where its address is shared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from podium.app.event.attachments import UploadedPicture
from podium.app.story.share_card import HEIGHT, WIDTH, ShareCard
from podium.documents import typesetting
from podium.documents.typesetting import ShareCards, draw
from podium.files.raster import read_raster
from tests.kit.pictures import jpeg, png

CARD = ShareCard("Spring Open", "Swiss, 7 rounds", "Hastings, 1 – 9 Aug 2026", "Round 4 of 7", (), "")


def logo(content: bytes) -> UploadedPicture:
    raster = read_raster(content)
    return UploadedPicture(raster.media_type, raster.width, raster.height, raster.content, "digest")


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(CARD, id="in play"),
        pytest.param(replace(CARD, places=("Ann, 6½", "Ben, 6", "Cid, 5")), id="over"),
        pytest.param(replace(CARD, name="A" * 200, where="", standing=""), id="a name without end"),
        pytest.param(
            replace(CARD, name='#panic("x") $ *a* _b_ `c` \\ "', places=("#sys.inputs",)), id="marks of typst"
        ),
    ],
)
def test_it_is_a_picture_of_the_size_that_is_asked_for(card: ShareCard) -> None:
    raster = read_raster(draw(card, None))
    assert (raster.media_type, raster.width, raster.height) == ("image/png", WIDTH, HEIGHT)


def test_a_logo_is_on_it() -> None:
    assert draw(CARD, logo(png(64, 64))) != draw(CARD, None)


def test_a_logo_that_cannot_be_drawn_is_left_out() -> None:
    assert draw(CARD, logo(jpeg())) == draw(CARD, None)


def test_a_picture_that_says_the_same_is_not_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[ShareCard] = []

    def counted(card: ShareCard, _logo: UploadedPicture | None) -> bytes:
        drawn.append(card)
        return b"png"

    monkeypatch.setattr(typesetting, "draw", counted)
    cards = ShareCards()
    for card in (CARD, replace(CARD), replace(CARD, standing="Round 5 of 7"), CARD):
        cards(card, None)
    assert [card.standing for card in drawn] == ["Round 4 of 7", "Round 5 of 7"]

"""What every page looks like: the typeface, icons and flags that come with Podium, and the brand on all of it."""

from __future__ import annotations

import re

import pytest

from podium.app.words.fields import federation_name
from podium.core.federations import TERRITORIES, territory
from podium.core.player import PlayerFields
from podium.flow.commands import AddPlayers
from podium.web.frame.static_files import FILES
from podium.web.frame.templates import TEMPLATES
from tests.web.conftest import Event, House

SHEETS = [file for path, file in FILES.items() if path.endswith(".css") and "/vendor/" not in path]
ICONS = set(re.findall(r'<symbol id="(\w+)"', FILES["/icons.svg"].read_text()))


@pytest.fixture
def event(house: House) -> Event:
    event = house.event("Ann", "Bo", format="swiss")
    event.do(AddPlayers((PlayerFields("Cy", federation="GER"), PlayerFields("Di", federation="FID"))))
    return event


def test_every_file_that_a_style_names_is_there() -> None:
    named = [
        (sheet.parent / address).resolve()
        for sheet in SHEETS
        for address in re.findall(r'url\("?([^)"]+)"?\)', sheet.read_text())
        if not address.startswith("data:")
    ]
    assert any(file.suffix == ".woff2" for file in named)
    assert [file for file in named if file not in FILES.values()] == []


def test_the_typeface_is_small() -> None:
    assert 0 < sum(file.stat().st_size for path, file in FILES.items() if path.endswith(".woff2")) < 100_000


def test_every_territory_has_its_flag_and_every_flag_its_territory() -> None:
    flags = {path.split("/")[-1][:-4] for path in FILES if path.startswith("/vendor/circle-flags/") and ".svg" in path}
    assert flags == set(TERRITORIES.values())


@pytest.mark.parametrize(
    ("code", "name"), [("GER", "Germany"), ("SUI", "Switzerland"), ("ENG", "England"), ("FID", "FID"), ("XXX", "XXX")]
)
def test_federations_have_names(code: str, name: str) -> None:
    assert federation_name(code) == name


def test_all_codes_are_of_three_letters_and_no_territory_is_of_two_words() -> None:
    assert all(re.fullmatch("[A-Z]{3}", code) for code in TERRITORIES)
    assert all(re.fullmatch("[a-z]{2}(-[a-z]{3})?", code) for code in TERRITORIES.values())
    assert territory(None) is None


def test_flags_stand_beside_names(house: House, event: Event) -> None:
    visitor = house.visitor()
    for page in ("/players", "/standings"):
        (flag,) = visitor.get(f"{event.url}{page}").all("img", **{"class": "flag"})
        assert flag.attributes["alt"] == "GER"
        assert flag.attributes["src"].endswith("/de.svg")
        assert flag.attributes["title"] == "Germany"
    assert "FID" in visitor.get(f"{event.url}/players").text


def test_every_icon_that_a_page_shows_is_drawn(house: House, event: Event) -> None:
    sections = house.visitor("owner").get(event.url).all("use")
    named = {each.attributes["href"].partition("#")[2] for each in sections}
    named |= set(re.findall(r'icon\("(\w+)"\)', "".join(file.read_text() for file in TEMPLATES.glob("*.html"))))
    assert {"overview", "players", "rounds", "print"} <= named
    assert named <= ICONS


@pytest.mark.parametrize("url", ["/", "/login", "/nowhere", "/t/nothing"])
def test_the_brand_is_on_every_page(house: House, url: str) -> None:
    assert house.visitor().get(url).all("a", **{"class": "brand"})


def test_a_class_that_hides_by_the_width_of_the_screen_means_nothing_else() -> None:
    sheets = {sheet.name: re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL) for sheet in SHEETS}
    alone = re.compile(r"[{\n]\s*\.([\w-]+) \{ display: none !important; \}")
    hiding = {name for text in sheets.values() for name in alone.findall(text)}
    assert {"wide-only", "phone-only"} <= hiding
    for name in hiding:
        rule = re.compile(rf"[^{{}}]*\.{name}\b[^{{}}]*")
        assert [(sheet, each) for sheet, text in sheets.items() for each in rule.findall(text)][1:] == []


def test_no_select_of_people_begins_with_one_of_them() -> None:
    people = re.compile(r'parts\.select\("(?:player|give_player|other|first|white|black)",.*?\) }}')
    # a board keeps its players while it is edited; certificates and links begin with everybody
    chosen = ("choose=", "board.white.id", "board.black.id", '("", _("', "page.player)")
    bare = re.compile(r'<select[^>]*name="player"(?!><option value="">)')
    for file in TEMPLATES.glob("*.html"):
        text = file.read_text()
        assert [each for each in people.findall(text) if not any(word in each for word in chosen)] == [], file.name
        assert bare.search(text) is None, file.name

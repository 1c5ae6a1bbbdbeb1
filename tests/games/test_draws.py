"""Draw offers: how long they last, what the event's rules allow, and what is refused by name and number."""

from podium.chess import BLACK, WHITE, Colour
from podium.games.commands import AcceptDraw, DeclineDraw, GameCommand, OfferDraw, PauseGame, ResumeGame, WithdrawDraw
from podium.games.events import DrawOfferClosed, DrawOffered
from tests.games.table import Table
from tests.kit.loops import every


def offered(by: Colour = WHITE, **terms: object) -> Table:
    """A game in which both have moved and one has offered a draw."""
    table = Table(**terms).begun().moves("e4 e5")  # type: ignore[arg-type]  # terms by their names
    assert table.does(by, OfferDraw()) == (DrawOffered(by),)
    return table


@every("by", [WHITE, BLACK])
def test_an_offer_that_is_accepted_is_a_draw(by: Colour) -> None:
    table = offered(by)
    table.does(by.other, AcceptDraw(), after=2)
    assert table.result == ("DRAW", "DRAW_AGREEMENT")
    assert table.clocks == (598, 600)


def test_an_offer_in_answer_to_an_offer_is_an_agreement() -> None:
    table = offered(WHITE, max_offers=1)
    table.does(BLACK, OfferDraw())
    assert table.result == ("DRAW", "DRAW_AGREEMENT")


class TestHowLongAnOfferLasts:
    """Until it is declined, withdrawn or answered by a move of the opponent."""

    def test_until_declined(self) -> None:
        table = offered(WHITE)
        assert table.does(BLACK, DeclineDraw()) == (DrawOfferClosed(BLACK),)
        assert table.live.offer is None

    def test_until_withdrawn(self) -> None:
        table = offered(WHITE)
        assert table.does(WHITE, WithdrawDraw()) == (DrawOfferClosed(WHITE),)
        assert table.live.offer is None

    def test_the_own_move_leaves_it(self) -> None:
        table = offered(WHITE).moves("Nf3")
        assert table.live.offer is WHITE
        table.does(BLACK, AcceptDraw())
        assert table.result == ("DRAW", "DRAW_AGREEMENT")

    def test_a_move_of_the_opponent_answers_it(self) -> None:
        table = offered(WHITE).moves("Nf3 Nc6")
        assert table.live.offer is None
        with table.refuses("draw-refused", rule="no-offer"):
            table.does(BLACK, AcceptDraw())

    def test_so_it_does_if_it_was_made_on_the_opponents_turn(self) -> None:
        table = offered(BLACK).moves("Nf3")
        assert table.live.offer is None

    def test_a_pause_leaves_it(self) -> None:
        table = offered(WHITE)
        table.does(None, PauseGame())
        with table.refuses("game-not-running", status="PAUSED"):
            table.does(BLACK, AcceptDraw())
        table.does(None, ResumeGame())
        assert table.live.offer is WHITE


@every(
    ("offer", "by", "act", "rule"),
    [
        (None, WHITE, AcceptDraw(), "no-offer"),
        (None, WHITE, DeclineDraw(), "no-offer"),
        (None, WHITE, WithdrawDraw(), "no-offer"),
        (WHITE, WHITE, AcceptDraw(), "own-offer"),
        (WHITE, WHITE, DeclineDraw(), "own-offer"),
        (WHITE, BLACK, WithdrawDraw(), "opponent-offer"),
    ],
)
def test_what_there_is_not_cannot_be_answered(offer: Colour | None, by: Colour, act: GameCommand, rule: str) -> None:
    table = offered(offer) if offer else Table().begun().moves("e4 e5")
    with table.refuses("draw-refused", rule=rule):
        table.does(by, act)


def test_an_offer_that_stands_is_not_made_again() -> None:
    table = offered(WHITE)
    assert table.does(WHITE, OfferDraw()) == ()
    assert table.live.offers.white == 1


class TestRulesOfTheEvent:
    @every("mode", ["NO_DRAW_OFFER", "NO_DRAW"])
    def test_offers_can_be_forbidden(self, mode: str) -> None:
        table = Table(mode=mode).begun().moves("e4 e5")
        with table.refuses("draw-refused", rule="drawRuleMode", value=mode):
            table.does(WHITE, OfferDraw())

    @every("moves", ["", "e4"])
    @every("by", [WHITE, BLACK])
    def test_nobody_offers_before_both_have_moved(self, moves: str, by: Colour) -> None:
        table = Table().begun().moves(moves)
        with table.refuses("draw-refused", rule="both-moved", value=len(moves.split())):
            table.does(by, OfferDraw())

    def test_not_before_the_move_that_is_named(self) -> None:
        table = Table(min_move=3).begun().moves("e4 e5 Nf3")
        with table.refuses("draw-refused", rule="minMove", value=3, move=2):
            table.does(BLACK, OfferDraw())
        table.moves("Nc6")
        assert table.does(BLACK, OfferDraw()) == (DrawOffered(BLACK),)

    def test_not_more_often_than_is_allowed(self) -> None:
        table = offered(WHITE, max_offers=2)
        table.does(BLACK, DeclineDraw())
        table.does(WHITE, OfferDraw())
        table.does(WHITE, WithdrawDraw())
        with table.refuses("draw-refused", rule="maxOffers", value=2, made=2):
            table.does(WHITE, OfferDraw())
        assert table.does(BLACK, OfferDraw()) == (DrawOffered(BLACK),)

    def test_never_where_none_is_allowed(self) -> None:
        table = Table(max_offers=0).begun().moves("e4 e5")
        with table.refuses("draw-refused", rule="maxOffers", value=0, made=0):
            table.does(WHITE, OfferDraw())

    def test_an_offer_can_be_accepted_by_who_may_offer_no_more(self) -> None:
        table = offered(WHITE, max_offers=1)
        table.does(BLACK, DeclineDraw())
        table.does(BLACK, OfferDraw())
        table.does(WHITE, AcceptDraw())
        assert table.result == ("DRAW", "DRAW_AGREEMENT")

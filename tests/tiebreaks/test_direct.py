"""Direct encounter (article 6): inside ties, only as far as it is certain, and taken up again."""

from podium.tiebreaks import explain, standings, values
from tests.kit.crosstables import view


def test_the_winner_of_the_game_is_ahead() -> None:
    table = view("""
    Ann Bob:w0 Dee:w1
    Bob Ann:b1 Cas:w0
    Cas Dee:w1 Bob:b1
    Dee Cas:b0 Ann:b0
    """)
    assert values(table, "DE") == {"Ann": 2, "Bob": 1, "Cas": None, "Dee": None}
    assert standings(table, ["PTS", "DE"]).ranks == {"Cas": 1, "Bob": 2, "Ann": 3, "Dee": 4}


def test_a_circle_of_wins_decides_nothing() -> None:
    table = view("Ann Bob:w1 Cas:b0 .\nBob Ann:b0 . Cas:w1\nCas . Ann:w1 Bob:b0", round_robin=True)
    assert standings(table, ["PTS", "DE"]).ranks == {"Ann": 1, "Bob": 1, "Cas": 1}


def test_what_stays_tied_is_taken_up_again_on_its_own() -> None:
    # Among the four tied on 3 points: Ann 2, Bob and Cas 1.5, Dee 1; and Bob beat Cas.
    table = view("""
    Ann Bob:w= Cas:w= Dee:w1 F Z
    Bob Ann:b= Dee:b0 Cas:w1 F H
    Cas Dee:w1 Ann:b= Bob:b0 F H
    Dee Cas:b0 Bob:w1 Ann:b0 F F
    """)
    assert standings(table, ["PTS", "DE"]).ranks == {"Ann": 1, "Bob": 2, "Cas": 3, "Dee": 4}


def test_whoever_is_first_whatever_the_missing_games_bring_is_ranked() -> None:
    # Ann beat Bob and Cas, who have not met: Ann is certain, the other two stay tied.
    table = view("""
    Ann Bob:w1 Cas:w1 Z Z
    Bob Ann:b0 F      F Z
    Cas F      Ann:b0 F Z
    """)
    assert values(table, "DE") == {"Ann": 1, "Bob": 2, "Cas": 2}


def test_the_second_is_ranked_too_when_the_first_is_certain() -> None:
    table = view("""
    Ann Bob:w1 Cas:w1 Dee:w1 Z Z Z
    Bob Ann:b0 Dee:w1 Cas:w1 F Z Z
    Cas F      Ann:b0 Bob:b0 F F Z
    Dee F      Bob:b0 Ann:b0 F F Z
    """)
    assert values(table, "DE") == {"Ann": 1, "Bob": 2, "Cas": 3, "Dee": 3}


def test_a_missing_game_that_could_change_the_top_leaves_the_tie() -> None:
    table = view("Ann Bob:w1 Z\nBob Ann:b0 F\nCas H H")
    assert set(values(table, "DE").values()) == {None}


def test_forfeits_are_no_encounter_unless_asked_for() -> None:
    table = view("Ann Bob:w+ Z\nBob Ann:b- U")
    assert standings(table, ["PTS", "DE"]).ranks == {"Ann": 1, "Bob": 1}
    assert standings(table, ["PTS", "DE/P"]).ranks == {"Ann": 1, "Bob": 2}


def test_forfeits_are_encounters_in_a_round_robin() -> None:
    table = view("Ann Bob:w+ Cas:b0 .\nBob Ann:b- . Cas:w1\nCas . Ann:w1 Bob:b0", round_robin=True)
    assert [part.contribution for part in explain(table, "Ann", "DE").parts] == [1, 0, None]


def test_several_games_count_their_average() -> None:
    table = view("""
    Ann Bob:w1 Bob:b0 Cas:w=
    Bob Ann:b0 Ann:w1 Dee:b=
    Cas Dee:w= Dee:b= Ann:b=
    Dee Cas:b= Cas:w= Bob:w=
    """)
    facts = explain(table, "Ann", "DE").facts
    assert facts["score"] == 1  # half a point on average against Bob, and half against Cas
    assert (facts["tied"], facts["missing"]) == (("Bob", "Cas", "Dee"), ("Dee",))


def test_a_tie_in_an_unfinished_round_robin_waits_for_its_game() -> None:
    table = view("Ann Bob:w1\nBob Ann:b0\nCas Dee:w1\nDee Cas:b0", round_robin=True, planned=3)
    assert standings(table, ["PTS", "DE"]).ranks == {"Ann": 1, "Cas": 1, "Bob": 3, "Dee": 3}

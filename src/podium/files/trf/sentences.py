"""What each finding in a report file means, as a sentence for the person with the file."""

from collections.abc import Mapping

_AT = "Line {line}, column {column}: "

SENTENCES: Mapping[str, str] = {
    "players-missing": "The file has no players: a tournament report has a line 001 for each of them.",
    **{
        code: _AT + text
        for code, text in {
            # Lines and numbers.
            "column-misaligned": "{value} stands where the format has a blank, so the line has slipped.",
            "start-number-missing": "the player has no start number.",
            "start-number-malformed": "{value} is no start number.",
            "start-number-duplicate": "the start number {value} is on line {first_line} already.",
            "rating-malformed": "{value} is no rating.",
            "points-malformed": "{value} is no number of points.",
            "rank-malformed": "{value} is no rank.",
            # One round of one player.
            "opponent-malformed": "{value} is no opponent's start number.",
            "opponent-unknown": "the opponent {value} of player {player} in round {round} is not in the file.",
            "opponent-self": "player {player} is paired with themselves in round {round}.",
            "opponents-disagree": "player {player} names {value} in round {round}, who names somebody else.",
            "results-disagree": "player {player} and the opponent in round {round} do not tell the same result, "
            "here {value}.",
            "colours-disagree": "player {player} and the opponent in round {round} do not tell the colours alike, "
            "here {value}.",
            "colour-unknown": "{value} is no colour: use w, b or -.",
            "colour-missing": "the game has no colour.",
            "result-unknown": "{value} is no result of the format.",
            "result-without-opponent": "the result {value} needs an opponent.",
            "bye-with-opponent": "{value} is a bye, but there is the opponent {opponent}.",
            "round-not-planned": "the player has {value} rounds, but {planned} are planned.",
            "points-do-not-add-up": "player {player} has {value} points, but the results add up to {sum}.",
            # Records about the tournament.
            "rounds-malformed": "{value} is no number of rounds: use 1 to 999.",
            "rounds-disagree": "{value} rounds here, {other} elsewhere.",
            "initial-colour-unknown": "{value} is no initial colour: use W or B.",
            "initial-colours-disagree": "the initial colour is {value} here, {other} elsewhere.",
            "configuration-unknown": "{value} is no setting of XXC: use white1, black1 or rank.",
            "scoring-malformed": "the scoring {value} cannot be read.",
            "scoring-code-unknown": "{value} is no code of this scoring record.",
            "scoring-differs-by-colour": "White and Black cannot get different points, here {value}.",
            "player-malformed": "{value} is no start number of a player.",
            "player-unknown": "player {value} is not in the file.",
            "round-malformed": "{value} is no round.",
            "round-missing": "the record names no round.",
            "bye-unknown": "{value} is no kind of bye: use F, H or Z.",
            "bye-contradicted": "player {value} has something else than this bye in round {round}.",
            "acceleration-malformed": "the acceleration {value} needs points, rounds and players.",
            "adjustment-unknown": "{value} is no kind of adjustment.",
            "adjustment-unclear": "the adjustment {value} does not say for whom, or for which round.",
        }.items()
    },
}

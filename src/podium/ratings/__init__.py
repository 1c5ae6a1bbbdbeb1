"""What an event is worth to its players' ratings and titles, by FIDE's regulations: values in, values out.

Rating Regulations (B.02; rapid and blitz: the chapter of their own, whose articles have the numbers in brackets):

| article         | here                                   | what it says                                             |
| --------------- | -------------------------------------- | -------------------------------------------------------- |
| 5.1             | `core.result.Result.rated`             | what is not played is not rated                          |
| 7.1.4 (6.1.4)   | `change.initial_rating`                | five games, at least 1400                                |
| 8.1 (7.1)       | `core.rating_tables`                   | the tables                                               |
| 8.2 (7.2)       | `change.initial_rating`                | Ru = Ra + dp with two draws against 1800, at most 2200   |
| 8.3.1 (7.3.1)   | `change.game_change`, `editions`       | a difference of more than 400; from 2650 on; 600 points  |
| 8.3.2, 8.3.4    | `change.rating_change`                 | score minus expectation, times K, rounded away from zero |
| 8.3.3 (7.3.3)   | `change.development_coefficient`       | K: 40, 20, 10; K times the games at most 700             |

Title Regulations (B.01):

| article         | here                                   | what it says                                             |
| --------------- | -------------------------------------- | -------------------------------------------------------- |
| 1.4.1           | `norms.fewest_games`, `norm_choices`   | nine games; which may be left out                        |
| 1.4.2           | `norm_choices.counted_games`           | what is no game                                          |
| 1.4.3, 1.4.4    | `norms.check`, `is_exempt_field`       | federations                                              |
| 1.4.5           | `norms.check`                          | titles of the opponents                                  |
| 1.4.6, 1.4.7    | `norms.average_rating`                 | ratings of the opponents, one raised to the floor        |
| 1.4.8, 1.4.9    | `norms.check`                          | performance, average, 35 per cent                        |

`docs/rules/ratings.md` names the tests, and what an event cannot know.
"""

from podium.core.arguments import guard
from podium.ratings.change import (
    Basis,
    Coefficient,
    GameChange,
    GameResult,
    InitialRating,
    RatingChange,
    development_coefficient,
    initial_rating,
    joined_changes,
    rating_change,
)
from podium.ratings.editions import NORM_EDITIONS, RATING_EDITIONS, NormRules, RatingRules, norm_rules, rating_rules
from podium.ratings.norm_choices import FieldPlayer, NormCandidate, NormEvent, is_exempt_field, norm, norms
from podium.ratings.norms import Norm, NormGame, Requirement, RequirementKind, score_needed

__all__ = [
    "NORM_EDITIONS",
    "RATING_EDITIONS",
    "Basis",
    "Coefficient",
    "FieldPlayer",
    "GameChange",
    "GameResult",
    "InitialRating",
    "Norm",
    "NormCandidate",
    "NormEvent",
    "NormGame",
    "NormRules",
    "RatingChange",
    "RatingRules",
    "Requirement",
    "RequirementKind",
    "development_coefficient",
    "initial_rating",
    "is_exempt_field",
    "joined_changes",
    "norm",
    "norm_rules",
    "norms",
    "rating_change",
    "rating_rules",
    "score_needed",
]

guard(globals())

"""The odds of events that are being played: how strong players are, how games end, who comes to which place.

| what | where | by |
| --- | --- | --- |
| win, draw and loss by strength, level and colour | `model.py` | Davidson's form, fitted on published figures |
| strengths by rating and by the results so far | `strength.py` | a belief about each player, moved by every result |
| the odds of places after many runs | `tally.py` | counting, in whole numbers |

`docs/forecast.md` says where the figures come from, and how good the forecasts are.
"""

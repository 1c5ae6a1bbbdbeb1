"""Why there is no forecast, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from podium.app.words.language import N_

SENTENCES: Mapping[str, str] = {
    "forecast-by-hand": N_("%(value)s is paired by hand: nobody knows its next rounds, so nothing can be forecast."),
    "forecast-needs-rounds": N_("Nobody has said how many rounds %(value)s will have, so nothing can be forecast."),
    "forecast-without-strengths": N_(
        "Nobody in %(value)s has a rating or a result yet, so nothing can be forecast before the first round is played."
    ),
    "forecasts-off": N_("%(value)s shows no forecasts."),
    "runs-out-of-range": N_("A forecast takes %(least)s to %(most)s runs, not %(value)s."),
    "forecast-too-slow": N_(
        "The forecast was not ready after %(value)s seconds of waiting. It goes on: ask again in a while."
    ),
}

"""What is likely to become of a tournament."""

from __future__ import annotations

from typing import Annotated

from litestar.params import QueryParameter

from podium.api.documentation import RANKING, problems, read
from podium.api.parameters import WHOLE_NUMBER, Injected, query_number
from podium.app.desk import Seen
from podium.app.forecast.answers import ForecastAnswer, forecast_answer
from podium.app.forecast.forecast import MOST_RUNS, RUNS
from podium.app.forecast.forecasts import Forecasts

Runs = Annotated[
    str | None,
    QueryParameter(
        description="How many times the rest of the tournament is played; without it, a thousand times.",
        schema_extra={**WHOLE_NUMBER, "minimum": 1, "maximum": MOST_RUNS},
    ),
]
Seed = Annotated[
    str | None,
    QueryParameter(
        description="The same version, runs and seed give the same answer; without it, 1.", schema_extra=WHOLE_NUMBER
    ),
]


@read(
    "/tournaments/{id:str}/forecast",
    summary="What is likely to become of a tournament",
    responses={**RANKING, **problems(504)},
)
def forecast(
    seen: Injected[Seen], forecasts: Injected[Forecasts], runs: Runs = None, seed: Seed = None
) -> ForecastAnswer:
    """The odds of every place, what players need in their games, and the games that decide most.

    409 where nothing can be forecast, or the director shows no forecasts.
    """
    times, chosen = query_number("runs", runs), query_number("seed", seed)
    times, chosen = RUNS if times is None else times, 1 if chosen is None else chosen
    return forecast_answer(forecasts.answer(seen.state, times, chosen), seen.version, times, chosen)


HANDLERS = (forecast,)

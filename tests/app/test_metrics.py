"""What is counted, and the text of it: Prometheus reads it, and nobody can make it grow."""

from __future__ import annotations

from podium.app.server import metrics as module
from podium.app.server.metrics import Counter, Gauge, Histogram, Metrics
from podium.core.errors import Unavailable


def test_a_counter_has_a_line_for_each_of_its_labels() -> None:
    counter = Counter("seen_total", "Seen.", ("kind",))
    counter.add("b")
    counter.add("a")
    counter.add("b", count=2)
    assert list(counter.samples()) == ['seen_total{kind="a"} 1', 'seen_total{kind="b"} 3']


def test_a_counter_without_labels_begins_at_nothing() -> None:
    assert list(Counter("faults_total", "Faults.").samples()) == ["faults_total 0"]


def test_the_classes_of_a_histogram_hold_those_before_them() -> None:
    histogram = Histogram("took_seconds", "Took.", ("route",))
    for seconds in (0.001, 0.005, 0.3, 60.0):
        histogram.add(seconds, "/t/{id}")
    lines = list(histogram.samples())
    assert lines[0] == 'took_seconds_bucket{route="/t/{id}",le="0.005"} 2'
    assert 'took_seconds_bucket{route="/t/{id}",le="0.25"} 2' in lines
    assert 'took_seconds_bucket{route="/t/{id}",le="0.5"} 3' in lines
    assert 'took_seconds_bucket{route="/t/{id}",le="+Inf"} 4' in lines
    assert lines[-2:] == ['took_seconds_sum{route="/t/{id}"} 60.306000', 'took_seconds_count{route="/t/{id}"} 4']


def test_what_is_too_many_is_counted_together() -> None:
    counter, histogram = Counter("seen_total", "Seen.", ("kind",)), Histogram("took_seconds", "Took.", ("kind",))
    for number in range(module.MOST_SERIES + 50):
        counter.add(str(number))
        histogram.add(1.0, str(number))
    counts = list(counter.samples())
    assert len(counts) == module.MOST_SERIES + 1
    assert 'seen_total{kind="other"} 50' in counts
    assert 'took_seconds_count{kind="other"} 50' in list(histogram.samples())


def test_labels_are_escaped_and_every_line_names_the_process() -> None:
    metrics = Metrics()
    metrics.refusals.add('odd"\\\n')
    text = metrics.text({"process": "7"})
    assert 'podium_refusals_total{code="odd\\"\\\\\\n",process="7"} 1' in text.splitlines()
    assert 'podium_faults_total{process="7"} 0' in text.splitlines()
    assert text.endswith("\n")


def test_every_family_is_introduced_before_its_lines() -> None:
    metrics = Metrics(gauges=[Gauge("waiting", "Waits.", lambda: {"a": 1.0, "b": 2.5}, label="queue")])
    metrics.requests.add("/", "GET", "2xx")
    metrics.durations.add(0.1, "/", "GET")
    known = ""
    for line in metrics.text({}).splitlines():
        if line.startswith("# TYPE"):
            known = line.split()[2]
        elif not line.startswith("#"):
            assert line.startswith(known)
    assert 'waiting{queue="b"} 2.5' in metrics.text({})


def test_a_gauge_that_cannot_be_read_is_left_out() -> None:
    def away() -> float:
        raise Unavailable

    metrics = Metrics(gauges=[Gauge("size", "Size.", away), Gauge("unknown", "Not known.", lambda: None)])
    assert "size" not in metrics.text({})
    assert "unknown" not in metrics.text({})

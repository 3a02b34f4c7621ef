"""One run after another on a base: results, spares, faults, logs, output, and what one run leaves to the next."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from datetime import date

import pytest
from macrocell.sandbox import Base, BaseDied, BaseTimeout, HostRefused, Limits, SandboxClosed, Supervisor
from support.toy import descendants, gone, job, toy_base, toy_supervisor, wait_until


@pytest.fixture(scope="module")
def supervisor() -> Iterator[Supervisor]:
    with toy_supervisor() as found:
        yield found


@pytest.fixture
def base(supervisor: Supervisor) -> Iterator[Base]:
    with toy_base(supervisor) as found:
        yield found


def test_a_run_gives_value_output_payload_and_usage(base: Base) -> None:
    report = base.run(job("print('hello')\ntoy.set('a', 1)\n{'n': 1 + 1}"))
    assert (report.status, report.value, report.stdout, report.payload) == ("done", {"n": 2}, "hello\n", b"a=1")
    assert report.error is None
    assert report.truncated == ()
    assert 0 < report.usage.cpu_s < 10
    assert 0 < report.usage.wall_s < 10
    assert report.usage.output_bytes == 6
    assert report.usage.result_bytes > 0


def test_what_a_run_changes_is_its_own(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=5)
    sources = ["toy.get('a')", "toy.set('a', 2)\ntoy.get('a')", "toy.get('a')"]
    assert [base.run(job(source)).value for source in sources] == [1, 2, 1]


def test_the_same_run_gives_the_same_value_whatever_ran_between(base: Base) -> None:
    first = "import random\n[random.random(), toy.get('a')]"
    base.request("set", b"a=1", deadline_s=5)
    a1 = base.run(job(first, seed=7))
    base.run(job("import random\nrandom.seed(1)\ntoy.set('a', 5)\n1/0"))
    base.park()
    a2 = base.run(job(first, seed=7))
    assert a1.value == a2.value


def test_a_request_makes_a_parked_worker_stale(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=5)
    base.park()
    assert base.run(job("toy.get('a')")).value == 1
    base.park()
    base.request("set", b"a=2", deadline_s=5)
    assert base.run(job("toy.get('a')")).value == 2


def test_a_parked_worker_is_gone_before_the_base_serves_a_request(base: Base) -> None:
    base.park()
    assert wait_until(lambda: len(descendants(base.pid)) == 1)
    before = descendants(base.pid)
    base.request("echo", deadline_s=5)
    assert wait_until(lambda: gone(before))
    assert descendants(base.pid) == set()


def test_a_run_with_other_limits_does_not_use_the_parked_worker(base: Base) -> None:
    base.park(Limits(memory_bytes=64 * 2**20))
    report = base.run(job("len('x' * 200_000_000)", limits=Limits(wall_s=10, memory_bytes=512 * 2**20)))
    assert (report.status, report.value) == ("done", 200_000_000)


def test_the_spare_can_be_let_go(base: Base) -> None:
    base.park()
    assert wait_until(lambda: len(descendants(base.pid)) == 1)
    base.unpark()
    assert wait_until(lambda: descendants(base.pid) == set())
    assert base.run(job("1")).value == 1


def test_arguments_arrive_with_their_types(base: Base) -> None:
    report = base.run(
        job("[args['day'].year, args['rows'][0], args['n']]", args={"day": date(2026, 1, 2), "rows": [(1,)], "n": None})
    )
    assert report.value == [2026, (1,), None]


def test_main_is_called_with_the_root_and_the_arguments(base: Base) -> None:
    base.request("set", b"a=3", deadline_s=5)
    assert base.run(job("def main(toy, n):\n    return toy.get('a') * n", args={"n": 5})).value == 15


def test_refusals_come_back_as_data_all_at_once(base: Base) -> None:
    report = base.run(job("import os\nx = ().__class__._y\n"))
    assert report.status == "refused"
    assert report.error is not None
    assert report.error.code == "refused"
    assert {refusal.line for refusal in report.error.refusals} == {1, 2}
    assert report.payload == b""


def test_a_syntax_error_is_a_refusal(base: Base) -> None:
    report = base.run(job("x = (\n"))
    assert report.status == "refused"
    assert report.error is not None
    assert report.error.refusals[0].code == "syntax"


def test_check_only_runs_nothing(base: Base) -> None:
    report = base.run(job("toy.set('a', 1)\nprint(1)", check_only=True))
    assert (report.status, report.stdout, report.payload, report.value) == ("done", "", b"", None)


def test_an_error_names_type_message_line_and_text(base: Base) -> None:
    report = base.run(job("def f(n):\n    return 1 / n\n\nf(0)"))
    assert report.status == "error"
    assert report.error is not None
    error = report.error
    assert (error.code, error.type, error.message, error.line, error.text) == (
        "macro_error",
        "ZeroDivisionError",
        "division by zero",
        2,
        "return 1 / n",
    )


def test_what_was_changed_before_an_error_is_the_hosts_to_judge(base: Base) -> None:
    report = base.run(job("toy.set('a', 1)\n1 / 0"))
    assert (report.status, report.payload) == ("error", b"")


def test_an_error_of_the_host_brings_its_code_and_hint(base: Base) -> None:
    report = base.run(job("x = 1\ntoy.get('nope')"))
    assert report.status == "error"
    assert report.error is not None
    error = report.error
    assert (error.code, error.type, error.message, error.line, error.hint) == (
        "toy",
        "ToyError",
        "no number nope",
        2,
        "set it first",
    )


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("toy", "a ToyRoot cannot be returned", "return toy.get(name)"),
        ("(n for n in [1])", "a value of type generator cannot be returned", "wrap it in list(...)"),
    ],
)
def test_a_value_that_cannot_be_returned_is_an_error_with_a_cure(
    base: Base, source: str, message: str, hint: str
) -> None:
    report = base.run(job(source))
    assert report.status == "error"
    assert report.error is not None
    assert (report.error.code, report.error.message, report.error.hint) == ("result", message, hint)


def test_a_last_call_that_answers_with_a_facade_object_is_no_value(base: Base) -> None:
    report = base.run(job("toy.set('a', 1)"))
    assert (report.status, report.value, report.payload) == ("done", None, b"a=1")
    assert base.run(job("[toy.set('a', 1)]")).status == "error"
    assert base.run(job("def main(toy):\n    return toy.set('a', 1)")).status == "error"


def test_ten_thousand_nested_lists_are_too_deep_and_the_base_lives(base: Base) -> None:
    report = base.run(job("x = []\nfor _ in range(10_000):\n    x = [x]\nx"))
    assert report.error is not None
    assert (report.status, report.error.code, report.error.limit_name) == ("limit", "limit", "result_depth")
    assert report.error.message == "the result is nested too deep: more than 64 levels"
    assert base.run(job("1")).value == 1


def test_a_result_beyond_its_bytes_is_refused(base: Base) -> None:
    report = base.run(job("'x' * 2000", limits=Limits(result_bytes=1000)))
    assert report.error is not None
    assert (report.error.code, report.error.limit_name, report.error.limit) == ("limit", "result_bytes", 1000)


def test_deep_recursion_is_an_ordinary_error(base: Base) -> None:
    report = base.run(job("def f(n):\n    return f(n + 1)\n\nf(0)"))
    assert report.status == "error"
    assert report.error is not None
    assert (report.error.type, report.error.line) == ("RecursionError", 2)


def test_output_keeps_head_and_tail_and_tells_how_much_is_missing(base: Base) -> None:
    report = base.run(job("for n in range(1000):\n    print(f'line {n:04}')", limits=Limits(output_bytes=200)))
    assert report.truncated == ("stdout",)
    assert report.usage.output_bytes == 10_000
    assert report.stdout == (
        "".join(f"line {n:04}\n" for n in range(10))
        + "\n... [9800 bytes of output left out; return them as the result] ...\n"
        + "".join(f"line {n:04}\n" for n in range(990, 1000))
    )


def test_output_within_its_budget_is_whole(base: Base) -> None:
    report = base.run(job("print('ä' * 50, end='')\nprint('b' * 100, end='')", limits=Limits(output_bytes=200)))
    assert (report.stdout, report.truncated) == ("ä" * 50 + "b" * 100, ())


def test_output_that_is_no_text_is_escaped(base: Base) -> None:
    assert base.run(job("print('a\\ud800b')")).stdout == "a\\ud800b\n"


def test_what_must_be_loaded_first_begins_the_run_again(base: Base) -> None:
    report = base.run(job("print('once')\n[toy.get('lazy1'), toy.get('lazy_two')]"))
    assert (report.status, report.value, report.restarts, report.stdout) == ("done", [5, 8], 2, "once\n")
    assert base.run(job("toy.get('lazy1')")).restarts == 0


def test_a_load_that_the_host_refuses_is_the_runs_error(base: Base) -> None:
    report = base.run(job("toy.get('lazy_broken')"))
    assert report.error is not None
    assert (report.status, report.error.code, report.error.message) == ("error", "toy", "cannot be loaded")


def test_a_run_that_went_on_for_long_loads_for_itself(base: Base) -> None:
    source = "n = 0\nwhile n < 30_000_000:\n    n += 1\ntoy.get('lazy1')"
    report = base.run(job(source))
    assert (report.value, report.restarts) == (5, 0)
    assert base.run(job("toy.get('lazy1')")).restarts == 1


def test_log_records_arrive_in_the_parents_logging(base: Base, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="macrocell.worker"):
        base.run(job("toy.log('careful\\nforged line')"))
    assert [(r.name, r.levelno, r.getMessage()) for r in caplog.records] == [
        ("macrocell.worker", logging.WARNING, "toy: careful\\nforged line")
    ]


def test_log_records_below_the_parents_level_are_not_sent(base: Base, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR, logger="macrocell.worker"):
        base.run(job("toy.log('careful')"))
    assert caplog.records == []


def test_a_request_gives_payload_and_blob(base: Base) -> None:
    blob = [bytes([n % 251]) * 700_000 for n in range(5)]
    reply = base.request("echo", b"payload", blob, deadline_s=20)
    assert reply.payload == b"payload"
    assert b"".join(reply.blob) == b"".join(blob)


def test_a_refused_request_leaves_the_base_as_it_was(base: Base) -> None:
    base.request("set", b"a=1", deadline_s=5)
    with pytest.raises(HostRefused) as caught:
        base.request("refuse", deadline_s=5)
    assert (caught.value.code, caught.value.message, caught.value.hint) == ("toy", "not today", "tomorrow")
    assert base.request("get", b"a", deadline_s=5).payload == b"1"


def test_an_unexpected_error_in_the_base_ends_it(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        with pytest.raises(BaseDied) as caught:
            base.request("get", b"nope", deadline_s=5)
        assert caught.value.message == "get: KeyError: 'nope'"
        assert not base.alive
        with pytest.raises(BaseDied):
            base.request("get", b"nope", deadline_s=5)


def test_a_request_past_its_deadline_ends_the_base(supervisor: Supervisor) -> None:
    with toy_base(supervisor) as base:
        with pytest.raises(BaseTimeout) as caught:
            base.request("sleep", b"30", deadline_s=0.3)
        assert caught.value.message == "'sleep' took longer than 0.3 s"
        assert not base.alive


def test_a_blob_that_fails_half_way_ends_the_base_and_raises_what_it_raised(supervisor: Supervisor) -> None:
    def failing() -> Iterator[bytes]:
        yield b"x" * 3_000_000
        raise OSError("the disk is gone")

    with toy_base(supervisor) as base:
        with pytest.raises(OSError, match="the disk is gone"):
            base.request("echo", b"", failing(), deadline_s=5)
        assert not base.alive


def test_a_closed_base_refuses_by_name(supervisor: Supervisor) -> None:
    base = supervisor.open_base(deadline_s=20)
    base.close()
    base.close()
    for call in (lambda: base.run(job("1")), lambda: base.request("echo", deadline_s=5), base.park):
        with pytest.raises(SandboxClosed) as caught:
            call()
        assert caught.value.message == "the base was closed"


def test_a_run_can_be_cancelled_from_another_thread(base: Base) -> None:
    cancelled = threading.Event()
    timer = threading.Timer(0.3, cancelled.set)
    timer.start()
    report = base.run(job("while True:\n    pass"), cancelled=cancelled)
    timer.join()
    assert report.error is not None
    assert (report.status, report.error.code) == ("limit", "cancelled")
    assert base.run(job("1")).value == 1


def test_closing_a_base_ends_a_run_in_another_thread(supervisor: Supervisor) -> None:
    base = supervisor.open_base(deadline_s=20)
    ended: list[BaseException] = []

    def run() -> None:
        try:
            base.run(job("while True:\n    pass"))
        except BaseException as error:
            ended.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    assert wait_until(lambda: len(descendants(base.pid)) == 1)
    base.close()
    thread.join(5)
    assert [type(error) for error in ended] == [BaseDied]


def test_runs_from_many_threads_are_served_one_after_the_other(base: Base) -> None:
    values: list[object] = []
    threads = [threading.Thread(target=lambda n=n: values.append(base.run(job(f"{n} * 2")).value)) for n in range(8)]  # type: ignore[misc]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(values) == [n * 2 for n in range(8)]  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("source", "line", "observed"),
    [
        ("x = [[[1]]]\nx", 2, 3),
        ("def main():\n    y = 1\n    return [[[y]]]", 3, 3),
        ("def f():\n    return 1\nreturn [[[f()]]]", 3, 3),
        ("if 1:\n    return [[[1]]]\nreturn 5", None, 3),
        ("return 'a' * 99", 1, 99),
    ],
)
def test_a_result_beyond_its_limits_names_the_one_line_it_can_come_from(
    base: Base, source: str, line: int | None, observed: int
) -> None:
    error = base.run(job(source, limits=Limits(result_depth=2, result_bytes=50))).error
    assert error is not None
    text = None if line is None else source.splitlines()[line - 1].strip()
    assert (error.line, error.text, error.observed) == (line, text, observed)

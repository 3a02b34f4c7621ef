"""Replicas that edit one workbook through one log end in one state, whatever is late, lost, doubled or crashed."""

from __future__ import annotations

from random import Random

import pytest
from macrocell.facade.workbook.fingerprint import state_hash
from support.effort import tries
from support.replica import Log, Replica, Request

ROUNDS = tries(60, 2_000)
BATCH = 20
REPLICAS = 5
LENGTH = 60
STEPS = (*("edit",) * 4, "undo", *("send",) * 3, *("deliver",) * 4, *("pull",) * 2, "crash")


def one_round(random: Random) -> tuple[Log, list[Replica]]:
    log = Log()
    replicas = [Replica(str(number), log) for number in range(REPLICAS)]
    under_way: list[Request] = []
    for _ in range(LENGTH):
        replica = random.choice(replicas)
        kind = random.choice(STEPS)
        if kind == "edit" and replica.awaiting is None:
            replica.edit(random)
        elif kind == "undo" and replica.awaiting is None:
            replica.undo()
        elif kind == "send":
            request = replica.request()
            if request is not None:
                under_way.extend([request] * random.choice((0, 1, 1, 2)))
        elif kind == "deliver" and under_way:
            log.append(under_way.pop(random.randrange(len(under_way))))
        elif kind == "pull":
            replica.pull(random.choice((1, 2, 99)))
        elif kind == "crash":
            replica.load()
    for request in under_way:
        log.append(request)
    settle(log, replicas)
    return log, replicas


def settle(log: Log, replicas: list[Replica]) -> None:
    """Each sends what it has left, then all take in everything."""
    for replica in replicas:
        replica.pull(10_000)
        request = replica.request()
        if request is not None:
            assert log.append(request)
            replica.pull(10_000)
        assert not replica.pending
    for replica in replicas:
        replica.pull(10_000)


@pytest.mark.parametrize("seed", range(ROUNDS // BATCH))
def test_all_replicas_end_in_the_same_state(seed: int) -> None:
    accepted = 0
    for number in range(BATCH):
        log, replicas = one_round(Random(f"{seed}/{number}"))
        fresh = Replica("fresh", log)
        fresh.revision = len(log.entries)
        fresh.load()
        hashes = {replica.name: state_hash(replica.model) for replica in (*replicas, fresh)}
        assert len(set(hashes.values())) == 1, f"{seed}/{number}: {hashes} after {log.entries}"
        assert len({entry.req_id for entry in log.entries}) == len(log.entries)
        accepted += len(log.entries)
    assert accepted > 3 * BATCH

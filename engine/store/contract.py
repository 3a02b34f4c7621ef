"""The contract of a store, to be run against a backend of one's own; needs no test framework.

    contract = StoreContract(fresh=make_empty_store, again=open_the_same_data)
    for name in contract.names():
        contract.check(name)

Each check gets a store with nothing in it, raises ContractBroken with what is wrong, and closes what it opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Final, Literal, final

from . import contract_damage, contract_handle, contract_log, contract_thread, contract_unit
from .contract_case import ContractBroken
from .contract_damage import Damage
from .protocol import Store

__all__ = ["ContractBroken", "Damage", "StoreContract"]

_PREFIX: Final = "check_"
_Need = Literal["again", "damage"]


@final
@dataclass(frozen=True, slots=True, kw_only=True)
class StoreContract:
    """fresh makes an empty store, another one each time; again opens a further handle on the data of one.

    damage(store, unit_id, revision, what) changes what lies in the backend behind the store's back: "payload", "blob"
    and "ids" change a byte of the entry's payload or of the checkpoint's blob or ids, "missing" removes the entry.
    Without again or damage the checks that need it are left out. patience_s: no call may take longer than that.
    """

    fresh: Callable[[], Store]
    again: Callable[[Store], Store] | None = None
    damage: Damage | None = None
    patience_s: float = 20.0

    def names(self) -> tuple[str, ...]:
        """The checks that can be made with what was given, in the order in which they are best read."""
        have = {"again": self.again is not None, "damage": self.damage is not None}
        every = (name.removeprefix(_PREFIX) for name in vars(type(self)) if name.startswith(_PREFIX))
        return tuple(name for name in every if name not in _NEEDS or have[_NEEDS[name]])

    def check(self, name: str) -> None:
        """Make one check. ContractBroken tells what is wrong; ValueError that there is no such check."""
        if name not in self.names():
            raise ValueError(f"no check of this contract: {name!r}")
        try:
            getattr(self, _PREFIX + name)()
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(f"{name}: the store raises {type(error).__name__}: {error}") from error

    def check_units_listed(self) -> None:
        """Units are listed by id, in pages, without the deleted."""
        self._alone(contract_unit.units_are_listed)

    def check_units_kept_whole(self) -> None:
        """Every field of a unit is kept, and its head moves with its log."""
        self._alone(contract_unit.units_are_kept_whole)

    def check_ids_never_reused(self) -> None:
        """An id is taken for ever, also that of a deleted unit."""
        self._alone(contract_unit.ids_are_never_used_again)

    def check_deleted_units(self) -> None:
        """A deleted unit is gone for every method, and no other with it."""
        self._alone(contract_unit.deleted_units_are_gone)

    def check_unknown_units(self) -> None:
        """Every method tells of an unknown unit."""
        self._alone(contract_unit.unknown_units_are_told)

    def check_new_units_checked(self) -> None:
        """What cannot be a unit is refused, and not made."""
        self._alone(contract_unit.new_units_are_checked)

    def check_checkpoints_kept(self) -> None:
        """Checkpoints are found by revision, and the first of a revision stays."""
        self._alone(contract_unit.checkpoints_are_kept)

    def check_checkpoints_checked(self) -> None:
        """What cannot be a checkpoint is refused, and not kept."""
        self._alone(contract_unit.checkpoints_are_checked)

    def check_appends_kept_whole(self) -> None:
        """Every field of an append is kept, and found by its request."""
        self._alone(contract_log.appends_are_kept_whole)

    def check_appends_stored_once(self) -> None:
        """A request that is sent again is answered as it stands in the log."""
        self._alone(contract_log.appends_are_stored_once)

    def check_head_compared(self) -> None:
        """Only what is on top of the head is appended."""
        self._alone(contract_log.the_head_is_compared)

    def check_several_units(self) -> None:
        """Changesets of several units are appended all or none."""
        self._alone(contract_log.several_units_are_all_or_none)

    def check_appends_checked(self) -> None:
        """What no log can hold is refused, and nothing of the call is written."""
        self._alone(contract_log.appends_are_checked)

    def check_pages(self) -> None:
        """Entries come in pages that are bounded by bytes."""
        self._alone(contract_log.entries_come_in_pages)

    def check_times_order_nothing(self) -> None:
        """The log's order is that of revisions, whatever the clock said."""
        self._alone(contract_log.times_order_nothing)

    def check_closed(self) -> None:
        """A closed store says so."""
        self._alone(contract_unit.a_closed_store_says_so)

    def check_threads(self) -> None:
        """What threads append is there, once, without a gap."""
        self._many(contract_thread.acknowledged_appends_are_there)

    def check_equals_at_once(self) -> None:
        """One changeset that is sent many times at once is stored once."""
        self._many(contract_thread.one_of_many_equals_is_stored)

    def check_rivals_at_once(self) -> None:
        """Of many changesets on top of one revision one is appended."""
        self._many(contract_thread.rivals_for_the_head_get_one_in)

    def check_orders_at_once(self) -> None:
        """Appends to several units do not lock each other out, whatever their order."""
        self._many(contract_thread.several_units_in_any_order)

    def check_reading_at_once(self) -> None:
        """A reader meets whole logs while others append."""
        self._many(contract_thread.readers_see_whole_logs)

    def check_wait(self) -> None:
        """wait is woken by an append, and answers the head when its time is over."""
        self._many(contract_thread.wait_is_woken)

    def check_wait_ends(self) -> None:
        """wait ends when its unit is deleted or its handle closed."""
        self._many(contract_thread.wait_ends_with_its_unit)

    def check_close_at_once(self) -> None:
        """Appends under way while the store is closed are acknowledged or refused."""
        self._many(contract_thread.closing_ends_calls_whole)

    def check_handles(self) -> None:
        """What one handle writes another one reads."""
        self._many(contract_handle.handles_see_one_store)

    def check_reopened(self) -> None:
        """What was acknowledged is there when the data is opened again."""
        assert self.again is not None
        with self._handles(1) as (store,), ExitStack() as stack:
            again = self.again(store)
            stack.callback(again.close)
            contract_handle.stores_are_kept(store, again)

    def check_damage(self) -> None:
        """What is not what was written is told, not handed out."""
        assert self.damage is not None
        for case in contract_damage.CASES:
            with self._handles(1) as (store,):
                case(store, self.damage)

    def _alone(self, body: Callable[[Store], None]) -> None:
        with self._handles(1) as (store,):
            body(store)

    def _many(self, body: Callable[[Sequence[Store], float], None]) -> None:
        """With one handle; then, where there can be a second one on the same data, with both."""
        for count in (1,) if self.again is None else (1, 2):
            with self._handles(count) as handles:
                body(handles, self.patience_s)

    @contextmanager
    def _handles(self, count: int) -> Iterator[Sequence[Store]]:
        with ExitStack() as stack:
            handles = [self.fresh()]
            stack.callback(handles[0].close)
            for _ in range(1, count):
                assert self.again is not None
                handles.append(self.again(handles[0]))
                stack.callback(handles[-1].close)
            yield handles


_NEEDS: Final[dict[str, _Need]] = {"handles": "again", "reopened": "again", "damage": "damage"}

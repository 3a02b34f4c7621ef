"""Loaded by a zygote of the matrix test: bases keep the user, the capabilities and the right to be looked into.

no_new_privs stays, without which an ordinary user may install neither Landlock nor seccomp.
"""

from macrocell.sandbox import lockdown
from macrocell.sandbox.isolation import Layer


def keep(kit: lockdown.Kit) -> Layer:
    kit.syscall("prctl", 38, 1, 0, 0, 0)
    return Layer("privileges", applied=True, detail="off", required=True)


lockdown.Kit._drop_privileges = keep

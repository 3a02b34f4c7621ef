"""Loaded by a zygote of the matrix test: bases and workers of it install no filter."""

from macrocell.sandbox import lockdown

lockdown.Kit._install = lambda kit, program: None

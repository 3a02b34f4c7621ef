# Every target does its own set-up. `make help` lists them.
PYTHON ?= python3.11
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help setup demo test fuzz pythons check lint format types layers readme wheel matrix bench soak calc-report corpus display zones transform-doc clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## make the virtual environment and install the project into it

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(READY) ## run a macro on a realistic workbook and prove what the save left alone
	$(BIN)/python examples/demo.py

test: $(READY) ## run the tests
	$(BIN)/python -m pytest -q

fuzz: $(READY) ## compare ten minutes of random programs with CPython
	MACROCELL_FUZZ_S=600 $(BIN)/python -m pytest -q -s tests/attack/test_language_fuzz.py

pythons: $(READY) ## run the language's tests on every other supported Python that is found
	sh tests/support/other_pythons.sh

check: lint format types layers test pythons readme wheel ## all that CI runs

lint: $(READY)
	$(BIN)/ruff check .

format: $(READY)
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

layers: $(READY)
	$(BIN)/lint-imports

readme: $(READY) ## run the examples of the documentation
	$(BIN)/python -m pytest -q tests/e2e/test_readme.py

wheel: $(READY) ## build the wheel and try it outside the source tree
	sh tests/support/smoke_wheel.sh $(BIN)/python

matrix: $(READY) ## measure which layer stops which attack, and write the table of SECURITY.md (as root)
	MACROCELL_WRITE_MATRIX=1 $(BIN)/python -m pytest -q tests/attack/test_layer_matrix.py

bench: $(READY) ## measure against openpyxl; run it alone on the machine
	$(BIN)/python benchmarks/bench.py

soak: $(READY) ## the long forms of the random tests (about half an hour)
	MACROCELL_SOAK=1 $(BIN)/python -m pytest -q tests

calc-report: $(READY) ## compute every formula of the real files and write the table of what is right
	PYTHONPATH=tests $(BIN)/python -m support.calc_report

corpus: $(READY) ## change rows, columns and sheets of every real file and judge what is saved (minutes)
	PYTHONPATH=tests $(BIN)/python -m support.structure_run

display: $(READY) ## compare what cells show with LibreOffice, value by value and format by format
	PYTHONPATH=tests $(BIN)/python -m support.display_run

zones: $(READY) ## pack the time zones of the installed tzdata package
	$(BIN)/python tests/support/pack_zones.py

transform-doc: $(READY) ## write docs/transform.md from the registry of pairs
	PYTHONPATH=tests $(BIN)/python -m support.transform_page

clean: ## remove what the targets made
	rm -rf $(VENV) $(VENV)-* build out *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis

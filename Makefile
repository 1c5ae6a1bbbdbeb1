# Podium's tasks. `make` alone lists them. Every step is done once and again only if its inputs change.
PYTHON ?= python3
# Half as many again as there are processors: browsers, databases and clocks are waited for.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 2) * 3 // 2)')
# What `make trust` runs: all parts, or those that are named; how much of each; and by which seed.
PARTS ?=
SCALE ?= 1
SEED ?= 16
# What `make crosscheck` compares: tournaments in each direction.
N ?= 50000
BENCH ?= $(filter-out bench/_%,$(sort $(wildcard bench/*.py)))

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
CODE := $(wildcard src tests bench scripts packaging/bundle hatch_build.py)

# Every test that starts Podium would compile all of it again, were nothing kept.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv dev services run test check long bench trust crosscheck calibration fide lint format types audit words catalogues pictures bundle lock upgrade clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: venv ## build the environment, start `podium demo` and print its address
	@$(BIN)/podium demo

test: dev services ## every test, the browser and the PostgreSQL ones included
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

check: lint types test ## all that CI runs: lint, format, types, tests

long: dev services ## the tests that take minutes, and all seeds of those of which `make test` takes a few
	@PODIUM_SEEDS=all $(BIN)/pytest -n $(WORKERS) --dist worksteal -m "long or seeds or hypothesis" --timeout 3600 $(ARGS)

bench: dev services ## the benchmarks, and docs/benchmarks.md with their figures; BENCH=bench/chess.py runs some
	@$(BIN)/python bench/_page.py $(BENCH)

trust: dev services ## every attack we know, and docs/trust.md with what came of it; PARTS="kills load" runs some
	@$(BIN)/python -m tests.trust --scale $(SCALE) --seed $(SEED) $(PARTS)

crosscheck: dev ## N tournaments of Podium's examined by gacrux, N of gacrux's by Podium, and docs/crosscheck.md
	@$(BIN)/python -m tests.crosscheck --tournaments $(N) $(ARGS)

calibration: dev ## forecast finished events after each round, and write docs/forecast.md: how good the forecasts were
	@$(BIN)/python -m scripts.calibration $(ARGS)

fide: venv ## walk FIDE's checklist with our answers, and write docs/rules/fide.md
	@$(BIN)/python scripts/fide_walk.py --write

lint: dev ## ruff, check and format, without changing anything
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check $(CODE)

types: dev ## mypy --strict
	@$(BIN)/mypy --strict

format: dev ## let ruff rewrite what it can
	@$(BIN)/ruff check --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

venv: $(VENV)/.podium ## the environment with what Podium needs to run

dev: $(VENV)/.dev ## the environment with what the tests need as well

services: ## look for Chromium and PostgreSQL, install them where that is possible
	@scripts/services.sh

audit: dev ## what Podium is made of: pins, hashes, licences, and known vulnerabilities where they can be asked for
	@$(BIN)/python scripts/audit.py

words: venv ## write words.pot, the template of translations
	@$(BIN)/python scripts/words.py words.pot

catalogues: venv ## bring every catalogue of translations up to date with the texts
	@$(BIN)/python scripts/words.py --update

pictures: dev services ## take the pictures of README and docs anew, from the demo
	@$(BIN)/python scripts/pictures.py
	@$(BIN)/python scripts/document_pictures.py

bundle: ## dist/podium: a folder that runs Podium on machines of this kind without a Python
	@$(PYTHON) packaging/bundle/build.py $(ARGS)

lock: ## write the locks anew from pyproject.toml, keeping versions that still fit
	@PYTHON=$(PYTHON) scripts/lock.sh

upgrade: ## write the locks anew with the newest versions
	@PYTHON=$(PYTHON) scripts/lock.sh --upgrade

clean: ## remove the environment and every cache
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Podium needs Python 3.11 or newer, and $(PYTHON) is not. Name one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian: apt-get install python3-venv"; exit 1; }
	@echo "Building $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.lock: requirements.lock | $(VENV)/bin/pip
	@echo "Installing what Podium needs ..."
	@$(PIP) install --no-deps --require-hashes -r requirements.lock
	@touch $@

# The build backend comes from the lock as well, hence no isolated build.
$(VENV)/.podium: pyproject.toml $(VENV)/.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.podium
	@echo "Installing what the tests need ..."
	@$(PIP) install --no-deps --require-hashes -r requirements-dev.lock
	@touch $@

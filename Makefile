# The environment lives in .venv, which `make run` and `make setup` share.
#   PY=/path/to/python3   the Python it is made of       ARGS="..."   further arguments of the command behind the target
#   NO_BROWSER=1          do without the browser tests   UPGRADE=1    make lock: take the newest versions
#   LAN=1                 make run: listen on all addresses, for everybody in this network
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
ARGS ?=

.PHONY: help setup run test check lint types imports pages format lock bench screenshots vendor clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## / - /'

setup: ## everything for development: Python packages and front-end modules
	@scripts/env.sh dev

run: ## install what the server needs and serve http://localhost:8000; LAN=1 for everybody in this network; CARDS_PORT for another port
	@scripts/env.sh run
	@exec $(BIN)/python -m app serve $(if $(filter-out 0,$(LAN)),--host 0.0.0.0) $(ARGS)

test: setup ## the whole suite; brings a browser when there is none
	@scripts/browser.sh
	@$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

check: lint types imports pages ## format, lint, types, import contracts; the same and unit tests for static/. make -k goes on after a fault
	@echo "make check: all holds"

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

imports: setup
	$(BIN)/lint-imports

pages: setup
	node_modules/.bin/tsc
	node_modules/.bin/biome check
	node --test --test-reporter=dot $$(find tests/static -name '*.test.js')

format: setup ## write what check would ask for
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	node_modules/.bin/biome check --write

lock: setup ## pin again after a change of pyproject.toml or package.json
	@scripts/lock.sh
	npm install --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --no-audit --no-fund

bench: setup ## the load bench against a server of its own; ARGS for its options
	@$(BIN)/python -m bench.load $(ARGS)

screenshots: setup ## take the pictures in docs/screenshots again
	@scripts/browser.sh
	@$(BIN)/python scripts/screenshots.py

vendor: setup ## copy the front-end modules into static/vendor again
	node scripts/vendor.mjs

clean: ## remove the environment and every cache
	rm -rf .venv node_modules static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

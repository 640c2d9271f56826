# The environment lives in .venv; `make run` and `make setup` share it. PY=/path/to/python3 picks the Python it is made of.
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
ARGS ?=

.PHONY: help setup run test check format lock bench vendor clean
help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## / - /'

setup: ## everything for development: Python packages, front-end modules
	@scripts/env.sh dev

run: ## install what the server needs and serve http://localhost:8000
	@scripts/env.sh run
	@exec $(BIN)/python -m app serve $(ARGS)

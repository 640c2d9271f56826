#!/bin/sh
# A Chromium for the browser tests: as root Debian's headless shell or, where there is none, its Chromium (with fonts for
# Russian and Japanese); else one that is there, else Playwright's own. NO_BROWSER=1 does without, and the tests that need
# one are skipped, aloud.
set -eu
cd "$(dirname "$0")/.."
if [ "${NO_BROWSER:-}" = 1 ]; then
  echo "NO_BROWSER=1: the browser tests will be skipped" >&2
  exit 0
fi
found() { .venv/bin/python -m tests.browser_path 2>/dev/null; }
have=$(found || true)
case "$have" in *headless*shell*) exit 0 ;; esac
if [ -z "${CARDS_TEST_CHROMIUM:-}" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  install() {
    echo "installing Debian's $1 and fonts" >&2
    apt-get install -y -q --no-install-recommends "$1" fonts-noto-core fonts-noto-cjk >>"$log" 2>&1
  }
  shell() { apt-cache show chromium-headless-shell >/dev/null 2>&1 && install chromium-headless-shell; }
  update() { apt-get update -q >>"$log" 2>&1; }
  shell || [ -n "$have" ] || { update && shell; } || install chromium || tail -n 5 "$log" >&2
  rm -f "$log"
fi
if found >/dev/null; then exit 0; fi
echo "installing Playwright's chromium" >&2
.venv/bin/python -m playwright install chromium >/dev/null 2>&1 || true
if found >/dev/null; then exit 0; fi
echo "No Chromium for the browser tests: install one (CARDS_TEST_CHROMIUM=/path names it) or set NO_BROWSER=1 to skip them." >&2
exit 1

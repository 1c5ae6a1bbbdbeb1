#!/usr/bin/env bash
# Writes the three hashed locks from pyproject.toml. No index address goes into them: where packages
# come from is the business of the machine that installs them.
#
# Usage: scripts/lock.sh [--upgrade]
set -euo pipefail
cd "$(dirname "$0")/.."

tools="$(mktemp -d)"
trap 'rm -rf "$tools"' EXIT
"${PYTHON:-python3}" -m venv "$tools/venv"
"$tools/venv/bin/pip" install --quiet --disable-pip-version-check uv

compile() { # compile LOCK EXTRA...
    local lock="$1" extras=()
    shift
    for extra in "$@"; do extras+=(--extra "$extra"); done
    "$tools/venv/bin/uv" pip compile pyproject.toml "${extras[@]}" --output-file "$lock" \
        --universal --python-version 3.11 --generate-hashes --no-emit-index-url "${left_out[@]}" \
        --custom-compile-command "make lock" --quiet "${upgrade[@]}"
    echo "$lock: $(grep -c '==' "$lock") packages"
}

podium=(server postgres paper push build)
upgrade=("$@")
# What the framework names and Podium never loads: its test client, its command line, its made-up examples. So the locks
# are installed without a look at what their packages name (decision 0024).
left_out=()
for name in faker polyfactory rich-click; do left_out+=(--no-emit-package "$name"); done
tested=("${left_out[@]}")
for name in rich pygments httpx httpcore certifi colorama; do left_out+=(--no-emit-package "$name"); done
compile requirements.lock "${podium[@]}"
# The second lock obeys the first, so that the tests run on the versions that are shipped.
left_out=("${tested[@]}")
upgrade+=(--constraint requirements.lock)
compile requirements-dev.lock "${podium[@]}" cluster dev
# What builds the bundle is installed beside the first lock, and obeys it as well.
compile requirements-bundle.lock bundle

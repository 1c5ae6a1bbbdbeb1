#!/usr/bin/env bash
# Looks for the programs some tests need, Chromium, PostgreSQL and curl, and installs them where that
# is possible: root on a Debian. Elsewhere it says how to get them; the tests then skip, loudly.
set -euo pipefail

has_chromium() {
    command -v chromium || command -v chromium-browser || command -v google-chrome || command -v google-chrome-stable
} >/dev/null

has_postgres() {
    [ -n "${PODIUM_TEST_POSTGRES:-}" ] || command -v initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb"
} >/dev/null

packages=()
has_chromium || packages+=(chromium fonts-dejavu-core) # without any font pages measure nothing
has_postgres || packages+=(postgresql)
command -v curl >/dev/null || packages+=(curl) # the tutorial of the README speaks HTTP with it
[ "${#packages[@]}" -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${packages[*]} with apt-get ..."
    export DEBIAN_FRONTEND=noninteractive
    apt=(apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
    log="$(mktemp)"
    if "${apt[@]}" update >"$log" 2>&1 &&
        "${apt[@]}" install -y --no-install-recommends "${packages[@]}" >>"$log" 2>&1; then
        rm -f "$log"
        exit 0
    fi
    tail -n 20 "$log" >&2
    rm -f "$log"
fi
echo "NOT FOUND: ${packages[*]}. Their tests will be skipped. On Debian: sudo apt-get install ${packages[*]}" >&2

# For the scripts beside it, which source it: packages, the toolchain, a home for tokens that is nobody's.
# shellcheck shell=bash

fail() {
    echo "error: $*" >&2
    exit 1
}

# Installs the Debian packages among the arguments that are not there yet; asks for root only for that.
install_missing() {
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ "${#missing[@]}" -gt 0 ] || return 0
    command -v apt-get > /dev/null || fail "these packages are missing, and there is no apt-get to install them: ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo > /dev/null || fail "these packages are missing; install them as root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    echo "== installing ${missing[*]}"
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        fail "apt-get could not install ${missing[*]}"
    fi
    rm -f "$log"
}

need_swift() {
    command -v swift > /dev/null || fail "swift is not in the PATH: install Swift 6 from swift.org first"
    swift --version 2> /dev/null | grep -Eq 'Swift version ([6-9]|[1-9][0-9])' || fail "Swift 6 or newer is needed: $(swift --version 2>&1 | head -n 1)"
}

# A folder for everything that the run makes, removed at the end; no setting of the user's counts, and no token of theirs is seen.
private_home() {
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    unset PKCS11_MODULE PKCS11_MODULE_PATH PKCS11_TOKEN_LABEL PKCS11_URI PKCS11_PIN PKCS11_PIN_SOURCE P11_NO_EMBEDDED
    unset SOFTHSM2_CONF
    mkdir -m 0700 "$work/data" "$work/run"
    export XDG_DATA_HOME=$work/data XDG_RUNTIME_DIR=$work/run
}

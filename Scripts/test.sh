#!/usr/bin/env bash
# Installs what is missing and runs every check: format, build without warnings, tests, the README's examples, sanitizers.
# With --quick: without the sanitizers.
set -euo pipefail
# shellcheck source=Scripts/common.sh
source "$(dirname "$0")/common.sh"
cd "$(dirname "$0")/.."

quick=
case "${1-}" in
    --quick) quick=1 ;;
    "") ;;
    *) fail "usage: Scripts/test.sh [--quick]" ;;
esac

need_swift
install_missing pkg-config libssl-dev libp11-kit-dev softhsm2 openssl opensc opensc-pkcs11 gnutls-bin p11-kit \
    p11-kit-modules libnss3 libnss3-dev libnss3-tools openssh-client python3 gcc libc6-dev shellcheck
private_home

echo "== format"
swift format lint --strict --recursive Package.swift Sources Tests
shellcheck Scripts/*.sh .ci/run
# The product Security changes what canImport(Security) means in a build: nothing but the examples may use it.
if grep -rnE '^(public |internal |@_exported )*import Security$' Sources Tests --include '*.swift' | grep -v '^Sources/Security/'; then
    fail "Security is imported outside Examples"
fi

echo "== build, warnings are errors"
swift build --build-tests -Xswiftc -warnings-as-errors -Xcc -Werror --quiet

echo "== tests"
swift test --skip-build 2>&1 | tee "$work/tests.log"

echo "== what the README shows"
Scripts/check-readme.sh "$(swift build --show-bin-path)"

if [ -z "$quick" ]; then
    for sanitizer in thread address; do
        echo "== $sanitizer sanitizer"
        Scripts/sanitize.sh "$sanitizer"
    done
fi

grep -E '✔ Test run with' "$work/tests.log" || fail "the tests ended without a result"
echo "Done: every check passed${quick:+ (without the sanitizers)}."

#!/usr/bin/env bash
# Runs the whole test suite under sanitizers: one build that looks at memory, and in C at undefined behaviour too, and one that looks
# at threads.
#
#   Scripts/sanitize.sh [address | undefined] [thread]      both where none is named
#
# The fault-injecting provider and the toys of the tests are compiled with the same sanitizer; other providers are not.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

sanitizers=()
for argument in "$@"; do
    case "$argument" in
        address | undefined) sanitizers+=(address) ;;
        thread) sanitizers+=(thread) ;;
        *) fail "unknown argument $argument; usage: $0 [address | undefined] [thread]" ;;
    esac
done
(( ${#sanitizers[@]} > 0 )) || sanitizers=(address thread)

need_packages gcc gnutls-bin libc6-dev libnss3 libnss3-dev libnss3-tools libp11-kit-dev libssl-dev opensc opensc-pkcs11 openssh-client openssl p11-kit \
    p11-kit-modules pkg-config softhsm2
(need_packages libengine-pkcs11-openssl) || true
find_swift
isolate
cd "$repository"
export SWIFT_BACKTRACE=enable=no
sanitizer_environment

for sanitizer in "${sanitizers[@]}"; do
    step "All tests under the $sanitizer sanitizer"
    read -r -a options <<< "${sanitizer_options[$sanitizer]}"
    test_run "$sanitizer" "${options[@]}" --skip Concurrency
    # By themselves, as in test.sh.
    test_run "$sanitizer-concurrency" "${options[@]}" --filter Concurrency
    if [[ "$sanitizer" == address ]]; then
        step "Leaks"
        leak_run
    fi
done

printf '\nDone: nothing was found by %s.\n' "${sanitizers[*]}"

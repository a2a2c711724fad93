#!/usr/bin/env bash
# Checks everything: format, warnings, scripts, tests, fuzz targets, sanitizers. --quick leaves those two out.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

quick=false
for argument in "$@"; do
    case "$argument" in
        --quick) quick=true ;;
        *) fail "unknown argument $argument; usage: $0 [--quick]" ;;
    esac
done

need_packages fish gcc gnutls-bin groff-base libc6-dev libnss3 libnss3-dev libnss3-tools libp11-kit-dev libssl-dev opensc opensc-pkcs11 openssh-client openssl p11-kit \
    p11-kit-modules pkg-config shellcheck softhsm2 zsh
# OpenSSL 3 calls engines outdated: what uses this one is skipped where there is none.
(need_packages libengine-pkcs11-openssl) || true
find_swift
isolate
cd "$repository"

step "Format"
"$swift" format lint --strict --recursive Package.swift Sources Tests Examples Fuzz/Package.swift Fuzz/Sources/Fuzz

step "Scripts"
shellcheck --external-sources Scripts/*.sh Scripts/*.bash .ci/run
for script in Scripts/*.sh; do
    text="$("$script" --help)"
    [[ "$text" == [A-Z]* && "$text" != *$'\n#'* ]] || fail "$script --help does not say what it is for"
done

step "No source uses the Security module"
# In a build that has it, canImport(Security) is true for whatever is compiled after it.
if grep --recursive --line-number --extended-regexp '^[^/]*(import[[:space:]]+Security\>|canImport\(Security\))' \
    --include '*.swift' Sources Tests Package.swift; then
    fail "only Examples may import Security"
fi

step "Tests"
test_run debug --skip Concurrency
# By themselves: beside the others, whose blocking calls hold the threads of Swift's pool, nothing can be said of when a task runs.
step "Tests of threads and tasks"
test_run concurrency --filter Concurrency

# With one thread it is the same run each time. Scripts/soak.sh by itself takes ten minutes, and Scripts/crash.sh twelve.
Scripts/soak.sh --seconds 30 --threads 8 --seed 20261130 --built "$("$swift" build --show-bin-path)"
Scripts/soak.sh --seconds 10 --threads 1 --seed 20261130 --built "$("$swift" build --show-bin-path)"
Scripts/crash.sh --times 5 --seed 20261130 --built "$("$swift" build --show-bin-path)"

step "What the README shows"
Scripts/check-readme.sh "$("$swift" build --show-bin-path)"

Scripts/check-call-shapes.sh

Scripts/check-remote.sh "$("$swift" build --show-bin-path)"

if ! "$quick"; then
    # What was found and kept, the same each time; Scripts/fuzz.sh --seconds 900 looks for more.
    step "Fuzz targets"
    Scripts/fuzz.sh --seconds 0

    step "Every provider there is"
    Scripts/conformance.sh --products "$("$swift" build --show-bin-path)"

    # What puts several threads on one thing.
    step "Tests of threads and tasks under the thread sanitizer"
    sanitizer_environment
    read -r -a options <<< "${sanitizer_options[thread]}"
    test_run thread "${options[@]}" \
        --filter 'Concurrency|Threads for blocking calls|A lock that can be waited on|One module per library|Modules and their locks'
    # What handles memory of C.
    step "Tests of memory under the address sanitizer"
    read -r -a options <<< "${sanitizer_options[address]}"
    test_run address "${options[@]}" \
        --filter 'Concurrency|PKCS11Tests|TokenKeyStoreTests.RSA|TokenKeyStoreTests.Encoding|TokenKeyStoreTests.OpenSSL'
fi

if "$quick"; then checked="All tests passed."; else checked="All tests passed, those of threads and memory under the sanitizers too, and no fuzz target broke on what was kept."; fi
printf '\nDone: format, warnings and scripts are clean. %s Your own tokens were not touched.\n' "$checked"

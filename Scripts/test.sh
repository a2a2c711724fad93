#!/usr/bin/env bash
# Checks everything: format, warnings, scripts, tests, sanitizers. --quick leaves the sanitizers out.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

quick=false
for argument in "$@"; do
    case "$argument" in
        --quick) quick=true ;;
        *) fail "unknown argument $argument; usage: $0 [--quick]" ;;
    esac
done

need_packages gcc gnutls-bin libc6-dev libnss3 libnss3-dev libnss3-tools libp11-kit-dev libssl-dev opensc opensc-pkcs11 openssh-client openssl p11-kit \
    p11-kit-modules pkg-config shellcheck softhsm2
find_swift
isolate
cd "$repository"

step "Format"
"$swift" format lint --strict --recursive Package.swift Sources Tests Examples

step "Scripts"
shellcheck --external-sources Scripts/*.sh Scripts/*.bash .ci/run

step "No source uses the Security module"
# In a build that has it, canImport(Security) is true for whatever is compiled after it.
if grep --recursive --line-number --extended-regexp '^[^/]*(import[[:space:]]+Security\>|canImport\(Security\))' \
    --include '*.swift' Sources Tests Package.swift; then
    fail "only Examples may import Security"
fi

# Warnings are errors here and not in Package.swift, where a newer compiler's warning would break users.
strict=(-Xswiftc -warnings-as-errors -Xcc -Werror)

# Runs the tests in one configuration and shows the closing line of the run.
#   test_run NAME [OPTION…] [--filter REGEX | --skip REGEX]
test_run() {
    local name="$1" log="$work/$1.log" code=0 options=() filter=()
    shift
    while (( $# > 0 )); do
        if [[ "$1" == --filter || "$1" == --skip ]]; then
            filter=("$1" "$2")
            shift 2
        else
            options+=("$1")
            shift
        fi
    done
    "$swift" build --build-tests "${strict[@]}" "${options[@]}" > "$log" 2>&1 \
        || { grep --extended-regexp 'error:|warning:' "$log" | sort --unique | head -n 40; fail "the build failed ($name)"; }
    "$swift" test --skip-build --disable-xctest "${strict[@]}" "${options[@]}" "${filter[@]}" > "$log" 2>&1 || code=$?
    grep --extended-regexp '^.? ?Test run with ' "$log" || true
    # A sanitizer may report and let the run pass.
    if (( code != 0 )) || grep --quiet --extended-regexp '^(WARNING: Thread|=+[0-9]+=+ERROR: |SUMMARY: )' "$log"; then
        grep --extended-regexp --after-context 30 \
            '^✘|recorded an issue|^(WARNING: Thread|=+[0-9]+=+ERROR: )|SUMMARY: |error:|Fatal error' "$log" | head -n 300
        fail "the tests failed ($name, exit code $code)"
    fi
    grep --quiet --extended-regexp 'Test run with [1-9][0-9]* tests' "$log" || fail "no test was run ($name)"
}

step "Tests"
test_run debug --skip Concurrency
# By themselves: beside the others, whose blocking calls hold the threads of Swift's pool, nothing can be said of when a task runs.
step "Tests of threads and tasks"
test_run concurrency --filter Concurrency

step "What the README shows"
Scripts/check-readme.sh "$("$swift" build --show-bin-path)"

Scripts/check-call-shapes.sh

if ! "$quick"; then
    # What puts several threads on one thing.
    step "Tests of threads and tasks under the thread sanitizer"
    # A child of a process with several threads goes on with threads of its own.
    export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}die_after_fork=0"
    test_run thread --sanitize=thread --scratch-path .build/thread \
        --filter 'Concurrency|Threads for blocking calls|A lock that can be waited on|One module per library|Modules and their locks'
    # What handles memory of C. Leaks are not looked for: what is reported is all in the Swift runtime and the test library.
    step "Tests of memory under the address sanitizer"
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
    test_run address --sanitize=address --scratch-path .build/address \
        --filter 'Concurrency|PKCS11Tests|TokenKeyStoreTests.RSA|TokenKeyStoreTests.Encoding|TokenKeyStoreTests.OpenSSL'
fi

if "$quick"; then checked="All tests passed."; else checked="All tests passed, and those of threads and memory under the sanitizers too."; fi
printf '\nDone: format, warnings and scripts are clean. %s Your own tokens were not touched.\n' "$checked"

#!/usr/bin/env bash
# Kills a process at random moments of generation, import, renaming, replacement and deletion of keys on SoftHSM, which writes
# none of them in one step, and looks each time: there is the old key or the new one, look-up is not confused by what is left, and
# p11 doctor lists and removes it.
#
#   Scripts/crash.sh [--times N] [--seed S] [OPERATION…]
#
# 200 kills of each operation, some 12 minutes, and a seed drawn and printed, unless told otherwise. The seed gives the moments; where
# the process is at a moment is the machine's.
#
# It prints for each operation how long it takes when it is left alone, how many kills came before or after all changes, and what the
# others left: "without numbers" is an object that SoftHSM only began, "odd" one that has no class yet. A private half without its public
# one is a key that can be used, and no leftover. The files without contents at the end are none of SoftHSM's objects: softhsm/README.md.
# The first kill after which something is not as it should be ends it, with what was found.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

usage="usage: $0 [--times N] [--seed S] [generate|import|rename|replace-import|replace-generate|delete]…"
times=200
options=()
built=""
while (( $# > 0 )); do
    case "$1" in
        generate | import | rename | replace-import | replace-generate | delete)
            options+=("$1")
            shift
            continue
            ;;
    esac
    [[ "$1" == --built || "${2:-}" =~ ^[0-9]+$ ]] || fail "$usage"
    case "$1" in
        # The folder of a build that was made already, by Scripts/test.sh with flags of its own.
        --built) built="${2:-}" ;;
        --times) times="$2" ;;
        --seed) options+=("$1" "$2") ;;
        *) fail "unknown argument $1; $usage" ;;
    esac
    shift 2
done

need_packages bsdutils gcc libc6-dev libp11-kit-dev libssl-dev openssl pkg-config softhsm2
find_swift
isolate
cd "$repository"

if [[ -z "$built" ]]; then
    step "Building"
    for product in p11 Soak; do
        "$swift" build --product "$product" > "$work/build.log" 2>&1 || { cat "$work/build.log"; fail "the build failed"; }
    done
    built="$("$swift" build --show-bin-path)"
fi

step "Processes killed at random"
timeout --kill-after=10 $(( times * 60 + 300 )) "$built/Soak" crash --times "$times" "${options[@]}"

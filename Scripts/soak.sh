#!/usr/bin/env bash
# Uses a key store from several threads on SoftHSM while one Cryptoki call in twenty fails, half of them after the token did
# the work, and looks between rounds and at the end, without faults, what became of every key.
#
#   Scripts/soak.sh [--seconds N] [--seed S] [--threads N]
#
# 600 seconds, a seed drawn and printed, and 8 threads unless told otherwise. With one thread a seed gives the same run each
# time; with several each thread does the same and meets the same faults, but where they wait for each other is the machine's. Changes
# of a token wait for each other, so a machine with much else to do looks a few times where an idle one does a dozen times.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

usage="usage: $0 [--seconds N] [--seed S] [--threads N]"
seconds=600
options=()
built=""
while (( $# > 0 )); do
    [[ "$1" == --built || "${2:-}" =~ ^[0-9]+$ ]] || fail "$usage"
    case "$1" in
        # The folder of a build that was made already, by Scripts/test.sh with flags of its own.
        --built) built="${2:-}" ;;
        --seconds) seconds="$2" ;;
        --seed | --threads) options+=("$1" "$2") ;;
        *) fail "unknown argument $1; $usage" ;;
    esac
    shift 2
done

need_packages gcc libc6-dev libp11-kit-dev libssl-dev openssl pkg-config softhsm2
find_swift
isolate
cd "$repository"

if [[ -z "$built" ]]; then
    step "Building"
    "$swift" build --product Soak > "$work/build.log" 2>&1 || { cat "$work/build.log"; fail "the build failed"; }
    built="$("$swift" build --show-bin-path)"
fi

step "Faults at random"
# A thread that waits for ever would be a finding too.
timeout --kill-after=10 $(( seconds * 2 + 120 )) "$built/Soak" faults --seconds "$seconds" "${options[@]}"

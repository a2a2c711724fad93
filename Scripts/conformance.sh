#!/usr/bin/env bash
# Runs the same checks on every PKCS #11 provider that this machine can have, and compares what each can do with the page of the
# documentation; --write writes the page. Providers may be named; the page is left alone then.
#
#   conformance.sh [PROVIDER…] [--write] [--products FOLDER]     FOLDER: of a build that is there already
#   conformance.sh --list
#   conformance.sh --with PROVIDER COMMAND…    runs a command in place of the checks, with $MODULE and $PIN of the provider's token
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"
source "$(dirname -- "${BASH_SOURCE[0]}")/providers.bash"

page="$repository/Sources/TokenKeyStore/TokenKeyStore.docc/Providers.md"
limit=150

# --- One provider, in a process of its own: conformance.sh --inside NAME

# Runs the suite; what it reports goes to a file.
try() {
    if (( ${#instead[@]} > 0 )); then
        MODULE="$2" PIN="$user_pin" "${instead[@]}"
        return
    fi
    CONFORMANCE_PIN="$user_pin" timeout --kill-after 5 "$limit" "$conformance" run "$@" > "$results/$1.jsonl" 2> "$place/suite.log" &
    # A signal is heard at once only by a shell that waits so.
    daemons+=("$!")
    wait "$!"
}

stop() {
    local code=$? command daemon
    (( code == 0 || code == 1 )) || tail -n 5 "$place/suite.log" >&2 || true
    for command in "${closing[@]}"; do $command > /dev/null 2>&1 || true; done
    for daemon in "${daemons[@]}"; do kill "$daemon" 2> /dev/null || true; done
    wait 2> /dev/null || true
}

inside() {
    daemons=()
    closing=()
    trap stop EXIT
    trap 'exit 1' INT TERM
    if "$is_isolated"; then
        mount -t tmpfs tmpfs /run
        mount -t tmpfs tmpfs /dev/shm
        # Tokens in files wait for the disk at every write.
        mount -t tmpfs tmpfs "$place"
        ip link set lo up
    fi
    "start_${1//-/_}"
}

if [[ "${1:-}" == --inside ]]; then
    instead=("${@:3}")
    inside "$2"
    exit
fi

# --- All of them

write=false
products=
chosen=()
instead=()
while (( $# > 0 )); do
    argument="$1"
    shift
    case "$argument" in
        --write) write=true ;;
        --products)
            products="${1:-}"
            [[ -x "$products/Conformance" ]] || fail "there is no Conformance in the folder \"$products\""
            shift
            ;;
        --with)
            (( $# >= 2 )) || fail "usage: $0 --with PROVIDER COMMAND…"
            instead=("${@:2}")
            set -- "$1"
            ;;
        --list) printf '%s\n' "${providers[@]}"; exit ;;
        -*) fail "unknown argument $argument; usage: $0 [PROVIDER…] [--write] [--products FOLDER] [--with PROVIDER COMMAND…]" ;;
        *)
            [[ " ${providers[*]} " == *" $argument "* ]] || fail "there is no provider $argument; there are: ${providers[*]}"
            chosen+=("$argument")
            ;;
    esac
done
is_whole=true
(( ${#chosen[@]} == 0 )) || is_whole=false
"$is_whole" || ! "$write" || fail "the page is written of a run of all providers"
"$is_whole" && chosen=("${providers[@]}")

packages=()
for provider in "${chosen[@]}"; do
    declare -n needs="needs_${provider//-/_}"
    packages+=("${needs[@]}")
done
need_packages iproute2 openssl util-linux
# What a provider lacks then is said of it.
(need_packages "${packages[@]}") || true
isolate
cd "$repository"

if [[ -z "$products" ]]; then
    step "Build"
    find_swift
    "$swift" build --product Conformance > "$work/build.log" 2>&1 || { tail -n 40 "$work/build.log"; fail "the build failed"; }
    products="$("$swift" build --show-bin-path)"
fi
conformance="$products/Conformance"
results="$work/results"
mkdir "$results"
export conformance results

# Everything of a provider ends with its process there: daemons, mounts, sockets, shared memory.
namespaces=(unshare --mount --net --ipc --pid --fork --kill-child --mount-proc --propagation private)
can_isolate=false
(( EUID != 0 )) || ! "${namespaces[@]}" true 2> /dev/null || can_isolate=true

# Runs one provider, and says how it went.
run_provider() {
    local provider="$1" code=0 report="$results/$1.jsonl" log="$work/$1.log"
    export place="$work/$provider" is_isolated="$can_isolate"
    mkdir --mode 711 "$place"
    if ! "$can_isolate" && [[ " ${isolated_providers[*]} " == *" $provider "* ]]; then
        skip "$provider" "needs root and namespaces of its own"
        return
    fi
    local -n needed="needs_${provider//-/_}"
    local package
    for package in "${needed[@]}"; do
        is_installed "$package" || { skip "$provider" "the package $package is missing"; return; }
    done
    local inside=("$BASH" "$repository/Scripts/conformance.sh" --inside "$provider" "${instead[@]}")
    if "$can_isolate"; then inside=("${namespaces[@]}" "${inside[@]}"); fi
    if (( ${#instead[@]} > 0 )); then
        "${inside[@]}"
        return
    fi
    "${inside[@]}" > "$log" 2>&1 &
    running=$!
    wait "$running" || code=$?
    running=
    local passed=0 refused=0 failed=0
    if [[ -s "$report" ]]; then
        passed="$(grep --count '"result":"pass"' "$report" || true)"
        refused="$(grep --count '"result":"cannot"' "$report" || true)"
        failed="$(grep --count '"result":"fail"' "$report" || true)"
    fi
    printf '%-18s %3d pass, %3d cannot, %3d fail  (%d s)\n' "$provider" "$passed" "$refused" "$failed" "$SECONDS"
    (( code != 0 )) || return 0
    failures+=("$provider")
    if (( code == 1 )) && [[ -s "$report" ]]; then
        sed -n 's/.*"check":"\([^"]*\)","reason":"\(.*\)","result":"fail".*/    \1: \2/p' "$report" | cut -c 1-300
    else
        printf '    ended with exit code %d after: %s\n' "$code" "$(tail -n 1 "$report" 2> /dev/null)"
        sed 's/^/    /' "$log"
    fi
}

skip() {
    printf '%-18s skipped: %s\n' "$1" "$2"
    skipped+=("$1")
}

# The provider that is being tried, if one is.
running=
finish() {
    # Where it is isolated, it takes everything with it that runs there, and hears no other signal.
    if [[ -n "$running" ]]; then
        if "$can_isolate"; then kill -KILL "$running"; else kill -TERM "$running"; fi
        wait "$running" || true
    fi
    rm -rf -- "$work"
    remove_lock_files
} 2> /dev/null
trap finish EXIT
trap 'exit 130' INT TERM HUP

step "Providers"
failures=()
skipped=()
for provider in "${chosen[@]}"; do
    SECONDS=0
    run_provider "$provider"
done

(( ${#failures[@]} == 0 )) || fail "not as Tests/Conformance/expectations.txt says: ${failures[*]}"
if (( ${#skipped[@]} > 0 )); then
    [[ "${CI:-}" != true ]] || fail "skipped, which is no success here: ${skipped[*]}"
    printf '\nDone, without %s; the page of the documentation was not compared.\n' "${skipped[*]}"
elif ! "$is_whole"; then
    printf '\nDone. Your own tokens were not touched.\n'
elif "$write"; then
    mkdir --parents "$(dirname -- "$page")"
    "$conformance" table "$results" --write "$page"
    printf '\nDone; %s was written. Your own tokens were not touched.\n' "${page#"$repository/"}"
else
    "$conformance" table "$results" --check "$page"
    printf '\nDone; the page of the documentation is right. Your own tokens were not touched.\n'
fi

#!/usr/bin/env bash
# Runs the fuzz targets over their kept inputs, and then on from there: what reads key files, URIs, configuration, command lines and
# the answers of providers.
#
#   Scripts/fuzz.sh [--seconds N] [--list] [TARGET…]      N seconds for each target (10); 0 runs the kept inputs only
#
# New inputs stay in .build/fuzz/found; an input that breaks something is named, with the line that runs it again.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

seconds=10
list=false
targets=()
while (( $# > 0 )); do
    case "$1" in
        --seconds)
            [[ "${2:-}" =~ ^[0-9]+$ ]] || fail "--seconds needs a number"
            seconds="$2"
            shift
            ;;
        --list) list=true ;;
        -*) fail "unknown argument $1; usage: $0 [--seconds N] [--list] [TARGET…]" ;;
        *) targets+=("$1") ;;
    esac
    shift
done

need_packages gcc libc6-dev libp11-kit-dev libssl-dev pkg-config
find_swift
isolate
cd "$repository"
# With it a crash waits for a debugger that is not there.
export SWIFT_BACKTRACE=enable=no

# libFuzzer without its main, in the resource folder of the toolchain's clang, whose layout differs.
fuzzer_runtime() {
    local resources architecture
    resources="$("$swift" -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')/clang"
    architecture="$(uname -m)"
    find -L "$resources/lib" \( -name "libclang_rt.fuzzer_no_main-$architecture.a" \
        -o -path "*/$architecture-*" -name libclang_rt.fuzzer_no_main.a \) 2> /dev/null | head -n 1
}

FUZZER_RUNTIME="$(fuzzer_runtime)"
[[ -n "$FUZZER_RUNTIME" ]] || fail "this toolchain has no libFuzzer (libclang_rt.fuzzer_no_main)"
export FUZZER_RUNTIME

step "Building the fuzz targets"
# To all packages, so that the libraries are instrumented too.
build=("$swift" build --package-path Fuzz --scratch-path .build/fuzz --configuration release --sanitize=address
    -Xswiftc -enable-testing -Xswiftc -Xfrontend -Xswiftc "-sanitize=address,fuzzer" -Xcc -fsanitize=fuzzer-no-link
    -Xswiftc -warnings-as-errors -Xcc -Werror)
"${build[@]}" > "$work/build.log" 2>&1 \
    || { grep --extended-regexp 'error:|warning:|undefined' "$work/build.log" | sort --unique | head -n 40; fail "the build failed"; }
fuzz="$("${build[@]}" --show-bin-path 2> /dev/null)/fuzz"

mapfile -t known < <("$fuzz" --list)
if "$list"; then
    printf '%s\n' "${known[@]}"
    exit 0
fi
(( ${#targets[@]} > 0 )) || targets=("${known[@]}")

# Leaks are not looked for: what libFuzzer sees at the end of an input are the caches of the Swift runtime.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0:abort_on_error=1"
# Patient, for a machine that has other things to do.
common=(-timeout=60 -rss_limit_mb=1500 -max_len=4096 -len_control=20 -print_final_stats=1 -detect_leaks=0)

broken=()
for target in "${targets[@]}"; do
    [[ " ${known[*]} " == *" $target "* ]] || fail "there is no target $target; there are: ${known[*]}"
    corpus="Fuzz/Corpus/$target" found=".build/fuzz/found/$target" crashes=".build/fuzz/crashes/$target"
    mkdir -p "$found" "$crashes"
    [[ -d "$corpus" ]] || fail "there are no inputs in $corpus"
    if (( seconds == 0 )); then limit=(-runs=0); else limit=(-max_total_time="$seconds"); fi
    dictionary=()
    [[ ! -f "Fuzz/Dictionaries/$target" ]] || dictionary=(-dict="Fuzz/Dictionaries/$target")
    step "$target"
    code=0
    "$fuzz" --target="$target" "${common[@]}" "${limit[@]}" "${dictionary[@]}" -artifact_prefix="$crashes/" \
        "$found" "$corpus" > "$work/$target.log" 2>&1 || code=$?
    sed -n 's/^stat::number_of_executed_units: */inputs run: /p; s/^stat::peak_rss_mb: */memory in MB: /p' "$work/$target.log"
    (( code != 0 )) || continue
    broken+=("$target")
    grep --extended-regexp 'broken:|ERROR: |SUMMARY: |Fatal error|ALARM|Test unit written' "$work/$target.log" | head -n 20
    grep --extended-regexp --max-count 12 '^ +#[0-9]+ .* in ' "$work/$target.log" || true
    sed -n "s|.*Test unit written to \(.*\)|run it again: SWIFT_BACKTRACE=enable=no $fuzz --target=$target \1|p" "$work/$target.log"
done

(( ${#broken[@]} == 0 )) || fail "broken: ${broken[*]}"
printf '\nDone: %d targets, %d seconds each, and nothing broke.\n' "${#targets[@]}" "$seconds"

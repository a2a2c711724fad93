#!/usr/bin/env bash
# Measures `p11 key list` on a SoftHSM token with many RSA key pairs against `pkcs11-tool -O` and `p11tool --list-all`: time, each in its
# turn in one run, and Cryptoki calls, counted by pkcs11-spy between program and token; with login and without. Prints a table, and
# fails where p11 does not win in both.
#
#   Scripts/measure-list.sh [--keys N] [--runs N] [--without-p11tool]     1000 keys and 5 runs unless told otherwise
#
# p11tool logs in anew for each object, so its runs take most of the time. The token is thrown away; yours are not touched.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

usage="usage: $0 [--keys N] [--runs N] [--without-p11tool]"
keys=1000
runs=5
tools=(p11 pkcs11-tool p11tool)
built=""
while (( $# > 0 )); do
    case "$1" in
        --keys | --runs)
            [[ "${2:-}" =~ ^[1-9][0-9]{0,4}$ ]] || fail "$usage"
            if [[ "$1" == --keys ]]; then keys="$2"; else runs="$2"; fi
            shift
            ;;
        --built)
            # A release that was built already.
            [[ -x "${2:-}" ]] || fail "$usage"
            built="$(realpath -- "$2")"
            shift
            ;;
        --without-p11tool) tools=(p11 pkcs11-tool) ;;
        *) fail "unknown argument $1; $usage" ;;
    esac
    shift
done

find_library() {
    local path
    for path in "$@"; do
        [[ ! -f "$path" ]] || { printf '%s\n' "$path"; return; }
    done
    fail "there is none of $*"
}

need_packages binutils gcc gnutls-bin libc6-dev libp11-kit-dev libssl-dev opensc opensc-pkcs11 pkg-config softhsm2
isolate
# In memory: SoftHSM waits for the disk some thirty times for each object that it makes.
tokens="$(mktemp -d /dev/shm/swift-pkcs11.XXXXXX 2> /dev/null)" || tokens="$(mktemp -d "$work/tokens.XXXXXX")"
trap 'rm -rf -- "$work" "$tokens"; remove_lock_files' EXIT
softhsm="$(find_library /usr/lib/softhsm/libsofthsm2.so /usr/lib/*/softhsm/libsofthsm2.so /usr/lib*/pkcs11/libsofthsm2.so)"
spy="$(find_library /usr/lib/*/pkcs11/pkcs11-spy.so /usr/lib*/pkcs11/pkcs11-spy.so /usr/lib*/pkcs11-spy.so)"

if [[ -z "$built" ]]; then
    find_swift
    step "Building p11 as it is released (a few minutes)"
    cd "$repository"
    build=("$swift" build --configuration release --static-swift-stdlib --product p11)
    "${build[@]}" > "$work/build.log" 2>&1 || { cat "$work/build.log"; fail "the build failed"; }
    built="$("${build[@]}" --show-bin-path)/p11"
fi
strip -o "$work/p11" "$built"

step "Making $keys key pairs"
export SOFTHSM2_CONF="$work/softhsm2.conf"
printf '%s\n' "directories.tokendir = $tokens" "objectstore.backend = file" "log.level = ERROR" > "$SOFTHSM2_CONF"
# Of this token only, which lasts as long as the script: a command line is no place for a PIN that protects something.
pin=123456
softhsm2-util --init-token --free --label list --pin "$pin" --so-pin 12345678 > "$work/log" 2>&1 \
    || { cat "$work/log"; fail "softhsm2-util failed"; }
read -r -a flags <<< "$(pkg-config --cflags --libs p11-kit-1 libcrypto)"
gcc -std=c11 -O2 -o "$work/make-pairs" "$repository/Benchmarks/make-pairs.c" "${flags[@]}" -ldl
TOKEN_PIN="$pin" "$work/make-pairs" "$softhsm" list "$keys"

# How each lists the keys: list TOOL LOGIN MODULE
list() {
    case "$1,$2" in
        p11,login) PKCS11_PIN="$pin" "$work/p11" key list --module "$3" --token list ;;
        p11,public) "$work/p11" key list --module "$3" --token list ;;
        pkcs11-tool,login) pkcs11-tool --module "$3" --token-label list --login --pin "$pin" -O ;;
        pkcs11-tool,public) pkcs11-tool --module "$3" --token-label list -O ;;
        p11tool,login) GNUTLS_PIN="$pin" p11tool --provider "$3" --batch --login --list-all pkcs11:token=list ;;
        p11tool,public) p11tool --provider "$3" --batch --list-all pkcs11:token=list ;;
    esac > "$work/list" 2> "$work/log"
}

# Whether all were listed: by p11 in one row for each pair, by the others one by one, and without login the public halves only.
check_list() {
    local objects="$keys" count
    case "$1,$2" in p11,*) ;; *,login) objects=$((2 * keys)) ;; esac
    count="$(grep --count --extended-regexp '^(key [0-9]{5} .* RSA 2048 |(Private|Public) Key Object|Object [0-9]+:)' "$work/list" || true)"
    (( count == objects )) || { head -n 20 "$work/list" "$work/log"; fail "$1 ($2) listed $count objects, not $objects"; }
}

declare -A calls
for access in login public; do
    step "Counting calls ($access)"
    for tool in "${tools[@]}"; do
        export PKCS11SPY="$softhsm" PKCS11SPY_OUTPUT="$work/spy"
        rm -f -- "$work/spy"
        list "$tool" "$access" "$spy" || { cat "$work/log"; fail "$tool failed"; }
        unset PKCS11SPY PKCS11SPY_OUTPUT
        check_list "$tool" "$access"
        calls[$tool,$access]="$(grep --count --extended-regexp '^[0-9]+: C_' "$work/spy")"
        printf '%s: %s\n' "$tool" "${calls[$tool,$access]}"
    done
done

load_before="$(cut -d ' ' -f 1-3 /proc/loadavg)"
TIMEFORMAT='%R %U %S'
for access in login public; do
    step "Measuring time ($access), $runs runs"
    for (( run = 0; run < runs; run++ )); do
        for tool in "${tools[@]}"; do
            { time list "$tool" "$access" "$softhsm"; } 2> "$work/time" || { cat "$work/log"; fail "$tool failed"; }
            check_list "$tool" "$access"
            cat "$work/time" >> "$work/times-$tool-$access"
        done
    done
done

# The median of a field and its spread, and the median of the time that the processor worked: seconds.
statistics() {
    awk '{ print $1 }' "$1" | sort -n > "$work/sorted"
    awk '{ a[NR] = $1 } END { printf "%.3f %.3f %.3f ", NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2, a[1], a[NR] }' "$work/sorted"
    awk '{ print $2 + $3 }' "$1" | sort -n > "$work/sorted"
    awk '{ a[NR] = $1 } END { printf "%.3f\n", NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2 }' "$work/sorted"
}


declare -A title=(
    [p11]="\`p11 key list\`" [pkcs11-tool]="\`pkcs11-tool -O\`" [p11tool]="\`p11tool --list-all\`"
)

version() { dpkg-query --show --showformat '${Version}' "$1" 2> /dev/null || printf 'of unknown version'; }

step "Result"
printf '%s, %s; %s processors, load before %s, after %s\n' "$(date +%F)" "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" \
    "$(nproc)" "$load_before" "$(cut -d ' ' -f 1-3 /proc/loadavg)"
printf '%s; OpenSC %s, GnuTLS %s, SoftHSM %s\n\n' "$("$work/p11" --version)" "$(version opensc)" "$(version gnutls-bin)" "$(version softhsm2)"
printf '| %s key pairs, %s runs | login | time: median (least to most) | processor time | Cryptoki calls |\n' "$keys" "$runs"
printf '| --- | --- | --- | --- | --- |\n'
lost=()
for access in login public; do
    for tool in "${tools[@]}"; do
        read -r median least most processor <<< "$(statistics "$work/times-$tool-$access")"
        [[ "$access" == login ]] && login=yes || login=no
        printf '| %s | %s | %s s (%s to %s) | %s s | %s |\n' \
            "${title[$tool]}" "$login" "$median" "$least" "$most" "$processor" "${calls[$tool,$access]}"
        if [[ "$tool" == p11 ]]; then
            ours="$median"
        elif ! awk -v ours="$ours" -v theirs="$median" 'BEGIN { exit !(ours < theirs) }'; then
            lost+=("$tool is not slower ($access)")
        fi
        if [[ "$tool" != p11 ]] && (( calls[p11,$access] >= calls[$tool,$access] )); then
            lost+=("$tool makes no more calls ($access)")
        fi
    done
done
(( ${#lost[@]} == 0 )) || { printf '\n'; printf 'lost: %s\n' "${lost[@]}" >&2; fail "p11 does not win"; }
printf '\nDone: p11 took the least time and the fewest calls.\n'

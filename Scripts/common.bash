# What the scripts of this folder share. Sourced, not run.
# shellcheck shell=bash disable=SC2034

set -euo pipefail

# The folder with Package.swift, wherever the script was called from.
repository="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"

# What a script is for and takes is said at its head: `--help` as the first argument shows that, and nothing is run.
if [[ "${1:-}" == --help || "${1:-}" == -h ]]; then
    sed -n -e '1d' -e '/^#/!q' -e '/^# shellcheck /d' -e 's/^# \{0,1\}//p' "$0"
    exit 0
fi

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

step() {
    printf '\n== %s\n' "$*"
}

# Sets `swift` to the compiler: $SWIFT, or the one in PATH. Raw identifiers in the tests need 6.2.
find_swift() {
    swift="${SWIFT:-swift}"
    command -v -- "$swift" > /dev/null \
        || fail "there is no Swift in PATH. Install Swift 6.2 or later (https://www.swift.org/install/linux), or name it: SWIFT=/path/to/swift $0"
    local version major minor
    version="$("$swift" --version 2>&1 | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -n 1)"
    major="${version%%.*}"
    minor="${version##*.}"
    [[ -n "$version" ]] || fail "$swift does not say which version of Swift it is"
    (( major > 6 || (major == 6 && minor >= 2) )) || fail "this is Swift $version; 6.2 or later is needed"
}

is_installed() {
    [[ "$(dpkg-query --show --showformat '${db:Status-Status}' "$1" 2> /dev/null)" == installed ]]
}

# Installs the Debian packages named that are missing; root is asked for that only.
need_packages() {
    local package missing=()
    if ! command -v dpkg-query > /dev/null || ! command -v apt-get > /dev/null; then
        printf 'note: this is not Debian or Ubuntu; what these packages hold must be there already: %s\n' "$*" >&2
        return 0
    fi
    for package in "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    (( ${#missing[@]} > 0 )) || return 0

    local as_root=()
    if (( EUID != 0 )); then
        command -v sudo > /dev/null \
            || fail "these packages are missing, and there is no sudo to install them with. As root: apt-get install ${missing[*]}"
        as_root=(sudo)
    fi
    step "Installing ${missing[*]}"
    local install=(env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends "${missing[@]}")
    # The lists may be old or not there at all; they are fetched only where the packages cannot be had without.
    "${as_root[@]}" "${install[@]}" > /dev/null 2>&1 && return 0
    "${as_root[@]}" apt-get update --quiet --quiet \
        || fail "the package lists cannot be fetched. Install by hand: apt-get install ${missing[*]}"
    "${as_root[@]}" "${install[@]}" \
        || fail "the packages cannot be installed. Install by hand: apt-get install ${missing[*]}"
}

# Makes a folder for everything a run leaves behind, and turns every variable off that could lead to a token of the user's.
isolate() {
    work="$(mktemp -d "${TMPDIR:-/tmp}/swift-pkcs11.XXXXXX")"
    trap 'rm -rf -- "$work"; remove_lock_files' EXIT
    unset PKCS11_MODULE PKCS11_MODULE_PATH PKCS11_TOKEN_LABEL PKCS11_URI PKCS11_PIN PKCS11_PIN_SOURCE P11_NO_EMBEDDED P11_PROFILE P11_CONFIG
    unset SOFTHSM2_CONF
    mkdir -m 700 "$work/data"
    export XDG_DATA_HOME="$work/data"
    # Where no profile is.
    export XDG_CONFIG_HOME="$work/config"
}

# Removes what programs that were killed left of their lock files (ProcessLock removes its own), and the folder where it is empty then.
remove_lock_files() {
    # The folder of TokenLock: it has to be the same for all programs of a user, so it is not in $TMPDIR.
    local folder="/tmp/swift-pkcs11-$EUID" file descriptor
    for file in "$folder"/*.lock; do
        [[ -f "$file" ]] || continue
        exec {descriptor}<> "$file"
        # Held by nobody, and still the one that others find.
        if flock --nonblock "$descriptor" && [[ "$file" -ef "/proc/self/fd/$descriptor" ]]; then rm -f -- "$file"; fi
        exec {descriptor}>&-
    done
    rmdir -- "$folder" 2> /dev/null || true
}

# Warnings are errors here and not in Package.swift, where a newer compiler's warning would break users.
strict=(-Xswiftc -warnings-as-errors -Xcc -Werror)

# The builds with a sanitizer. The one of memory looks at undefined behaviour in C as well.
declare -A sanitizer_options=(
    [address]="--sanitize=address -Xcc -fsanitize=undefined --scratch-path .build/address"
    [thread]="--sanitize=thread --scratch-path .build/thread"
)

# Where sanitizers report what they find in the tests and in all programs that these start: see test_run. After isolate.
sanitizer_environment() {
    local reports="log_path=$work/reports/sanitizer"
    # Leaks are looked for in leak_run only: modules of others have some, whose stacks end in libcrypto as ours would.
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0:$reports"
    # A child of a process with several threads goes on with threads of its own.
    export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}die_after_fork=0:suppressions=$repository/Tests/Sanitizers/thread.txt:$reports"
    # The place in it is that of the other two as well.
    export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}print_stacktrace=1:$reports"
}

# Runs the tests that load no module of others and looks for leaks at the end: of memory of libcrypto, of our C and allocated by hand.
leak_run() {
    local options
    local -x ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1"
    local -x LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}print_suppressions=0:suppressions=$repository/Tests/Sanitizers/leak.txt"
    read -r -a options <<< "${sanitizer_options[address]}"
    test_run leaks "${options[@]}" --filter 'TokenKeyStoreTests.*(RSA|Encoding|OpenSSL|KeyDerivation|PINSource|Quirk|Profile)'
}

# Runs the tests in one configuration and shows the closing line of the run.
#   test_run NAME [OPTION…] [--filter REGEX | --skip REGEX]
# What sanitizers report to files named $work/reports/… counts too: it is how those of child processes are seen.
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
    rm -rf -- "$work/reports"
    # Also for programs that a test starts as somebody else.
    mkdir -p "$work/reports"
    chmod 1777 "$work/reports"
    chmod 711 "$work"
    "$swift" test --skip-build --disable-xctest "${strict[@]}" "${options[@]}" "${filter[@]}" > "$log" 2>&1 || code=$?
    grep --extended-regexp '^.? ?Test run with ' "$log" || true
    # A sanitizer may report and let the run pass.
    if (( code != 0 )) || grep --quiet --extended-regexp '^(WARNING: Thread|=+[0-9]+=+ERROR: |SUMMARY: )' "$log"; then
        grep --extended-regexp --after-context 30 \
            '^✘|recorded an issue|^(WARNING: Thread|=+[0-9]+=+ERROR: )|SUMMARY: |error:|Fatal error' "$log" | head -n 300
        fail "the tests failed ($name, exit code $code)"
    fi
    if [[ -n "$(find "$work/reports" -type f)" ]]; then
        cat "$work"/reports/* | head -n 300
        fail "a sanitizer reported something in a child process ($name)"
    fi
    grep --quiet --extended-regexp 'Test run with [1-9][0-9]* tests' "$log" || fail "no test was run ($name)"
}

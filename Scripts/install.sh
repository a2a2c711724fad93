#!/usr/bin/env bash
# Builds p11 as it is released, with the Swift libraries inside, and installs it with its manual pages and completions; or removes them.
#
#   Scripts/install.sh [--prefix DIR] [--uninstall]      DIR is /usr/local unless told otherwise
#
# DESTDIR in the environment is put before DIR, for packages.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

usage="usage: $0 [--prefix DIR] [--uninstall]"
prefix=/usr/local
uninstall=false
built=""
while (( $# > 0 )); do
    case "$1" in
        --prefix | --built)
            [[ -n "${2:-}" ]] || fail "$usage"
            # A program that was built already is for the tests of this script.
            if [[ "$1" == --prefix ]]; then prefix="$2"; else built="$2"; fi
            shift
            ;;
        --uninstall) uninstall=true ;;
        *) fail "unknown argument $1; $usage" ;;
    esac
    shift
done
[[ "$prefix" == /* ]] || fail "--prefix takes an absolute path"
root="${DESTDIR:-}$prefix"

# By what is there: another version may have had other pages.
installed() {
    local files=("$root/bin/p11" "$root/share/bash-completion/completions/p11" "$root/share/zsh/site-functions/_p11"
        "$root/share/fish/vendor_completions.d/p11.fish" "$root/share/man/man1/p11.1" "$root"/share/man/man1/p11-*.1)
    local file
    for file in "${files[@]}"; do
        [[ ! -f "$file" ]] || printf '%s\n' "$file"
    done
}

if "$uninstall"; then
    mapfile -t files < <(installed)
    (( ${#files[@]} > 0 )) || fail "p11 is not installed in $root"
    rm -f -- "${files[@]}"
    printf 'Removed:\n'
    printf '  %s\n' "${files[@]}"
    exit 0
fi

isolate
if [[ -z "$built" ]]; then
    need_packages binutils libp11-kit-dev libssl-dev pkg-config softhsm2
    find_swift
    cd "$repository"
    step "Building p11 (a few minutes)"
    build=("$swift" build --configuration release --static-swift-stdlib --product p11)
    "${build[@]}" > "$work/build.log" 2>&1 || { cat "$work/build.log"; fail "the build failed"; }
    built="$("${build[@]}" --show-bin-path)/p11"
fi

step "Installing in $root"
cp -- "$built" "$work/p11"
strip "$work/p11"
# An earlier version may have had pages that this one does not have.
mapfile -t earlier < <(installed)
mkdir -p "$root" 2> /dev/null || true
[[ -w "$root" ]] || fail "$root cannot be written: run this as root, or give another --prefix"
(( ${#earlier[@]} == 0 )) || rm -f -- "${earlier[@]}"
install -D --mode 755 "$work/p11" "$root/bin/p11"
put() {
    "$work/p11" "${@:2}" > "$work/file"
    install -D --mode 644 "$work/file" "$root/share/$1"
}
while read -r page; do
    put "man/man1/$page.1" __manual "$page"
done < <("$work/p11" __manual --list)
put bash-completion/completions/p11 completion bash
put zsh/site-functions/_p11 completion zsh
put fish/vendor_completions.d/p11.fish completion fish
installed

printf '\nDone: %s. %s --uninstall removes it.\n' "$("$root/bin/p11" --version)" "Scripts/install.sh --prefix $prefix"

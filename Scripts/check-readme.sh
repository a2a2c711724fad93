#!/usr/bin/env bash
# Runs what the README shows: the first program, in a new package that depends on this folder by path, and the first shell
# session. Needs a built p11 (its folder is the only argument) and SoftHSM; uses a token in a temporary folder.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

bin=$(cd "${1:?usage: Scripts/check-readme.sh FOLDER-OF-P11}" && pwd)
find_swift
isolate

# The code block behind the comment that names it.
block() {
    awk -v mark="<!-- $1 -->" '
        $0 == mark { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' "$repository/README.md"
}

mkdir -p "$work/first/Sources/first"
ln -s "$repository" "$work/swift-pkcs11"
block "first program: Package.swift" > "$work/first/Package.swift"
block "first program: main.swift" > "$work/first/Sources/first/main.swift"
for file in Package.swift Sources/first/main.swift; do
    [ -s "$work/first/$file" ] || {
        echo "README.md has no first program ($file)" >&2
        exit 1
    }
done
(cd "$work/first" && "$swift" build --quiet)
program=$work/first/.build/debug/first
first=$("$program")
second=$("$program")
grep -q '^signature of 384 bytes, valid: true$' <<< "$first"
# The key is made once and found again: the public key is the same.
[ "$(grep -v '^signature' <<< "$first")" = "$(grep -v '^signature' <<< "$second")" ]
echo "first program: ran twice, same key"

session=$(block "first shell session")
[ -n "$session" ] || {
    echo "README.md has no first shell session" >&2
    exit 1
}
mkdir "$work/session"
(cd "$work/session" && PATH=$bin:$PATH bash -euo pipefail -c "$session" > "$work/session.out" 2> "$work/session.err") || {
    cat "$work/session.out" "$work/session.err" >&2
    exit 1
}
grep -q 'Verified OK' "$work/session.out"
echo "first shell session: ran"

#!/usr/bin/env bash
# Runs what the README shows: its programs, in a new package that depends on this folder by path, its first shell session, and what
# it says of leftovers. Needs a built p11 (its folder is the only argument) and SoftHSM; uses a token in a temporary folder.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

bin=$(cd "${1:?usage: Scripts/check-readme.sh FOLDER-OF-P11}" && pwd)
find_swift
isolate

# The code block behind the comment that names it.
block() {
    local text
    text=$(awk -v mark="<!-- $1 -->" '
        $0 == mark { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' "$repository/README.md")
    [ -n "$text" ] || fail "README.md has no block called $1"
    printf '%s\n' "$text"
}

# Builds the package with the program on standard input in place of the one before, and fails on a warning of it.
build_program() {
    cat > "$work/first/Sources/first/main.swift"
    (cd "$work/first" && "$swift" build 2>&1) > "$work/build.log" || { cat "$work/build.log" >&2; fail "the program does not build"; }
    ! grep 'first/main.swift.*warning:' "$work/build.log" >&2 || fail "the program builds with warnings"
}

mkdir -p "$work/first/Sources/first"
ln -s "$repository" "$work/swift-pkcs11"
block "first program: Package.swift" > "$work/first/Package.swift"
block "first program: main.swift" > "$work/main.swift"
build_program < "$work/main.swift"
program=$work/first/.build/debug/first
first=$("$program")
second=$("$program")
grep -q '^signature of 384 bytes, valid: true$' <<< "$first"
# The key is made once and found again: the public key is the same.
[ "$(grep -v '^signature' <<< "$first")" = "$(grep -v '^signature' <<< "$second")" ]
echo "first program: ran twice, same key"

block "second program: main.swift" > "$work/main.swift"
build_program < "$work/main.swift"
openssl genrsa -out "$work/server.pem" 2048 2> /dev/null
second=$(cd "$work" && "$program")
for line in 'imported 2048 bits' 'server, this year: signature of 384 bytes' 'refused: '; do
    grep -q "^$line" <<< "$second" || fail "the second program printed: $second"
done
echo "second program: ran"

"$bin/p11" key generate --type rsa:3072 --label "invoice signing" > /dev/null
finding=$(block "finding keys")
build_program << END
import TokenKeyStore

let store = try KeyStore.open()
$finding
print(all.count, one.label)
END
[ "$("$program")" = "1 invoice signing" ] || fail "the program that finds keys does not"
"$bin/p11" key delete "invoice signing" --yes > /dev/null
echo "finding keys: ran"

certificates=$(block "certificates")
mkdir "$work/certificates"
(cd "$work/certificates" && PATH=$bin:$PATH bash -euo pipefail -c "$certificates" > "$work/certificates.out" 2> "$work/certificates.err") || {
    cat "$work/certificates.out" "$work/certificates.err" >&2
    exit 1
}
grep -q 'private+public+certificate' "$work/certificates.out" || fail "the certificate is not on the row of its key"
"$bin/p11" cert delete server --yes > /dev/null 2>&1
certifying=$(block "certificates in a program")
build_program << END
import Foundation
import TokenKeyStore

let store = try KeyStore.open()
let key = try store.privateKey(label: "server")
$certifying
END
certified=$(cd "$work/certificates" && "$program")
grep -q '^\["CN=www.example.com"\]' <<< "$certified" || fail "the program with the certificate printed: $certified"
"$bin/p11" cert delete server --yes > /dev/null 2>&1
"$bin/p11" key delete server --yes > /dev/null 2>&1
echo "certificates: ran"

session=$(block "first shell session")
mkdir "$work/session"
(cd "$work/session" && PATH=$bin:$PATH bash -euo pipefail -c "$session" > "$work/session.out" 2> "$work/session.err") || {
    cat "$work/session.out" "$work/session.err" >&2
    exit 1
}
grep -q 'Verified OK' "$work/session.out"
echo "first shell session: ran"

# A token of the user's own beside the embedded one, which only the profile names.
mkdir "$work/payments"
printf 'directories.tokendir = %s\nobjectstore.backend = file\nlog.level = ERROR\n' "$work/payments" > "$work/payments.conf"
SOFTHSM2_CONF=$work/payments.conf softhsm2-util --init-token --free --label payments --pin 12345678 --so-pin 12345678 > /dev/null
mkdir "$work/home"
echo 12345678 > "$work/home/payments.pin"
profiles=$(block "profiles")
library=$(find /usr/lib /usr/lib64 /usr/local/lib -name libsofthsm2.so 2> /dev/null | head -n 1)
(unset XDG_CONFIG_HOME; HOME=$work/home SOFTHSM2_CONF=$work/payments.conf PATH=$bin:$PATH bash -euo pipefail -c "${profiles//\/usr\/lib\/softhsm\/libsofthsm2.so/$library}" \
    > "$work/profiles.out" 2> "$work/profiles.err") || {
    cat "$work/profiles.out" "$work/profiles.err" >&2
    exit 1
}
grep -q 'setting pin .*profile .*payments' "$work/profiles.out" || fail "p11 doctor does not name the profile"
echo "profiles: ran"

# What is left of a deletion that was killed after its first half.
"$bin/p11" key generate --type rsa:2048 --label torn > /dev/null 2>&1
"$bin/p11" key delete 'pkcs11:object=torn;type=private' --yes > /dev/null 2>&1
left=$(block "leftovers")
(PATH=$bin:$PATH bash -euo pipefail -c "${left/--delete-leftovers/--delete-leftovers --yes}" > "$work/left.out" 2>&1) || {
    cat "$work/left.out" >&2
    exit 1
}
grep -q 'public half alone' "$work/left.out" || fail "p11 doctor does not list the public half"
echo "leftovers: listed"

# What the script installs works, and it removes all of it.
DESTDIR="$work/root" "$repository/Scripts/install.sh" --prefix /usr --built "$bin/p11" > "$work/install.log"
installed="$work/root/usr"
[ "$("$installed/bin/p11" --version)" = "$("$bin/p11" --version)" ] || fail "the installed p11 is another one"
for page in p11 p11-token p11-key p11-cert p11-uri; do
    grep -q '^\.TH' "$installed/share/man/man1/$page.1" || fail "there is no manual page $page"
done
for shell in bash-completion/completions/p11 zsh/site-functions/_p11 fish/vendor_completions.d/p11.fish; do
    grep -q __complete "$installed/share/$shell" || fail "there is no completion in $shell"
done
DESTDIR="$work/root" "$repository/Scripts/install.sh" --prefix /usr --uninstall > /dev/null
[ -z "$(find "$work/root" -type f)" ] || fail "something installed is left: $(find "$work/root" -type f)"
echo "installation: works, and is removed"

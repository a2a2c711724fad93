#!/usr/bin/env bash
# Installs what is missing, builds p11, and runs the main job on a software token in a temporary folder.
set -euo pipefail
# shellcheck source=Scripts/common.sh
source "$(dirname "$0")/common.sh"
root=$(cd "$(dirname "$0")/.." && pwd)

need_swift
install_missing pkg-config libssl-dev libp11-kit-dev softhsm2 openssl
private_home

echo "== building p11"
swift build --package-path "$root" --product p11 --quiet
bin=$(swift build --package-path "$root" --product p11 --show-bin-path)
cd "$work"

show() {
    local word line=
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_.,:=/-]*) line+=" ${word@Q}" ;;
            *) line+=" $word" ;;
        esac
    done
    echo
    echo "\$$line"
    "$@"
}
run() { PATH=$bin:$PATH show p11 "$@"; }

echo "== generate an RSA key on the embedded token, and list it"
run key generate --type rsa:3072 --label "demo key" --tag com.example.demo --usage sign,decrypt
run key list

echo
echo "== sign a file; openssl verifies it with the exported public key"
echo "Signed on a token." > message.txt
run sign "demo key" message.txt --algorithm rsa-pkcs1-sha256 --out message.sig
run key export "demo key" --out public.pem
show openssl dgst -sha256 -verify public.pem -signature message.sig message.txt

echo
echo "== openssl encrypts; the token decrypts"
echo "For the token only." > secret.txt
show openssl pkeyutl -encrypt -pubin -inkey public.pem -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 \
    -in secret.txt -out secret.bin
run decrypt "demo key" secret.bin --algorithm rsa-oaep-sha256 --out decrypted.txt
cmp secret.txt decrypted.txt

echo
echo "== the private key does not come out"
status=0
uri=$("$bin/p11" key list --output uri 2> /dev/null)
run key export "$uri;type=private" || status=$?
[ "$status" -eq 8 ] || fail "exporting the private key ended with exit code $status, and 8 was expected"

echo
echo "Done: an RSA key was generated on a SoftHSM token in a temporary folder and listed; openssl verified its signature, the token"
echo "decrypted what openssl encrypted, the public key was exported, and the private one was refused. Nothing of it remains."

#!/usr/bin/env bash
# Builds p11 and shows what it does, on a software token that is made for the occasion and thrown away.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# Shows a command as one would type it, and runs it.
run() {
    local word
    printf '\n$'
    for word in "$@"; do
        if [[ "$word" =~ ^[A-Za-z0-9_,.:/=+-]+$ ]]; then printf ' %s' "$word"; else printf " '%s'" "$word"; fi
    done
    printf '\n'
    "$@"
}

need_packages libp11-kit-dev libssl-dev openssl pkg-config softhsm2
find_swift
isolate

step "Building p11 (the first time takes a few minutes)"
cd "$repository"
"$swift" build --product p11
PATH="$("$swift" build --show-bin-path):$PATH"
cd "$work"

step "An RSA key on the embedded token, which is made on first use"
run p11 key generate --type rsa:3072 --label demo --usage sign,decrypt
run p11 key list

step "Its public key, for openssl"
run p11 key export demo --out public.pem
cat public.pem

step "A signature that openssl verifies"
printf 'Pay 100 to Alice.\n' > message.txt
run p11 sign demo message.txt --algorithm rsa-pss-sha256 --out message.sig
run openssl dgst -sha256 -verify public.pem -signature message.sig \
    -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:digest message.txt

step "A secret that openssl encrypts"
printf 'The safe opens with 7-13-42.\n' > secret.txt
run openssl pkeyutl -encrypt -pubin -inkey public.pem -in secret.txt -out secret.bin \
    -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 -pkeyopt rsa_mgf1_md:sha256
run p11 decrypt demo secret.bin --algorithm rsa-oaep-sha256 --out decrypted.txt
run cat decrypted.txt
cmp secret.txt decrypted.txt

step "The private key, which stays where it is"
code=0
run p11 key export 'pkcs11:object=demo;type=private' --out private.pem || code=$?
(( code == 8 )) || fail "the export of a private key ended with $code; it must be refused with 8"
[[ ! -e private.pem ]] || fail "the refused export left a file"

printf '\nDone: an RSA key was generated on a software token, listed, used to sign a file that openssl verified and to decrypt what
openssl encrypted; its public key was exported, and its private key was refused. The token is deleted; yours were not touched.\n'

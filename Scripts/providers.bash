# The PKCS #11 providers that a Debian machine can have, each with a token of its own. Sourced by conformance.sh, not run.
#
# For each provider NAME: needs_NAME says which packages it needs, and start_NAME sets a token up in $place, starts what it needs and calls
# `try` with the name, the module and the arguments of the suite. What is started goes into $daemons and is stopped by the caller.
# shellcheck shell=bash disable=SC2034,SC2154

# In the order of the table.
providers=(softhsm nss opencryptoki tpm2 ykcs11 opensc p11-kit-proxy p11-kit-client
    p11-kit-trust nssckbi cackey coolkey scute gnome-keyring ykcs11-no-daemon ykcs11-no-card opensc-no-reader)

# Those that need root and namespaces of their own: they bring a daemon that listens at one place for the whole machine.
isolated_providers=(opencryptoki ykcs11 opensc coolkey ykcs11-no-daemon ykcs11-no-card opensc-no-reader)

# PINs of tokens that exist for one run.
user_pin=1234567
officer_pin=87654321

# The path of a module, wherever the distribution puts it.
module() {
    local folder
    for folder in /usr/lib/*-linux-gnu /usr/lib64 /usr/lib; do
        [[ ! -e "$folder/$1" ]] || { printf '%s\n' "$folder/$1"; return; }
    done
    fail "there is no module $1"
}

version_of() {
    dpkg-query --show --showformat '${Package} ${Version}' "$1" 2> /dev/null || printf '%s' "$1"
}

# Waits for something to become true: `wait_for SECONDS COMMAND…`.
wait_for() {
    local end=$(( SECONDS + $1 ))
    shift
    until "$@" > /dev/null 2>&1; do
        (( SECONDS < end )) || return 1
        sleep 0.1
    done
}

# Starts a daemon that stays in the foreground; its output goes to a log.
daemon() {
    local log="$place/$1.log"
    shift
    "$@" > "$log" 2>&1 < /dev/null &
    daemons+=("$!")
}

# A bus for the daemons that want one.
start_bus() {
    daemon dbus dbus-daemon --session --nofork --nopidfile "--address=unix:path=$place/bus"
    export DBUS_SESSION_BUS_ADDRESS="unix:path=$place/bus"
    wait_for 10 test -S "$place/bus" || fail "dbus-daemon does not start"
}

# --- Tokens of software

needs_softhsm=(softhsm2)
make_softhsm() {
    mkdir "$place/tokens"
    export SOFTHSM2_CONF="$place/softhsm2.conf"
    printf 'directories.tokendir = %s/tokens\nobjectstore.backend = file\nlog.level = ERROR\n' "$place" > "$SOFTHSM2_CONF"
    softhsm2-util --init-token --free --label conformance --pin "$user_pin" --so-pin "$officer_pin" > /dev/null
}
start_softhsm() {
    make_softhsm
    try softhsm "$(module softhsm/libsofthsm2.so)" --token conformance --version "$(version_of softhsm2)"
}

needs_nss=(libnss3 libnss3-tools)
start_nss() {
    local database="$place/nss"
    mkdir "$database"
    printf '%s\n' "$user_pin" > "$place/password"
    # One round of the key derivation in place of 10,000: each signature reads the key from the database.
    NSS_MAX_MP_PBE_ITERATION_COUNT=1 certutil -N -d "sql:$database" -f "$place/password"
    try nss "$(module libsoftokn3.so)" --token 'NSS Certificate DB' --version "$(version_of libnss3)" \
        --reserved "configdir='sql:$database' certPrefix='' keyPrefix='' secmod='secmod.db' flags="
}

needs_opencryptoki=(opencryptoki)
start_opencryptoki() {
    local folder
    cp --archive /var/lib/opencryptoki "$place/lib"
    mount --bind "$place/lib" /var/lib/opencryptoki
    # Where services are started at boot these are there; here /run is empty.
    for folder in /run/lock/opencryptoki /run/lock/opencryptoki/swtok; do
        install --directory --owner root --group pkcs11 --mode 0770 "$folder"
    done
    printf 'version opencryptoki-3.1\nslot 3\n{\nstdll = libpkcs11_sw.so\n}\n' > "$place/configuration"
    mount --bind "$place/configuration" /etc/opencryptoki/opencryptoki.conf
    pkcsslotd
    wait_for 10 test -s /run/pkcsslotd.pid || fail "pkcsslotd does not start"
    daemons+=("$(< /run/pkcsslotd.pid)")
    local log="$place/pkcsconf.log"
    wait_for 10 pkcsconf -t -c 3 || fail "pkcsslotd does not answer"
    {
        # A new token has this PIN of the officer until it is changed.
        printf '87654321\nconformance\n' | pkcsconf -I -c 3 \
            && pkcsconf -P -c 3 -S 87654321 -n 11223344 \
            && pkcsconf -u -c 3 -S 11223344 -n "$user_pin"
    } > "$log" 2>&1 || { cat "$log" >&2; fail "the token cannot be made"; }
    try opencryptoki "$(module opencryptoki/libopencryptoki.so.0)" --token conformance --version "$(version_of opencryptoki)"
}

needs_tpm2=(libtpm2-pkcs11-1 swtpm tpm2-tools tpm2-abrmd libtss2-tcti-swtpm0 libtss2-tcti-tabrmd0 dbus opensc)
start_tpm2() {
    local port=$(( 20000 + RANDOM % 20000 )) module
    module="$(module pkcs11/libtpm2_pkcs11.so)"
    mkdir "$place/state" "$place/store"
    daemon swtpm swtpm socket --tpm2 --tpmstate "dir=$place/state" --server "type=tcp,port=$port,bindaddr=127.0.0.1" \
        --ctrl "type=tcp,port=$(( port + 1 )),bindaddr=127.0.0.1" --flags not-need-init,startup-clear
    export TPM2TOOLS_TCTI="swtpm:host=127.0.0.1,port=$port" TPM2_PKCS11_TCTI="swtpm:host=127.0.0.1,port=$port"
    wait_for 10 tpm2_getrandom 8 || fail "swtpm does not answer"
    # A TPM has room for three keys at once. On a real one the kernel exchanges them; here this program does, on a bus of its own.
    start_bus
    daemon abrmd tpm2-abrmd --session --allow-root --tcti "$TPM2TOOLS_TCTI"
    export TPM2TOOLS_TCTI=tabrmd:bus_type=session TPM2_PKCS11_TCTI=tabrmd:bus_type=session
    export TPM2_PKCS11_STORE="$place/store" TPM2_PKCS11_LOG_LEVEL=0 TSS2_LOG=all+NONE
    wait_for 10 tpm2_getrandom 8 || { cat "$place/abrmd.log" "$place/dbus.log" >&2; fail "tpm2-abrmd does not answer"; }
    {
        pkcs11-tool --module "$module" --init-token --slot-index 0 --label conformance --so-pin "$officer_pin" \
            && pkcs11-tool --module "$module" --token-label conformance --login --login-type so --so-pin "$officer_pin" \
            --init-pin --pin "$user_pin"
    } > "$place/init.log" 2>&1 || { cat "$place/init.log" >&2; fail "the token cannot be made"; }
    # A TPM that is stopped without it counts a wrong PIN.
    closing+=("timeout 5 tpm2_shutdown")
    try tpm2 "$module" --token conformance --version "$(version_of libtpm2-pkcs11-1), $(version_of swtpm)"
}

# --- SoftHSM behind p11-kit

needs_p11_kit_proxy=(p11-kit p11-kit-modules softhsm2)
start_p11_kit_proxy() {
    make_softhsm
    local configuration
    if "$is_isolated"; then
        # What the system has configured is not asked, and what the user has is not read as root.
        mount -t tmpfs tmpfs /usr/share/p11-kit/modules
        configuration=/usr/share/p11-kit/modules
    else
        export XDG_CONFIG_HOME="$place/configuration"
        configuration="$XDG_CONFIG_HOME/pkcs11/modules"
        mkdir --parents "$configuration"
    fi
    printf 'module: %s\n' "$(module softhsm/libsofthsm2.so)" > "$configuration/conformance.module"
    try p11-kit-proxy "$(module p11-kit-proxy.so)" --token conformance \
        --version "$(version_of p11-kit-modules), $(version_of softhsm2)"
}

needs_p11_kit_client=(p11-kit p11-kit-modules softhsm2)
start_p11_kit_client() {
    make_softhsm
    export XDG_RUNTIME_DIR="$place"
    daemon server p11-kit server --foreground --provider "$(module softhsm/libsofthsm2.so)" --name "$place/socket" 'pkcs11:'
    wait_for 10 test -S "$place/socket" || fail "the p11-kit server does not start"
    export P11_KIT_SERVER_ADDRESS="unix:path=$place/socket"
    try p11-kit-client "$(module pkcs11/p11-kit-client.so)" --token conformance \
        --version "$(version_of p11-kit-modules), $(version_of softhsm2)"
}

# --- A PIV card that a program emulates

piv_packages=(pcscd vsmartcard-vpcd python3-cryptography yubico-piv-tool)

# pcscd at a place of its own, with the virtual reader where a name for it is given.
start_pcscd() {
    mkdir --parents /run/pcscd
    : > "$place/reader"
    if (( $# > 0 )); then
        printf 'FRIENDLYNAME "%s"\nDEVICENAME /dev/null:0x8C7B\nLIBPATH %s\nCHANNELID 0x8C7B\n' \
            "$1" "$(module pcsc/drivers/serial/libifdvpcd.so)" > "$place/reader"
    fi
    mount --bind "$place/reader" /etc/reader.conf.d/vpcd
    daemon pcscd pcscd --foreground
    wait_for 10 test -S /run/pcscd/pcscd.comm || fail "pcscd does not start"
}

# The card, in the virtual reader. Its keys are gone when it stops.
start_card() {
    daemon card /usr/bin/python3 "$repository/Tests/Conformance/piv_card.py" 35963
    wait_for 20 yubico-piv-tool --reader '' --action status || { cat "$place/card.log" >&2; fail "the emulated card does not answer"; }
}

needs_ykcs11=("${piv_packages[@]}" ykcs11)
start_ykcs11() {
    # YKCS11 only looks at readers whose names begin so.
    start_pcscd "Yubico YubiKey CCID"
    start_card
    user_pin=123456
    local module
    module="$(module libykcs11.so.2)"
    # The management key that a new card has. 01 is slot 9A, 02 is 9C, which asks for the PIN each time.
    CONFORMANCE_SO_PIN=010203040506070801020304050607080102030405060708 "$conformance" officer "$module" 01 02
    try ykcs11 "$module" --existing 01 --new 03 --confirmed 02 --version "$(version_of ykcs11), emulated card"
}

needs_opensc=("${piv_packages[@]}" opensc-pkcs11 openssl)
start_opensc() {
    start_pcscd "Virtual PCD"
    start_card
    user_pin=123456
    export OPENSC_DRIVER=PIV-II
    yubico-piv-tool --reader '' --action set-chuid --action set-ccc > "$place/card-id.log" 2>&1
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$place/ca.key" -out "$place/ca.crt" -subj /CN=conformance -days 30 \
        2> /dev/null
    make_piv_key 9a
    make_piv_key 9c
    try opensc "$(module opensc-pkcs11.so)" --existing 01 --new 03 --confirmed 02 --version "$(version_of opensc-pkcs11), emulated card"
}

# OpenSC sees a key of a PIV card by its certificate.
make_piv_key() {
    local files="$place/$1"
    {
        yubico-piv-tool --reader '' --slot "$1" --algorithm RSA2048 --action generate --output "$files.pub" \
            && openssl x509 -new -force_pubkey "$files.pub" -CA "$place/ca.crt" -CAkey "$place/ca.key" -subj "/CN=$1" -days 30 \
                -out "$files.crt" \
            && yubico-piv-tool --reader '' --slot "$1" --action import-certificate --input "$files.crt"
    } > "$files.log" 2>&1 || { cat "$files.log" >&2; fail "the key of slot $1 cannot be made"; }
}

# --- Without keys

needs_p11_kit_trust=(p11-kit-modules)
start_p11_kit_trust() {
    try p11-kit-trust "$(module pkcs11/p11-kit-trust.so)" --polite --token 'System Trust' --version "$(version_of p11-kit-modules)"
}

needs_nssckbi=(libnss3)
start_nssckbi() { try nssckbi "$(module libnssckbi.so)" --polite --version "$(version_of libnss3)"; }

needs_cackey=(cackey)
start_cackey() { try cackey "$(module pkcs11/libcackey.so)" --polite --version "$(version_of cackey)"; }

needs_coolkey=(coolkey pcscd vsmartcard-vpcd)
start_coolkey() {
    start_pcscd
    try coolkey "$(module pkcs11/libcoolkeypk11.so)" --polite --version "$(version_of coolkey)"
}

needs_scute=(scute gpg-agent scdaemon)
start_scute() {
    # It starts an agent, which ends with its folder.
    export GNUPGHOME="$place/gnupg"
    mkdir --mode 700 "$GNUPGHOME"
    closing+=("gpgconf --homedir $GNUPGHOME --kill all")
    daemon agent gpg-agent --homedir "$GNUPGHOME" --daemon --no-detach
    sleep 0.5
    try scute "$(module scute/scute.so)" --polite --version "$(version_of scute)"
}

needs_gnome_keyring=(gnome-keyring gnome-keyring-pkcs11 dbus)
start_gnome_keyring() {
    export XDG_RUNTIME_DIR="$place" HOME="$place" XDG_DATA_HOME="$place/data"
    start_bus
    # Its tokens ask for their PINs themselves (CKF_PROTECTED_AUTHENTICATION_PATH).
    printf '%s' "$user_pin" > "$place/password"
    gnome-keyring-daemon --unlock --foreground --components=pkcs11,secrets --control-directory="$place/keyring" \
        < "$place/password" > "$place/keyring.log" 2>&1 &
    daemons+=("$!")
    export GNOME_KEYRING_CONTROL="$place/keyring"
    wait_for 10 test -S "$place/keyring/pkcs11" || { cat "$place/keyring.log" >&2; fail "gnome-keyring-daemon does not start"; }
    try gnome-keyring "$(module pkcs11/gnome-keyring-pkcs11.so)" --polite --token 'SSH Keys' --version "$(version_of gnome-keyring-pkcs11)"
}

needs_ykcs11_no_daemon=(ykcs11)
start_ykcs11_no_daemon() { try ykcs11-no-daemon "$(module libykcs11.so.2)" --polite --version "$(version_of ykcs11)"; }

needs_ykcs11_no_card=(ykcs11 pcscd vsmartcard-vpcd)
start_ykcs11_no_card() {
    start_pcscd
    try ykcs11-no-card "$(module libykcs11.so.2)" --polite --version "$(version_of ykcs11)"
}

needs_opensc_no_reader=(opensc-pkcs11 pcscd vsmartcard-vpcd)
start_opensc_no_reader() {
    start_pcscd
    try opensc-no-reader "$(module opensc-pkcs11.so)" --polite --version "$(version_of opensc-pkcs11)"
}

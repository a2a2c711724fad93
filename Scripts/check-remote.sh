#!/usr/bin/env bash
# Runs what the guide to remote tokens shows (Sources/TokenKeyStore/TokenKeyStore.docc/RemoteToken.md): server, both links, the commands, and
# the systemd units by their ExecStart lines, with an ssh server of its own on a free port of this machine. Needs a built p11 (its folder is
# the only argument), SoftHSM, p11-kit and sshd; without sshd nothing is checked. The system's own ssh server, keys and configuration are
# not touched.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

bin=$(cd "${1:?usage: Scripts/check-remote.sh FOLDER-OF-P11}" && pwd)
guide="$repository/Sources/TokenKeyStore/TokenKeyStore.docc/RemoteToken.md"
# Not in the PATH of every user.
sshd=$(PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v sshd) || {
    printf 'note: the guide to remote tokens was not checked: there is no sshd (Debian package openssh-server)\n'
    exit 0
}
isolate
# Short: the path of a unix socket has to fit into 107 bytes.
short=$(mktemp -d /tmp/p11r.XXXX)
processes=()
made_privilege_folder=false
cleanup() {
    local process
    for process in "${processes[@]}"; do stop "$process"; done
    if "$made_privilege_folder"; then rmdir /run/sshd || true; fi
    rm -rf -- "$work" "$short"
    remove_lock_files
}
trap cleanup EXIT

# The code block behind the comment that names it, as this machine needs it: two folders stand for the two machines.
block() {
    local text
    text=$(awk -v mark="<!-- $1 -->" '
        $0 == mark { found = 1; next }
        found && /^```/ { if (inside) exit; inside = 1; next }
        inside { print }' "$guide")
    [ -n "$text" ] || fail "the guide has no block called $1"
    text=${text//\/usr\/lib\/softhsm\/libsofthsm2.so/$softhsm}
    text=${text//\/usr\/lib\/x86_64-linux-gnu\/pkcs11\/p11-kit-client.so/$client}
    printf '%s\n' "${text//\/run\/user\/1000/$there}"
}

# The command of a unit, where $XDG_RUNTIME_DIR is the folder named.
unit_command() {
    local text
    text=$(block "$1" | sed -n 's/^ExecStart=//p')
    text=${text//\/usr\/bin\/ssh/ssh}
    printf '%s\n' "${text//%t/$2}"
}

# Runs a command of the guide in a process group of its own, and sets `started` to that.
start() {
    printf '%s\n' "$1" > "$work/started.bash"
    (
        cd "$work"
        PATH="$work/bin:$PATH" exec setsid bash "$work/started.bash"
    ) > "$work/started.log" 2>&1 &
    started=$!
    processes+=("$started")
}

stop() {
    # The shell tells of killed jobs.
    { kill -KILL -- "-$1" && wait "$1"; } 2> /dev/null || true
}

wait_for_socket() {
    local attempt
    for attempt in {1..600}; do
        [ -S "$1" ] && return 0
        sleep 0.05
    done
    cat "$work/started.log" >&2
    fail "no socket $1 after $attempt attempts"
}

library() {
    local candidate
    for candidate in /usr/lib/*/"$1" /usr/lib/"$1" /usr/lib64/"$1"; do
        [ -e "$candidate" ] && printf '%s\n' "$candidate" && return 0
    done
    fail "there is no $1"
}

step "A remote token: the guide's commands, through an ssh server of their own"
softhsm=$(library softhsm/libsofthsm2.so)
client=$(library pkcs11/p11-kit-client.so)
# The machine with the token, and the one with the program; sockets of the links have names that no other has.
here="$short/a" there="$short/t"
mkdir -m 700 "$here" "$there" "$short/tokens"
printf 'directories.tokendir = %s/tokens\nlog.level = ERROR\n' "$short" > "$short/softhsm.conf"
SOFTHSM2_CONF="$short/softhsm.conf" softhsm2-util --init-token --free --label payments --pin 1234567 --so-pin 87654321 > "$work/init.log"
SOFTHSM2_CONF="$short/softhsm.conf" softhsm2-util --init-token --free --label other --pin 1234567 --so-pin 87654321 >> "$work/init.log"

# An ssh server with keys of its own, and a client that knows no other server.
if (( EUID == 0 )) && [ ! -d /run/sshd ]; then
    mkdir -m 755 /run/sshd
    made_privilege_folder=true
fi
ssh-keygen -q -t ed25519 -N '' -f "$work/host_key"
ssh-keygen -q -t ed25519 -N '' -f "$work/link_key"
printf 'restrict,port-forwarding %s\n' "$(cat "$work/link_key.pub")" > "$work/authorized_keys"
port=0
for attempt in {1..20}; do
    port=$(( 20000 + RANDOM % 20000 ))
    cat > "$work/sshd_config" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $work/host_key
PidFile none
AuthorizedKeysFile $work/authorized_keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
StreamLocalBindUnlink yes
END
    start "exec '$sshd' -D -e -f '$work/sshd_config'"
    server_of_ssh=$started
    for _ in {1..50}; do
        grep --quiet 'Server listening' "$work/started.log" && break 2
        kill -0 "$server_of_ssh" 2> /dev/null || break
        sleep 0.05
    done
    (( attempt < 20 )) || { cat "$work/started.log" >&2; fail "the ssh server does not start"; }
done
mkdir "$work/bin"
cat > "$work/ssh_config" <<END
Host hsm-host app-host
    HostName 127.0.0.1
    Port $port
    User $(id -un)
    IdentityFile $work/link_key
    IdentitiesOnly yes
    UserKnownHostsFile $work/known_hosts
    StrictHostKeyChecking no
    LogLevel ERROR
END
printf '#!/bin/sh\nexec %s -F "%s" "$@"\n' "$(command -v ssh)" "$work/ssh_config" > "$work/bin/ssh"
chmod +x "$work/bin/ssh"

server_command="export SOFTHSM2_CONF='$short/softhsm.conf' XDG_RUNTIME_DIR='$there'"
start "$server_command
$(block server)"
server=$started
wait_for_socket "$there/payments.sock"

# What the guide does on the machine with the program.
printf '1234567\n' > "$work/payments.pin"
chmod 600 "$work/payments.pin"
printf 'invoice\n' > "$work/invoice.txt"
use() {
    (
        cd "$work"
        export XDG_RUNTIME_DIR="$here" PATH="$bin:$PATH"
        unset SOFTHSM2_CONF
        bash -euo pipefail -c "$1"
    )
}
sign='p11 sign invoices invoice.txt --algorithm rsa-pss-sha256 --out invoice.sig --force
p11 verify invoices invoice.txt --algorithm rsa-pss-sha256 --signature invoice.sig'
settings=$(block client | grep '^export')

start "export XDG_RUNTIME_DIR='$here'
$(block link)"
link=$started
wait_for_socket "$here/payments-remote.sock"
use "$(block client)" > "$work/use.log" 2>&1 || { cat "$work/use.log" >&2; fail "the guide's commands fail"; }
# Of the two tokens one is shown.
[ "$(use "$settings
p11 token list --output json" | grep --count --extended-regexp '"(payments|other)"')" -ge 1 ] || fail "no token is listed"
! use "$settings
p11 token list" | grep --quiet other || fail "the server shows a token that it was not told to"

step "The link breaks, and is made again over the socket that was left behind"
stop "$link"
if use "$settings
$sign" > "$work/down.log" 2>&1; then fail "a link that is down works"; fi
grep --quiet 'shows no slots' "$work/down.log" || { cat "$work/down.log" >&2; fail "what is wrong is not said"; }
start "$(unit_command 'link unit' "$here")"
link=$started
for _ in {1..200}; do
    use "$settings
$sign" > "$work/use.log" 2>&1 && break
    sleep 0.05
done
use "$settings
$sign" > "$work/use.log" 2>&1 || { cat "$work/use.log" >&2; fail "the link does not come back"; }

step "The server is started again, as its unit does"
stop "$server"
prepare=$(block 'server unit' | sed -n 's/^ExecStartPre=//p')
use "${prepare//%t/$there}"
start "$server_command
$(unit_command 'server unit' "$there")"
wait_for_socket "$there/payments.sock"
use "$settings
$sign" > "$work/use.log" 2>&1 || { cat "$work/use.log" >&2; fail "the server does not come back"; }
stop "$link"

step "The link held by the machine with the token"
rm -f "$here/payments-remote.sock"
start "export XDG_RUNTIME_DIR='$there'
$(block 'reverse link')"
wait_for_socket "$there/payments-remote.sock"
use "${settings//payments-remote.sock/..\/t\/payments-remote.sock}
$sign" > "$work/use.log" 2>&1 || { cat "$work/use.log" >&2; fail "the link in the other direction fails"; }
printf 'the remote token was used through both links\n'

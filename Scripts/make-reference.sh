#!/usr/bin/env bash
# Makes pages of the doc comments of everything that is public, with the docc of the Swift toolchain. The folder to make is the
# only argument; .build/reference by default.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

output="${1:-$repository/.build/reference}"
find_swift
isolate
for tool in docc swift-symbolgraph-extract; do
    command -v -- "$tool" > /dev/null || fail "$tool, a part of the Swift toolchain, is not in PATH"
done

step "Building the modules (the first time takes a few minutes)"
cd "$repository"
"$swift" build --target TokenSecurity
modules="$("$swift" build --show-bin-path)/Modules"

step "Reading what is public"
target="$("$swift" -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p' | head -n 1)"
read -r -a flags <<< "$(pkg-config --cflags p11-kit-1 libcrypto)"
clang=()
for flag in "${flags[@]}" "-fmodule-map-file=$repository/Sources/CPKCS11/include/module.modulemap"; do clang+=(-Xcc "$flag"); done
mkdir "$work/symbols"
for module in PKCS11 TokenKeyStore TokenSecurity; do
    swift-symbolgraph-extract -module-name "$module" -target "$target" -I "$modules" -I Sources/CP11Kit -I Sources/COpenSSL \
        "${clang[@]}" -minimum-access-level public -skip-synthesized-members -output-dir "$work/symbols"
done

step "Making pages"
# Links to methods that have an async twin are ambiguous for docc, which then warns and goes on.
docc convert Sources/TokenSecurity/TokenSecurity.docc --additional-symbol-graph-dir "$work/symbols" \
    --fallback-display-name TokenSecurity --fallback-bundle-identifier swift-pkcs11 --output-path "$output" > "$work/docc.log" 2>&1 \
    || { cat "$work/docc.log" >&2; fail "docc failed"; }
printf '\nDone. To read: python3 -m http.server --directory %q, then http://localhost:8000/documentation/tokenkeystore/\n' "$output"

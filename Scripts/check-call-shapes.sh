#!/usr/bin/env bash
# Builds a package that depends on this folder by path and calls the functions of TokenSecurity as existing programs do
# (Tests/CallShapes), in the language modes of Swift 5 and 6, as `import TokenSecurity` and as `import Security`; runs it
# on a SoftHSM token, and with it the recipe that the guide shows. Then runs Examples/KeychainRSA on an embedded token. All is
# built in .build/call-shapes, so that the second time is fast.
# shellcheck source-path=SCRIPTDIR

source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

find_swift
isolate

package="$repository/.build/call-shapes"
mkdir -p "$package"
names=()
targets=""
for module in TokenSecurity Security; do
    for mode in 5 6; do
        name="$module-$mode"
        names+=("$name")
        # The module is chosen here, so that no source of this repository names the second one.
        mkdir -p "$package/Sources/$name"
        for file in "$repository"/Tests/CallShapes/*.swift; do
            sed "s/^import TokenSecurity\$/import $module/" "$file" > "$work/source"
            # A file that did not change is left alone, and not compiled again.
            cmp --quiet "$work/source" "$package/Sources/$name/${file##*/}" \
                || cp "$work/source" "$package/Sources/$name/${file##*/}"
        done
        targets+="
        .executableTarget(
            name: \"$name\", dependencies: [.product(name: \"$module\", package: \"${repository##*/}\")],
            swiftSettings: [.swiftLanguageMode(.v$mode)]),"
    done
done

# The two forms of the usual recipe that the guide shows.
guide="$repository/Sources/TokenSecurity/TokenSecurity.docc/MigratingFromTheKeychain.md"
mkdir -p "$package/Sources/guide"
{
    printf 'import Foundation\nimport TokenSecurity\n'
    for form in Before After; do
        block=$(awk -v mark="// $form: " 'index($0, mark) == 1 { inside = 1 } /^```/ { inside = 0 } inside' "$guide")
        [[ -n "$block" ]] || fail "the guide does not show the recipe ($form)"
        printf 'enum %s {\n%s\n}\n' "$form" "${block/func save/static func save}"
    done
    cat << 'EOF'
let key = SecKeyCreateRandomKey([kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048] as CFDictionary, nil)!
let query: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("guide".utf8), kSecReturnRef: true]
var found: CFTypeRef?
print("before: \(Before.save(key, tag: "guide")), \(SecItemCopyMatching(query as CFDictionary, nil))")
print("after: \(After.save(key, tag: "guide")), \(SecItemCopyMatching(query as CFDictionary, &found))")
print("again: \(After.save(found as! SecKey, tag: "guide")), \(SecItemCopyMatching(query as CFDictionary, &found))")
print("signs:", SecKeyCreateSignature(found as! SecKey, .rsaSignatureMessagePSSSHA256, Data([1]) as CFData, nil) != nil)
SecItemDelete(query as CFDictionary)
EOF
} > "$package/Sources/guide/main.swift"
targets+='
        .executableTarget(name: "guide", dependencies: [.product(name: "TokenSecurity", package: "'${repository##*/}'")]),'

cat > "$package/Package.swift" << EOF
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "call-shapes",
    dependencies: [.package(path: "$repository")],
    targets: [$targets
    ])
EOF

step "Calls as existing programs write them"
(cd "$package" && "$swift" build > "$work/build.log" 2>&1) || {
    grep --extended-regexp 'error:' "$work/build.log" | sort --unique >&2
    fail "calls that existing programs make do not compile"
}

mkdir "$work/tokens"
export SOFTHSM2_CONF="$work/softhsm2.conf"
printf 'directories.tokendir = %s\nobjectstore.backend = file\nlog.level = ERROR\n' "$work/tokens" > "$SOFTHSM2_CONF"
softhsm2-util --init-token --free --label shapes --pin 123456 --so-pin 12345678 > /dev/null
for name in "${names[@]}"; do
    printf '%s: ' "$name"
    PKCS11_MODULE=softhsm2 PKCS11_TOKEN_LABEL=shapes PKCS11_PIN=123456 "$package/.build/debug/$name"
done

step "The recipe of the guide"
PKCS11_MODULE=softhsm2 PKCS11_TOKEN_LABEL=shapes PKCS11_PIN=123456 "$package/.build/debug/guide" | tee "$work/guide"
diff - "$work/guide" > /dev/null << 'EOF' || fail "the recipe of the guide does something else than it says"
before: false, -25300
after: true, 0
again: true, 0
signs: true
EOF

step "Examples/KeychainRSA on an embedded token"
unset SOFTHSM2_CONF
(cd "$repository/Examples/KeychainRSA" \
    && "$swift" build --scratch-path "$package/.build" > "$work/build.log" 2>&1) || {
    grep --extended-regexp 'error:' "$work/build.log" | sort --unique >&2
    fail "Examples/KeychainRSA does not compile"
}
"$package/.build/debug/KeychainRSA" | tee "$work/example"
diff - "$work/example" > /dev/null << 'EOF' || fail "Examples/KeychainRSA printed something else than it should"
made a pair of 2048 bits
saved and loaded both halves, the same keys: true
public key: 270 bytes
private key: stays where it is. reading com.example.KeychainRSA.private: The value of this key does not leave the token. (-25316)
signature of 256 bytes, valid: true
the same signature below another message, valid: false
encrypted to 256 bytes, decrypted to the same message: true
deleted, nothing is left: true
EOF

// How the parts of a rule are read.

#include "fault.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool starts(const char *text, size_t length, const char *prefix) {
    return strlen(prefix) <= length && memcmp(text, prefix, strlen(prefix)) == 0;
}

static bool parse_number(const char *text, size_t length, CK_ULONG *value) {
    char digits[32];
    if (length == 0 || length >= sizeof digits) return false;
    memcpy(digits, text, length);
    digits[length] = 0;
    if (strcmp(digits, "unavailable") == 0 || strcmp(digits, "-1") == 0) {
        *value = CK_UNAVAILABLE_INFORMATION;
        return true;
    }
    if (!isdigit((unsigned char)digits[0])) return false;
    char *end;
    *value = strtoul(digits, &end, 0);
    return *end == 0;
}

// A name with the prefix, or a number.
static bool parse_name(const char *prefix, const char *text, size_t length, CK_ULONG *value) {
    return starts(text, length, prefix) ? name_value(text, length, value) : parse_number(text, length, value);
}

static bool parse_flags(const char *text, size_t length, CK_ULONG *value) {
    *value = 0;
    while (length > 0) {
        const char *bar = memchr(text, '|', length);
        size_t size = bar ? (size_t)(bar - text) : length;
        CK_ULONG flag;
        if (!parse_name("CKF_", text, size, &flag)) return false;
        *value |= flag;
        text += size + (bar != NULL);
        length -= size + (bar != NULL);
    }
    return true;
}

static bool parse_duration(const char *text, size_t length, CK_ULONG *microseconds) {
    CK_ULONG unit = 1000;
    if (length > 2 && memcmp(text + length - 2, "us", 2) == 0) unit = 1, length -= 2;
    else if (length > 2 && memcmp(text + length - 2, "ms", 2) == 0) length -= 2;
    else if (length > 1 && text[length - 1] == 's') unit = 1000000, length -= 1;
    if (!parse_number(text, length, microseconds)) return false;
    *microseconds *= unit;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)tolower((unsigned char)c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void set_bytes(struct rule *rule, const void *bytes, size_t size) {
    // One byte more, a zero: texts are read as C strings too.
    rule->bytes = calloc(1, size + 1);
    if (rule->bytes == NULL) abort();
    memcpy(rule->bytes, bytes, size);
    rule->size = size;
}

// Text with %XX for what a plan cannot hold, such as ";" and bytes that are not UTF-8.
static bool parse_text(const char *text, size_t length, struct rule *rule) {
    set_bytes(rule, text, length);
    size_t out = 0;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (c == '%') {
            if (i + 2 >= length || hex_digit(text[i + 1]) < 0 || hex_digit(text[i + 2]) < 0) return false;
            c = (char)(hex_digit(text[i + 1]) << 4 | hex_digit(text[i + 2]));
            i += 2;
        }
        rule->bytes[out++] = (unsigned char)c;
    }
    rule->bytes[out] = 0;
    rule->size = out;
    return true;
}

static bool parse_hex(const char *text, size_t length, struct rule *rule) {
    if (length % 2 != 0) return false;
    set_bytes(rule, text, length / 2);
    for (size_t i = 0; i < length / 2; i++) {
        int high = hex_digit(text[2 * i]), low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        rule->bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

// The value of an attribute: true, false, hex:…, text:…, else a CK_ULONG by number or name.
static bool parse_attribute(const char *text, size_t length, struct rule *rule) {
    if (starts(text, length, "hex:")) return parse_hex(text + 4, length - 4, rule);
    if (starts(text, length, "text:")) return parse_text(text + 5, length - 5, rule);
    bool is_true = length == 4 && starts(text, length, "true");
    if (is_true || (length == 5 && starts(text, length, "false"))) {
        set_bytes(rule, &(CK_BBOOL){is_true ? CK_TRUE : CK_FALSE}, sizeof(CK_BBOOL));
        return true;
    }
    CK_ULONG number;
    if (!parse_name("CK", text, length, &number)) return false;
    set_bytes(rule, &number, sizeof number);
    return true;
}

bool value_parse(const char *format, const char *text, size_t length, struct rule *rule) {
    bool good;
    if (strcmp(format, "CKF_") == 0) {
        good = parse_flags(text, length, &rule->value);
    } else if (strcmp(format, "C_") == 0) {
        rule->value = function_named(text, length);
        good = rule->value != F_NONE;
    } else if (strcmp(format, "duration") == 0) {
        good = parse_duration(text, length, &rule->value);
    } else if (strcmp(format, "text") == 0) {
        good = parse_text(text, length, rule);
    } else if (strcmp(format, "attribute") == 0) {
        good = parse_attribute(text, length, rule);
    } else {
        // "number", or the prefix of the names.
        good = parse_name(format, text, length, &rule->value);
    }
    if (!good) plan_error("%.*s: not a %s value", (int)length, text, format);
    return good;
}

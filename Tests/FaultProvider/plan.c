// Plans: text to rules. The grammar is in README.md.

#include "fault.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void plan_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(fault_state.error, sizeof fault_state.error, format, arguments);
    va_end(arguments);
}

const struct rule *plan_find(const struct plan *plan, const char *behaviour) {
    for (const struct rule *rule = plan ? plan->rules : NULL; rule != NULL; rule = rule->next) {
        if (strcmp(rule->behaviour->name, behaviour) == 0) return rule;
    }
    return NULL;
}

// --- C_Function:WHEN[:after]=VALUE ----------------------------------------------------------------------------------

// 3 | 3.. | 3..5 | every, and "+" or ":after" when the token does the work first.
static bool parse_when(const char *text, size_t length, struct rule *rule) {
    char when[64];
    if (length >= sizeof when) return false;
    memcpy(when, text, length);
    when[length] = 0;
    char *end = strstr(when, ":after");
    if (end != NULL && end[6] == 0) {
        rule->after = true;
        *end = 0;
    } else if (length > 0 && when[length - 1] == '+') {
        rule->after = true;
        when[length - 1] = 0;
    }
    rule->first = 1;
    rule->last = ~0UL;
    if (strcmp(when, "every") == 0) return true;
    if (!isdigit((unsigned char)when[0])) return false;
    rule->first = rule->last = strtoul(when, &end, 10);
    if (end[0] == '.' && end[1] == '.') {
        rule->last = ~0UL;
        if (isdigit((unsigned char)end[2])) rule->last = strtoul(end + 2, &end, 10);
        else end += 2;
    }
    return *end == 0 && rule->first >= 1 && rule->last >= rule->first;
}

static bool parse_call_fault(const char *path, size_t length, const char *value, size_t size, struct rule *rule) {
    const char *colon = memchr(path, ':', length);
    size_t name = colon ? (size_t)(colon - path) : length;
    rule->behaviour = &call_fault;
    rule->subject = function_named(path, name);
    if (rule->subject == F_NONE && !(name == 1 && path[0] == '*')) {
        plan_error("%.*s: no such function or behaviour", (int)length, path);
        return false;
    }
    if (colon == NULL || !parse_when(colon + 1, length - name - 1, rule)) {
        plan_error("%.*s: which call? N, N.., N..M or every, then + or :after", (int)length, path);
        return false;
    }
    for (const struct incident *incident = incident_table; incident->name != NULL; incident++) {
        if (strlen(incident->name) == size && memcmp(incident->name, value, size) == 0) {
            rule->word = incident;
            return true;
        }
    }
    return value_parse("CKR_", value, size, rule);
}

// --- behaviour[:SUBJECT[:SCOPE]][=VALUE] ----------------------------------------------------------------------------

static const struct behaviour *find_behaviour(const char *path, size_t length) {
    const struct behaviour *found = NULL;
    size_t longest = 0;
    for (const struct behaviour *row = behaviour_table; row->name != NULL; row++) {
        size_t name = strlen(row->name);
        bool matches = name <= length && memcmp(path, row->name, name) == 0 && (name == length || path[name] == ':');
        if (matches && name > longest) {
            found = row;
            longest = name;
        }
    }
    return found;
}

static bool parse_subject(const struct behaviour *row, const char *text, size_t length, struct rule *rule) {
    rule->subject = ~0UL;
    if (length == 0) {
        if (row->subject == NULL || row->subject[0] == '?') return true;
        plan_error("%s: of what?", row->name);
        return false;
    }
    if (row->subject == NULL) {
        plan_error("%s: nothing is expected after it", row->name);
        return false;
    }
    const char *colon = memchr(text, ':', length);
    size_t subject = colon ? (size_t)(colon - text) : length;
    if (colon != NULL) {
        if (length - subject - 1 >= sizeof rule->scope) return false;
        memcpy(rule->scope, colon + 1, length - subject - 1);
    }
    if (strcmp(row->subject, "C_") == 0 && subject == 1 && text[0] == '*') {
        rule->subject = F_NONE;
        return true;
    }
    struct rule parsed = {0};
    if (!value_parse(row->subject + (row->subject[0] == '?'), text, subject, &parsed)) return false;
    rule->subject = parsed.value;
    return true;
}

static bool parse_behaviour(const struct behaviour *row, const char *path, size_t length, const char *value,
                            size_t size, struct rule *rule) {
    size_t name = strlen(row->name) + 1;
    rule->behaviour = row;
    for (const enum function *f = row->on; f != NULL && *f != F_NONE; f++) rule->on[*f] = true;
    if (!parse_subject(row, path + name, length > name ? length - name : 0, rule)) return false;
    if ((value == NULL) != (row->value == NULL)) {
        plan_error("%s: %s", row->name, value ? "takes no value" : "a value is missing");
        return false;
    }
    if (value == NULL) return true;
    if (strcmp(row->value, "word") != 0) return value_parse(row->value, value, size, rule);
    rule->word = row->word(value, size);
    if (rule->word == NULL) plan_error("%s: unknown word %.*s", row->name, (int)size, value);
    return rule->word != NULL;
}

static struct rule *parse_rule(const char *text, size_t length) {
    struct rule *rule = calloc(1, sizeof *rule);
    if (rule == NULL) abort();
    const char *equals = memchr(text, '=', length);
    size_t path = equals ? (size_t)(equals - text) : length;
    const char *value = equals ? equals + 1 : NULL;
    size_t size = equals ? length - path - 1 : 0;
    const struct behaviour *row = find_behaviour(text, path);
    bool good = false;
    if (row != NULL) {
        good = parse_behaviour(row, text, path, value, size, rule);
    } else if (value != NULL) {
        good = parse_call_fault(text, path, value, size, rule);
    } else {
        plan_error("%.*s: no such behaviour", (int)length, text);
    }
    if (good) return rule;
    free(rule->bytes);
    free(rule);
    return NULL;
}

static void free_rules(struct rule *rule) {
    while (rule != NULL) {
        struct rule *next = rule->next;
        free(rule->bytes);
        free(rule);
        rule = next;
    }
}

bool plan_apply(const char *text, bool keep) {
    struct rule *first = NULL, **last = &first;
    while (*text != 0) {
        size_t length = strcspn(text, ";\n");
        const char *rule = text;
        text += length + (text[length] != 0);
        while (length > 0 && isspace((unsigned char)*rule)) rule++, length--;
        while (length > 0 && isspace((unsigned char)rule[length - 1])) length--;
        if (length == 0 || *rule == '#') continue;
        *last = parse_rule(rule, length);
        if (*last == NULL) {
            free_rules(first);
            return false;
        }
        last = &(*last)->next;
    }
    struct plan *plan = calloc(1, sizeof *plan);
    if (plan == NULL) abort();
    state_lock();
    // Rules that stay are shared with the plan they were in; new ones come before them, which needs no copy.
    struct rule *stop = keep && fault_state.plan != NULL ? fault_state.plan->rules : NULL;
    *last = stop;
    plan->rules = first;
    plan->previous = fault_state.plan;
    if (!keep) fault_state.fired = 0;
    __atomic_store_n(&fault_state.plan, plan, __ATOMIC_RELEASE);
    state_unlock();
    for (struct rule *rule = first; rule != stop; rule = rule->next) {
        if (rule->behaviour->now != NULL) rule->behaviour->now(rule);
    }
    return true;
}

// --- The environment ------------------------------------------------------------------------------------------------

static bool apply_file(const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return errno == ENOENT;
    char text[65536];
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length < 0) return false;
    text[length] = 0;
    return plan_apply(text, false);
}

static const char *plan_file;
static bool plan_is_good = true;

static bool changed(void) {
    static struct stat last;
    struct stat now;
    if (stat(plan_file, &now) != 0) return false;
    state_lock();
    bool differs = now.st_mtim.tv_sec != last.st_mtim.tv_sec || now.st_mtim.tv_nsec != last.st_mtim.tv_nsec ||
                   now.st_size != last.st_size || now.st_ino != last.st_ino;
    last = now;
    state_unlock();
    return differs;
}

static bool report(bool good) {
    if (!good) fprintf(stderr, "fault provider: the plan is wrong: %s\n", fault_state.error);
    return good;
}

static void read_environment(void) {
    plan_file = getenv("FAULT_PLAN_FILE");
    const char *text = getenv("FAULT_PLAN");
    if (text != NULL) plan_is_good = report(plan_apply(text, false));
}

bool plan_from_environment(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_environment);
    if (plan_file != NULL && changed()) plan_is_good = report(apply_file(plan_file));
    return plan_is_good;
}

// Behaviours of PINs and logins.

#ifndef LOGIN_H
#define LOGIN_H

#include "fault.h"

CK_RV refuse_locked_pin(const struct rule *rule, struct call *call);
CK_RV count_pins(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV ask_context_login(const struct rule *rule, struct call *call);
CK_RV note_context_login(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV pinpad_login(const struct rule *rule, struct call *call);
CK_RV refuse_without_callbacks(const struct rule *rule, struct call *call);
CK_RV refuse_with_locking(const struct rule *rule, struct call *call);

#endif

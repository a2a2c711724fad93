// Behaviours of tokens.

#ifndef TOKEN_H
#define TOKEN_H

#include "fault.h"

void remove_now(const struct rule *rule);
void present_now(const struct rule *rule);
CK_RV set_flags(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV clear_flags(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_min_pin(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_max_pin(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_max_sessions(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_label(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_serial(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_model(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_manufacturer(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_library_manufacturer(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_library_description(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_library_version(const struct rule *rule, struct call *call, CK_RV rv);

#endif

// Behaviours of mechanisms.

#ifndef MECHANISMS_H
#define MECHANISMS_H

#include "fault.h"

CK_RV hide_mechanism(const struct rule *rule, struct call *call);
CK_RV refuse_mechanism(const struct rule *rule, struct call *call);
CK_RV clear_mechanism_flags(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV set_max_key_size(const struct rule *rule, struct call *call, CK_RV rv);

#endif

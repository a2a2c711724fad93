// Behaviours of mechanism parameters.

#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "fault.h"

const void *find_point_form(const char *word, size_t length);
CK_RV take_point(const struct rule *rule, struct call *call);
CK_RV take_short_gcm(const struct rule *rule, struct call *call);
CK_RV make_iv(const struct rule *rule, struct call *call);

#endif

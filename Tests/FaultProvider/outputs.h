// Behaviours of outputs.

#ifndef OUTPUTS_H
#define OUTPUTS_H

#include "fault.h"

CK_RV refuse_output(const struct rule *rule, struct call *call);
CK_RV change_output(const struct rule *rule, struct call *call, CK_RV rv);
const void *find_output_lie(const char *word, size_t length);
CK_RV limit_find(const struct rule *rule, struct call *call);
CK_RV reverse_find(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV find_half(const struct rule *rule, struct call *call);
CK_RV find_twice(const struct rule *rule, struct call *call, CK_RV rv);
CK_RV find_endless(const struct rule *rule, struct call *call, CK_RV rv);

#endif

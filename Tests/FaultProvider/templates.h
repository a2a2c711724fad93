// Behaviours of templates.

#ifndef TEMPLATES_H
#define TEMPLATES_H

#include "fault.h"

CK_RV refuse_class(const struct rule *rule, struct call *call);
CK_RV refuse_attribute(const struct rule *rule, struct call *call);
CK_RV require_attribute(const struct rule *rule, struct call *call);
CK_RV limit_attribute(const struct rule *rule, struct call *call);
CK_RV ignore_attribute(const struct rule *rule, struct call *call);
CK_RV force_attribute(const struct rule *rule, struct call *call);

#endif

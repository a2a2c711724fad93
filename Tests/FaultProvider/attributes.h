// Behaviours of attributes.

#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include "fault.h"

CK_RV answer_attributes(const struct rule *rule, struct call *call);
const void *find_attribute_lie(const char *word, size_t length);

#endif

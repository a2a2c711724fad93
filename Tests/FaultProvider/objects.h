// Behaviours of object handles.

#ifndef OBJECTS_H
#define OBJECTS_H

#include "fault.h"

CK_RV swap_in(const struct rule *rule, struct call *call);
CK_RV swap_out(const struct rule *rule, struct call *call, CK_RV rv);

#endif

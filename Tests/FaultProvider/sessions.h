// Behaviours of sessions.

#ifndef SESSIONS_H
#define SESSIONS_H

#include "fault.h"

void forget_now(const struct rule *rule);
CK_RV limit_sessions(const struct rule *rule, struct call *call);
CK_RV bind_login(const struct rule *rule, struct call *call, CK_RV rv);

#endif

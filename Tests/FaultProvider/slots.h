// Behaviours of slots, and of the connection behind them.

#ifndef SLOTS_H
#define SLOTS_H

#include "fault.h"

CK_RV renumber_in(const struct rule *rule, struct call *call);
CK_RV renumber_out(const struct rule *rule, struct call *call, CK_RV rv);
void break_now(const struct rule *rule);
CK_RV show_no_slots(const struct rule *rule, struct call *call);

#endif

// Faults at random.

#ifndef RANDOM_H
#define RANDOM_H

#include "fault.h"

struct random_fault {
    bool after;
    const char *incident;  // the name of an incident, or NULL for a return value
    CK_RV value;
};

// Whether a call meets a fault of a random rule, and which. With the lock held.
bool random_fault(const struct rule *rule, const struct call *call, struct random_fault *fault);

#endif

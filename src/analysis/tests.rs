//! Inclusion and witnesses against plain enumeration.

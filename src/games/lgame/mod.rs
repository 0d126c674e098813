//! TODO stub lgame

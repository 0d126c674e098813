//! TODO stub rhombus

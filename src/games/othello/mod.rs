//! TODO stub othello

//! TODO stub gomoku

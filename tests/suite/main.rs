mod gomoku;
mod othello;
mod tables;

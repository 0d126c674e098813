//! Searches that prove forced wins: by continuous fours ([`vcf`]) and by continuous threats ([`vct`]), with the proof
//! as a tree ([`proof_tree`]) that [`verify`] replays by the rules alone.

pub mod defence;
pub mod proof_tree;
pub mod search_board;
pub mod vcf;
pub mod vct;
pub mod verify;

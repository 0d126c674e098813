//! Searches that prove forced wins: by continuous fours ([`vcf`]) and by continuous threats ([`vct`], with
//! [`refutations`]). A proof is a tree ([`proof_tree`]) that [`verify`] checks using nothing but the rules;
//! [`known_proofs`] keeps them for the rest of the game.

pub mod known_proofs;
#[deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
pub mod proof_tree;
pub mod refutations;
pub mod replay;
pub mod search_board;
pub mod vcf;
pub mod vct;
pub mod verify;

//! Weight files are named by their hash.

use super::repository::files;
use sha2::{Digest, Sha256};

#[test]
fn weights_are_named_by_their_content() {
    for game in ["gomoku", "othello"] {
        let weights = files(&format!("src/games/{game}/weights"), &["bin"]);
        assert!(!weights.is_empty(), "no weights of {game}");
        for path in weights {
            let digest = Sha256::digest(std::fs::read(&path).expect("a file"));
            let hash: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            assert!(stem.ends_with(&format!("-{hash}")), "{} should end in {hash}", path.display());
        }
    }
}

//! Files of weights are named by their content.

use sha2::{Digest, Sha256};
use std::path::Path;

#[test]
fn weights_are_named_by_their_content() {
    for game in ["gomoku", "othello"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game).join("weights");
        let mut files = 0;
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "bin") {
                continue;
            }
            let digest = Sha256::digest(std::fs::read(&path).expect("a file"));
            let hash: String = digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            assert!(stem.ends_with(&format!("-{hash}")), "{} should end in {hash}", path.display());
            files += 1;
        }
        assert!(files > 0, "no weights of {game}");
    }
}

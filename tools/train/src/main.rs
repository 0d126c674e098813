//! The program `quartet-train`; see [`quartet_train`].

fn main() -> anyhow::Result<()> {
    quartet_train::run()
}

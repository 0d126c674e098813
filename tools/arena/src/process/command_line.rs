//! A program and its arguments as one text.

use super::Launch;
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

impl Launch {
    /// A program with arguments from a text, which is parsed in the same way wherever an engine is named. A text that
    /// as a whole is an existing file or a program on the search path is that program, including spaces. Any other text
    /// is split into words as in a shell, and the first word is the program.
    pub fn from_command_line(text: &str) -> Result<Launch> {
        let mut launch = Launch::default();
        launch.set_command_line(text)?;
        Ok(launch)
    }

    /// Sets program and arguments from a text as in [`from_command_line`](Self::from_command_line). Paths are relative
    /// to the working directory, and programs are looked up on the search path, that were set before; by default those
    /// of this process.
    pub fn set_command_line(&mut self, text: &str) -> Result<()> {
        if let Some(program) = self.file(text) {
            (self.program, self.arguments) = (program, Vec::new());
            return Ok(());
        }
        let whole = Launch { program: text.into(), ..self.clone() };
        let mut words = if whole.check().is_ok() { vec![text.into()] } else { words(text)? }.into_iter();
        let program = words.next().context("no program in an empty command line")?;
        self.program = self.file(&program).unwrap_or(program);
        self.arguments = words.collect();
        Ok(())
    }

    /// The path of the file of this name, if there is one. A bare name gets a prefix, because otherwise it would be
    /// looked up on the search path.
    fn file(&self, name: &str) -> Option<String> {
        if self.directory_or_own().join(name).is_file() {
            let is_bare = Path::new(name).components().count() == 1;
            return Some(if is_bare { format!(".{MAIN_SEPARATOR}{name}") } else { name.into() });
        }
        // Relative to the user's working directory, even if the program has another one.
        let path = std::path::absolute(name).ok().filter(|path| path.is_file())?;
        path.to_str().map(String::from)
    }

    /// Fails if there is no such program, or it is not executable. The program is not started.
    pub fn check(&self) -> Result<()> {
        self.file_of_program().map(drop)
    }

    /// The executable file that is started, as it is found on the search path. Fails if there is none.
    pub fn file_of_program(&self) -> Result<PathBuf> {
        let missing = || format!("cannot start '{}'", self.program);
        let directory = std::path::absolute(self.directory_or_own()).with_context(missing)?;
        let path = self.environment.get("PATH").map(OsString::from).or_else(|| std::env::var_os("PATH"));
        which::which_in(&self.program, path, directory).with_context(missing)
    }

    /// Its working directory.
    fn directory_or_own(&self) -> PathBuf {
        self.directory.as_deref().unwrap_or(Path::new(".")).into()
    }
}

/// Splits a text into words as a shell does: at whitespace, except inside quotes or after a backslash.
pub fn words(text: &str) -> Result<Vec<String>> {
    shlex::split(text).with_context(|| format!("the quotation marks in '{text}' do not match"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with the file `my engine` in a folder of its own.
    fn folder() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("two words")).expect("a folder");
        let file = folder.path().join("two words/my engine");
        std::fs::write(&file, "").expect("a file");
        (folder, file.to_str().expect("text").into())
    }

    fn read(text: &str) -> (String, Vec<String>) {
        let launch = Launch::from_command_line(text).expect(text);
        (launch.program, launch.arguments)
    }

    #[test]
    fn a_command_that_is_a_file_is_not_split() {
        let (_folder, file) = folder();
        assert_eq!(read(&file), (file.clone(), vec![]));
        assert_eq!(
            read(&format!("'{file}' --uci \"a b\" c\\ d")),
            (file, vec!["--uci".into(), "a b".into(), "c d".into()])
        );
    }

    #[test]
    fn words_are_those_of_a_shell() {
        assert_eq!(
            read("no-such-engine -a 'b c' \"\""),
            ("no-such-engine".into(), vec!["-a".into(), "b c".into(), "".into()])
        );
        assert_eq!(read("/no/such\\ engine a\"b 'c\""), ("/no/such engine".into(), vec!["ab 'c".into()]));
        for wrong in ["", "  ", "'", "a \"b", "a b\\"] {
            assert!(Launch::from_command_line(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn paths_are_relative_to_the_working_directory() {
        let (folder, _) = folder();
        let directory = folder.path().join("two words");
        let mut launch = Launch { directory: Some(directory), ..Launch::default() };
        launch.set_command_line("my engine").expect("a file");
        assert_eq!(launch.program, format!(".{MAIN_SEPARATOR}my engine"));
        launch.set_command_line("../two\\ words/my\\ engine x").expect("words");
        assert_eq!((launch.program.as_str(), launch.arguments.len()), ("../two words/my engine", 1));
        // A file that exists only in the working directory of this process.
        launch.set_command_line("Cargo.toml").expect("a file");
        assert_eq!(Path::new(&launch.program), std::path::absolute("Cargo.toml").expect("a path"));
    }
}

//! This program, to be started once more.

/// Its path. Where the system has one that outlives the file, that one: a newer program may be installed while this one
/// runs. Fails if the system does not tell it.
pub fn own_program() -> std::io::Result<String> {
    if cfg!(target_os = "linux") {
        return Ok("/proc/self/exe".into());
    }
    std::env::current_exe().map(|path| path.to_string_lossy().into_owned())
}

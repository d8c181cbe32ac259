//! What a call would do, in a line.

use abide_rules::Input;

/// `shell: TEXT`, or the kind of file use and the paths.
pub fn short(input: &Input) -> String {
    match input {
        Input::Shell(text) => format!("shell: {text}"),
        Input::PowerShell(text) => format!("powershell: {text}"),
        Input::Files(kind, paths) => format!("{kind:?}: {}", paths.join(" ")),
        Input::Search { folder, glob } => {
            format!("search: {} {}", folder.as_deref().unwrap_or("-"), glob.as_deref().unwrap_or("-"))
        }
        Input::Changes(changes) => {
            let alike = changes.chunk_by(|a, b| a.0 == b.0);
            let alike = alike.map(|chunk| {
                let paths: Vec<&str> = chunk.iter().map(|change| change.1.as_str()).collect();
                format!("{:?}: {}", chunk[0].0, paths.join(" "))
            });
            alike.collect::<Vec<_>>().join(", ")
        }
    }
}

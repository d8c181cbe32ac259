//! What cargo builds, and where.

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where cargo builds.
pub fn target_folder() -> Result<PathBuf, String> {
    let output = cargo(&["metadata", "--no-deps", "--format-version=1"])?;
    let metadata: Value =
        serde_json::from_slice(&output).map_err(|error| format!("cargo metadata: {error}"))?;
    let folder = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    Ok(folder.into())
}

/// Builds abide as a person gets it, and says where it is.
pub fn abide() -> Result<PathBuf, String> {
    let output = cargo(&[
        "build",
        "--release",
        "--locked",
        "-p",
        "abide",
        "--message-format=json-render-diagnostics",
    ])?;
    let messages = String::from_utf8_lossy(&output);
    let executable = messages.lines().rev().find_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message["executable"].as_str().map(PathBuf::from)
    });
    executable.ok_or_else(|| "cargo build names no program".into())
}

fn cargo(arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let output = cargo.args(arguments).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("cargo {}: {}", arguments[0], output.status));
    }
    Ok(output.stdout)
}

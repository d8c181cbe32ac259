//! abide as a plugin of Claude Code: a command hook, or a mod (TypeScript that
//! Claude Code runs itself), as measured on 2.1.332. Mods are early access.

use crate::install::{Hook, Plugin};
use serde_json::json;

pub(crate) const PLUGIN: Plugin = Plugin {
    files,
    load: [
        "To use it for one session: claude --plugin-dir ",
        "\nFor all: set CLAUDE_CODE_PLUGIN_DIRS to that folder.",
    ],
};

fn files(hook: &Hook, module: bool) -> Vec<(&'static str, String)> {
    let about = "Asks abide before each tool whether it breaks a rule of the project";
    let manifest = json!({ "name": "abide", "version": env!("CARGO_PKG_VERSION"), "description": about });
    let hooks = match module {
        true => json!({ "description": "abide", "modules": ["./register.ts"], "hooks": {} }),
        false => super::install::document(hook),
    };
    let mut files = vec![
        (".claude-plugin/plugin.json", format!("{manifest:#}\n")),
        ("hooks/hooks.json", format!("{hooks:#}\n")),
    ];
    if module {
        let words = json!([hook.program, "hook", hook.agent]).to_string();
        files.push(("hooks/register.ts", include_str!("register.ts").replace("__WORDS__", &words)));
    }
    files
}

//! Coding agents started from a command line: what they are told is free text.

use super::row::{Role::*, *};

pub const ROWS: &[Program] = &[
    // claude --help, 2.1
    row("claude").rest(Free).opts(&[
        flag("-p --print -c --continue --bare --safe-mode --restricted --verbose"),
        takes(Free, "--system-prompt --append-system-prompt --agents --json-schema"),
        takes(Read, "--settings --mcp-config --system-prompt-file --append-system-prompt-file"),
        val("--model --fallback-model --allowedTools --allowed-tools --disallowedTools --disallowed-tools"),
        val("--permission-mode --output-format --input-format --max-turns --max-budget-usd --session-id"),
        val("--setting-sources --plugin-dir --add-dir --agent --effort --tools -n --name"),
        may(Skip, "-r --resume"),
    ]),
    // codex --help, 0.171
    row("codex exec|e").rest(Free).opts(CODEX),
    row("codex").rest(Free).opts(CODEX),
    // gemini --help, 0.61, and its fork
    row("gemini|qwen").rest(Free).opts(&[
        takes(Free, "-p --prompt -i --prompt-interactive"),
        val(
            "-m --model -o --output-format --approval-mode -e --extensions --include-directories -r --resume",
        ),
        val("--allowed-tools --allowed-mcp-server-names"),
    ]),
    // copilot --help, 1.0
    row("copilot").rest(Free).opts(&[
        takes(Free, "-p --prompt -i --interactive"),
        val("--model --allow-tool --deny-tool --add-dir --log-dir --log-level --agent"),
        may(Skip, "--resume"),
    ]),
    // pi --help, 1.6, and its fork
    row("pi|omp").rest(Free).opts(&[
        takes(Free, "--system-prompt --append-system-prompt"),
        val("--provider --model --mode --session --session-dir --tools -t --thinking --models"),
        takes(Read, "-e --extension --skill --prompt-template --theme"),
    ]),
    // opencode run --help, 1.18
    row("opencode run").rest(Free).opts(&[
        val("-m --model --agent -s --session --format --title --port --command"),
        takes(Read, "-f --file"),
    ]),
    // cursor-agent --help; amp --help; droid exec --help; goose run --help
    row("cursor-agent").rest(Free).opts(&[val("-a --api-key --output-format -m --model --resume")]),
    row("amp").rest(Free).opts(&[takes(Free, "-x --execute"), val("--mode -m --label -l --settings-file")]),
    row("droid exec").rest(Free).opts(&[
        takes(Read, "-f --file"),
        takes(Dir, "--cwd"),
        val("-o --output-format --auto -m --model -r --reasoning-effort -s --session-id"),
    ]),
    row("goose run").rest(Free).opts(&[takes(Free, "-t --text --system"), takes(Read, "-i --instructions")]),
    // aider --help, 0.86
    row("aider").rest(Both).opts(&[
        takes(Free, "-m --message --msg"),
        takes(Read, "-f --message-file --read --env-file -c --config"),
        val("--model --weak-model --editor-model --edit-format --api-key"),
        takes(Script, "--test-cmd --lint-cmd"),
    ]),
];

const CODEX: &[Opt] = &[
    val("-c --config --enable --disable -m --model -s --sandbox -p --profile -a --ask-for-approval"),
    val("--color --local-provider --add-dir"),
    takes(Dir, "-C --cd"),
    takes(Read, "-i --image --output-schema"),
    takes(Write, "-o --output-last-message"),
];

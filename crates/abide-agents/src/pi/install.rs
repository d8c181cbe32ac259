//! pi's extension folder, as measured on 0.73.1 and 1.6.0.

use crate::install::{
    Base, Folder, Form, Install, Place, Question, Starts, Trust, tool_call_extension, tool_call_payload,
};

pub(crate) const INSTALL: Install = Install {
    programs: &["pi"],
    settings: Folder { variable: Some("PI_CODING_AGENT_DIR"), below_home: ".pi/agent" },
    user: &[Place {
        base: Base::Settings,
        path: "extensions/abide.ts",
        form: Form::Script(tool_call_extension),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".pi/extensions/abide.ts",
        form: Form::Script(tool_call_extension),
        instead: false,
        note: Some(
            "pi 1.x reads the extensions of a project only when you trust it, and `pi -p` skips them without a word",
        ),
    }],
    starts: Starts::Script,
    off: &[],
    payload: tool_call_payload,
    trust,
    plugin: None,
};

/// Since 1.0 the extensions of a project run only when it is trusted. The form
/// of the record is pi's own.
fn trust(question: &Question) -> Trust {
    if !question.project_file {
        return Trust::NotNeeded;
    }
    Trust::Unknown(
        "pi 1.x loads it only in a trusted project (`pi --approve`); older versions ask nobody".into(),
    )
}

//! omp's extension folder, as measured on 18.2.3.

use crate::install::{
    Base, Folder, Form, Install, Place, Starts, no_trust, tool_call_extension, tool_call_payload,
};

pub(crate) const INSTALL: Install = Install {
    programs: &["omp"],
    settings: Folder { variable: None, below_home: ".omp/agent" },
    user: &[Place {
        base: Base::Settings,
        path: "extensions/abide.ts",
        form: Form::Script(tool_call_extension),
        instead: false,
        note: None,
    }],
    project: &[Place {
        base: Base::Project,
        path: ".omp/extensions/abide.ts",
        form: Form::Script(tool_call_extension),
        instead: false,
        note: None,
    }],
    starts: Starts::Script,
    off: &[],
    payload: tool_call_payload,
    trust: no_trust,
    plugin: None,
};

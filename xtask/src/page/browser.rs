//! A headless Chromium, spoken to by its own protocol.
//!
//! The protocol runs over a pipe (`--remote-debugging-pipe`: file 3 in, file 4 out,
//! a zero byte after each message), so that no port is open and no library is
//! needed but JSON's. A few calls are all that the checks make.

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// What Chromium is called.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Nothing but the page, in a profile of its own.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
];

/// Where Chromium is, if it is.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let named = |folder: PathBuf| NAMES.iter().map(move |name| folder.join(name));
    std::env::split_paths(&path).flat_map(named).find(|file| file.is_file())
}

/// One tab of a running Chromium.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    session: Option<String>,
    calls: u64,
    /// Events that came while an answer was waited for.
    events: Vec<Value>,
}

impl Browser {
    /// Starts it, with an empty tab.
    ///
    /// # Errors
    ///
    /// Says why it does not start.
    pub fn start(program: &Path, profile: &Path) -> Result<Self, String> {
        // The shell hands its own input and output on as files 3 and 4.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$@" 3<&0 4>&1 </dev/null >/dev/null"#, "sh"])
            .arg(program)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", program.display()))?;
        let (to, from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let mut browser =
            Browser { child, to, from: BufReader::new(from), session: None, calls: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.call("Target.attachToTarget", attach)?;
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network", "DOM", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// Asks for one thing, and waits for the answer.
    ///
    /// # Errors
    ///
    /// Says what Chromium says.
    pub fn call(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.calls += 1;
        let mut message = json!({"id": self.calls, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let sent = self.to.write_all(format!("{message}\0").as_bytes()).and_then(|()| self.to.flush());
        sent.map_err(|error| format!("{method}: {error}"))?;
        loop {
            let mut answer = self.next()?;
            if answer["id"] != self.calls {
                self.events.push(answer);
            } else if answer["error"].is_null() {
                return Ok(answer["result"].take());
            } else {
                return Err(format!("{method}: {}", answer["error"]));
            }
        }
    }

    fn next(&mut self) -> Result<Value, String> {
        let mut bytes = Vec::new();
        let read = self.from.read_until(0, &mut bytes).map_err(|error| error.to_string())?;
        if read == 0 {
            return Err("Chromium ended".to_owned());
        }
        bytes.pop();
        serde_json::from_slice(&bytes).map_err(|error| error.to_string())
    }

    /// Opens a page and waits until it is there.
    ///
    /// # Errors
    ///
    /// Says why it is not.
    pub fn open(&mut self, page: &Path) -> Result<(), String> {
        self.events.clear();
        let answer = self.call("Page.navigate", json!({"url": format!("file://{}", page.display())}))?;
        if let Some(error) = answer["errorText"].as_str() {
            return Err(error.to_owned());
        }
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            let event = self.next()?;
            self.events.push(event);
        }
        Ok(())
    }

    /// The window: its width, and whether the person likes it dark.
    ///
    /// # Errors
    ///
    /// Says what Chromium says.
    pub fn look(&mut self, width: u32, dark: bool) -> Result<(), String> {
        let phone = width < 600;
        let scale = if phone { 2 } else { 1 };
        let size = json!({"width": width, "height": 800, "deviceScaleFactor": scale, "mobile": phone});
        self.call("Emulation.setDeviceMetricsOverride", size)?;
        let scheme = if dark { "dark" } else { "light" };
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", media).map(drop)
    }

    /// What a piece of JavaScript comes to.
    ///
    /// # Errors
    ///
    /// Says what it throws.
    pub fn evaluate(&mut self, code: &str) -> Result<Value, String> {
        let ask = json!({"expression": code, "returnByValue": true});
        let mut answer = self.call("Runtime.evaluate", ask)?;
        match answer["exceptionDetails"].is_null() {
            true => Ok(answer["result"]["value"].take()),
            false => Err(format!("{code}: {}", answer["exceptionDetails"])),
        }
    }

    /// A person presses a key.
    ///
    /// # Errors
    ///
    /// Says what Chromium says.
    pub fn press(&mut self, key: &str, code: u32, text: &str) -> Result<(), String> {
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code});
            if kind == "keyDown" && !text.is_empty() {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event)?;
        }
        Ok(())
    }

    /// A picture of the whole page, as PNG.
    ///
    /// # Errors
    ///
    /// Says what Chromium says.
    pub fn picture(&mut self) -> Result<Vec<u8>, String> {
        let shot =
            self.call("Page.captureScreenshot", json!({"format": "png", "captureBeyondViewport": true}))?;
        let data = shot["data"].as_str().unwrap_or_default();
        BASE64_STANDARD.decode(data).map_err(|error| error.to_string())
    }

    /// The events of a kind since the page was opened.
    pub fn events(&self, method: &str) -> impl Iterator<Item = &Value> {
        self.events.iter().filter(move |event| event["method"] == method).map(|event| &event["params"])
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let _ = self.child.wait();
    }
}

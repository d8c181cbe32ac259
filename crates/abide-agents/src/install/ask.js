// Asks abide before each tool; written by `abide install`, taken away by `abide uninstall`.
//
// abide reads the call as JSON and leaves with 2 to block it, with the reason on standard error;
// with `ask` on standard output, the person may let it run. With any other code the call goes on,
// and what stands on standard error is for the person.
import { spawn } from "node:child_process";

const ABIDE = __PROGRAM__;
const ARGUMENTS = __ARGUMENTS__;
const MILLISECONDS = 10000;

function ask(call) {
  return new Promise((resolve) => {
    const open = (why) => resolve({ blocked: false, text: `abide: the call was not checked: ${why}` });
    const child = spawn(ABIDE, ARGUMENTS);
    // Not the `timeout` of spawn: where there is no program, it is never taken back, and keeps an
    // agent that has nothing left to do for all that time.
    const timer = setTimeout(() => child.kill("SIGKILL"), MILLISECONDS);
    let said = "";
    let text = "";
    child.stdout.on("data", (chunk) => (said += chunk));
    child.stderr.on("data", (chunk) => (text += chunk));
    child.on("error", (error) => {
      clearTimeout(timer);
      open(error.message);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      text = text.trim();
      if (code === null) open(`${ABIDE} was ended by ${signal}`);
      else if (code === 2) resolve({ blocked: true, ask: said.trim() === "ask", text: text || "abide: blocked" });
      else resolve({ blocked: false, text });
    });
    // abide may leave before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(call));
  });
}

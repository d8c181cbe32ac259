// Asks abide before each tool; written by `abide install`, taken away by `abide uninstall`.
//
// abide reads the call as JSON and leaves with 2 to block it, with the reason on standard error.
// With any other code the call goes on, and what stands there is for the person.
import { spawn } from "node:child_process";

const ABIDE = __PROGRAM__;
const ARGUMENTS = __ARGUMENTS__;
const MILLISECONDS = 10000;

function ask(call) {
  return new Promise((resolve) => {
    const open = (why) => resolve({ blocked: false, text: `abide: the call was not checked: ${why}` });
    const child = spawn(ABIDE, ARGUMENTS, { stdio: ["pipe", "ignore", "pipe"], timeout: MILLISECONDS });
    let text = "";
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (chunk) => (text += chunk));
    child.on("error", (error) => open(error.message));
    child.on("close", (code, signal) => {
      text = text.trim();
      if (code === null) open(`${ABIDE} was ended by ${signal}`);
      else resolve({ blocked: code === 2, text: text || (code === 2 ? "abide: blocked" : "") });
    });
    // abide may leave before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(JSON.stringify(call));
  });
}

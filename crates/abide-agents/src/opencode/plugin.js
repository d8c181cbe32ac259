
// OpenCode takes every export for a plugin: this is the only one.
export const Abide = async ({ client, directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = await ask({
      tool_name: input.tool,
      tool_input: output.args,
      tool_use_id: input.callID,
      session_id: input.sessionID,
      cwd: directory,
    });
    if (answer.blocked) throw new Error(answer.text);
    if (!answer.text) return;
    try {
      await client.tui.showToast({ body: { message: answer.text, variant: "warning" } });
    } catch {
      console.error(answer.text);
    }
  },
});

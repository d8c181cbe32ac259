
export default function (agent: any) {
  agent.on("tool_call", async (event: any, context: any) => {
    const answer: any = await ask({
      tool_name: event.toolName,
      tool_input: event.input,
      tool_use_id: event.toolCallId,
      cwd: context.cwd,
      session_id: context.sessionManager?.getSessionId?.(),
    });
    if (answer.ask && context.hasUI && (await context.ui.confirm("abide", answer.text))) return;
    if (answer.blocked) return { block: true, reason: answer.text };
    if (!answer.text) return;
    if (context.hasUI) context.ui.notify(answer.text, "warning");
    else console.error(answer.text);
  });
}

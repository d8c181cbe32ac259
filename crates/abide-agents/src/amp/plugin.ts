
export default function (amp: any) {
  amp.on("tool.call", async (event: any) => {
    const answer: any = await ask({
      tool_name: event.tool ?? event.name,
      tool_input: event.input,
      tool_use_id: event.toolUseID ?? event.id,
      cwd: process.cwd(),
    });
    if (answer.blocked) return { action: "reject-and-continue", message: answer.text };
    if (answer.text) console.error(answer.text);
    // Amp takes no silence for an answer.
    return { action: "allow" };
  });
}

// Asks abide before each tool; written by `abide install`.
//
// abide reads the call as JSON and leaves with 2 to block it, with the reason on standard error.
import type { Register } from 'claude-code'

export const register: Register = on => {
  on('tool.call', async ($, e, next) => {
    const call = {
      hook_event_name: 'PreToolUse',
      tool_name: e.tool,
      tool_input: e,
      tool_use_id: e.tool_use_id,
      cwd: await $.session.root(),
    }
    const answer = await $.process.run(__WORDS__, { stdin: JSON.stringify(call), timeoutMs: 10000 })
    return answer.exitCode === 2 ? { deny: answer.stderr.trim() || 'abide: blocked' } : next(e)
  }).catch(($, e, next) => (next.called ? next(e) : { deny: 'abide: the call could not be checked' }))
}

import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import type { ToolOutcome } from '../tools/tools.ts'

/** What a tool said, as the result of its call. */
export function toResult(call: ToolCall, outcome: ToolOutcome, durationMs: number): ToolCallResult {
  const { result } = outcome
  return {
    call_id: call.call_id,
    tool_name: call.tool,
    success: result.success,
    status: result.success ? 'succeeded' : 'failed',
    input: call.arguments,
    message: result.success
      ? `${call.tool} succeeded.`
      : `${call.tool} failed: ${result.error ?? 'no reason was given'}`,
    output: result.output as JsonValue,
    ...(result.error === undefined ? {} : { error: result.error }),
    duration_ms: durationMs,
    ...outcome.spent,
  }
}

/** A result for a call that was never touched: failed when there is an error, else not run. */
export function notRun(
  call: Pick<ToolCall, 'call_id' | 'tool' | 'arguments'>,
  message: string,
  error?: string,
): ToolCallResult {
  return {
    call_id: call.call_id,
    tool_name: call.tool,
    success: false,
    status: error === undefined ? 'not_run' : 'failed',
    input: call.arguments,
    message,
    ...(error === undefined ? {} : { error: message }),
    duration_ms: 0,
  }
}

/** The call may have run, and a person chose not to find out. */
export function abortedInDoubt(call: ToolCall): ToolCallResult {
  const message = `${call.tool} may have run; a person chose to abort.`
  return { ...notRun(call, message, 'unknown'), status: 'unknown' }
}

/** The call did run, says a person, and this came of it. */
export function happened(call: ToolCall, output: JsonValue, says: string): ToolCallResult {
  const base = notRun(call, `${call.tool} did happen, says ${says}.`)
  return { ...base, success: true, status: 'succeeded', output }
}

export function resultPayload(result: ToolCallResult): JsonObject {
  return {
    call_id: result.call_id,
    tool_name: result.tool_name,
    success: result.success,
    status: result.status,
    tool_output: result.output ?? null,
    ...(result.error === undefined ? {} : { error: result.error }),
  }
}

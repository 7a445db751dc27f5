import type { GateSubject } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { bindOutsideCall } from '../../engine/calls/calls.ts'
import type { Engine } from '../engine.ts'
import type { GateRequestBody } from '../program.ts'

/** Binds the calls of a gate that an outside agent opens: digests, schema, annotations as far as they are trusted. */
export function bindSubjectCalls(
  engine: Engine,
  { who, body, calls }: { who: Principal; body: GateRequestBody; calls: readonly JsonValue[] },
): GateSubject | Refusal {
  const bound: ToolCall[] = []
  for (const [index, call] of calls.entries()) {
    const field = `subject.tool_calls.${index}`
    const { tool, arguments: args } = (call ?? {}) as {
      readonly tool?: JsonValue
      readonly arguments?: JsonValue
    }
    if (typeof tool !== 'string' || typeof args !== 'object' || args === null || Array.isArray(args)) {
      return refuse('invalid', 'A call needs a tool and its arguments.', {
        errors: [{ field, message: 'must be {tool, arguments}' }],
      })
    }
    const outside = { tool, arguments: args as JsonObject }
    const one = bindOutsideCall(
      { tools: engine.catalog, ids: engine.ids },
      { who, call: outside, sessionId: body.session_id ?? '' },
    )
    if (isRefusal(one)) return one
    bound.push(one)
  }
  if (bound.length === 0)
    return refuse('invalid', 'A gate over calls needs at least one.', {
      errors: [{ field: 'subject.tool_calls', message: 'must not be empty' }],
    })
  return { tool_calls: bound }
}

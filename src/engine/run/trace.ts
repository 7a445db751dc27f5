/** One stretch of work as an observer outside sees it: names, ids and counts, never a text that somebody wrote. */
export interface Span {
  readonly name: string
  readonly attributes: SpanAttributes
}

export type SpanAttributes = Readonly<Record<string, string | number>>

/** Watches a stretch of work; what happens inside of it belongs to it. `ended` tells what came of it. */
export type Trace = <Result>(
  span: Span,
  work: () => Promise<Result>,
  ended?: (result: Result) => { readonly attributes: SpanAttributes; readonly failed?: string },
) => Promise<Result>

/** Where nobody watches. */
export const untraced: Trace = (_span, work) => work()

/** Names of the OpenTelemetry conventions for generative AI. */
export function agentSpan(run: {
  readonly run_id: string
  readonly session_id: string
  readonly kind: string
}): Span {
  return {
    name: `invoke_agent ${run.kind}`,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': run.kind,
      'gen_ai.conversation.id': run.session_id,
      'soulgate.run.id': run.run_id,
    },
  }
}

export function toolSpan(call: { readonly call_id: string; readonly tool: string }): Span {
  return {
    name: `execute_tool ${call.tool}`,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': call.tool,
      'gen_ai.tool.call.id': call.call_id,
      'gen_ai.tool.type': 'function',
    },
  }
}

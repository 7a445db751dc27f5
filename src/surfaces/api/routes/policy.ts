import { PolicyReplay, type PolicyReplayLine, PolicyReplayRequest } from '../../../contracts/policy-replay.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { toByteStream } from '../byte-stream.ts'
import { json, type Route, route } from '../route.ts'

const LINES = 'application/x-ndjson'

/** What people have set, tried on what happened before. */
export const policyRoutes: readonly Route[] = [
  route({
    id: 'replayPolicy',
    tag: 'policy',
    method: 'POST',
    path: '/api/policy/replay',
    action: 'policy.replay',
    summary:
      'try guidelines and settings on the verdicts of the past; with “Accept: application/x-ndjson” lines of progress come before the result, and closing the connection stops it',
    body: PolicyReplayRequest,
    answers: { status: 200, schema: PolicyReplay },
    handle: async ({ soulgate, who, body, headers, signal }) => {
      const answer = await soulgate.policy.replay(who, body)
      if (isRefusal(answer)) return answer
      const lines = until(signal, answer.lines)
      if (headers.get('accept')?.includes(LINES))
        return new Response(toByteStream(asText(lines)), { headers: { 'content-type': LINES } })
      for await (const line of lines) if ('result' in line) return json(line.result)
      return json({})
    },
  }),
]

async function* until(
  signal: AbortSignal,
  lines: AsyncIterable<PolicyReplayLine>,
): AsyncGenerator<PolicyReplayLine> {
  for await (const line of lines) {
    if (signal.aborted) return
    yield line
  }
}

async function* asText(lines: AsyncIterable<PolicyReplayLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`
}

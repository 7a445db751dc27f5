import type { PolicyReplay, PolicyReplayLine, PolicyReplayRequest } from '../contracts/policy-replay.ts'
import { problemFromText, SoulgateProblem } from './problem.ts'
import type { Transport } from './transport.ts'

/** What people have set, tried on what happened before; for members, never for agents. */
export interface PolicyClient {
  /**
   * How the verdicts of a time would fall under other guidelines and settings; nothing is stored. `onProgress` is told
   * how many verdicts were judged; an aborted signal stops it.
   */
  replay(
    request?: Partial<PolicyReplayRequest>,
    options?: {
      readonly signal?: AbortSignal
      readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void
    },
  ): Promise<PolicyReplay>
}

export function createPolicyClient(transport: Transport): PolicyClient {
  return {
    replay: async (request = {}, { signal, onProgress } = {}) => {
      const headers = { accept: 'application/x-ndjson' }
      const response = await transport.open('POST', '/api/policy/replay', { body: request, headers, signal })
      if (!response.ok) throw new SoulgateProblem(problemFromText(response.status, await response.text()))
      for await (const line of linesOf(response.body)) {
        if ('result' in line) return line.result
        onProgress?.(line.progress)
      }
      throw new SoulgateProblem(problemFromText(502, ''))
    },
  }
}

async function* linesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<PolicyReplayLine> {
  if (body === null) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += decoder.decode(value, { stream: !done })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield JSON.parse(line)
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

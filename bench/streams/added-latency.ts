import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock, systemTimers } from '../../src/base/clock.ts'
import { systemRandom } from '../../src/base/random.ts'
import type { ModelRequest } from '../../src/contracts/model.ts'
import { createAiSdkProvider } from '../../src/llm/ai-sdk/ai-sdk.ts'
import { createLlm, shippedPrices } from '../../src/llm/llm.ts'
import type { Measure } from '../reasoning/figures.ts'

const ROUNDS = 300
const WARM_UP = 30

const REQUEST: ModelRequest = {
  tier: 'STANDARD',
  purpose: 'bench',
  messages: Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `Message ${index}: ${'some words of a conversation '.repeat(20)}`,
  })),
  tools: Array.from({ length: 20 }, (_, index) => ({
    name: `tool_${index}`,
    description: 'Does one thing and says what it did.',
    input_schema: { type: 'object', properties: { path: { type: 'string' }, text: { type: 'string' } } },
  })),
}

/** How much later the first token arrives through our layer than straight from the server, which answers at once. */
export async function measureAddedLatency(): Promise<readonly Measure[]> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"choices":[{"index":0,"delta":{"content":"First"},"finish_reason":null}]}\n\n')
      setImmediate(() =>
        response.end('data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
      )
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}/v1`
  try {
    const llm = createLlm({
      providers: [createAiSdkProvider({ name: 'local', kind: 'openai-compatible', baseUrl })],
      tiers: { FAST: ['local/m'], STANDARD: ['local/m'], POWERFUL: ['local/m'] },
      prices: shippedPrices,
      clock: systemClock,
      timers: systemTimers,
      random: systemRandom,
    })
    const through: number[] = []
    const straight: number[] = []
    for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
      straight.push(await firstByte(`${baseUrl}/chat/completions`))
      through.push(
        await firstToken(onDelta => llm.generate(REQUEST, { signal: new AbortController().signal, onDelta })),
      )
    }
    const cpuThrough = await cpuOf(() =>
      llm.generate(REQUEST, { signal: new AbortController().signal, onDelta: () => {} }),
    )
    const cpuStraight = await cpuOf(() => firstByte(`${baseUrl}/chat/completions`))
    // The same percentile of both, so that what this machine does besides is in neither figure.
    const added = (share: number): number =>
      percentile(through.slice(WARM_UP), share) - percentile(straight.slice(WARM_UP), share)
    return [
      toMeasure('CPU ms of a whole call added by us', cpuThrough - cpuStraight, null),
      toMeasure('ms to the first token added by us, p50', added(0.5), null),
      toMeasure('ms to the first token added by us, p95', added(0.95), 10),
    ]
  } finally {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
}

/** CPU time of one call, client and server together: other work on this machine is not in it. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let round = 0; round < ROUNDS; round += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / ROUNDS
}

async function firstByte(url: string): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(REQUEST) })
  let first = 0
  for await (const _ of response.body ?? []) first ||= performance.now() - begun
  return first
}

async function firstToken(ask: (onDelta: () => void) => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  let first = 0
  await ask(() => {
    first ||= performance.now() - begun
  })
  return first
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function toMeasure(name: string, value: number, bar: number | null): Measure {
  const interval95 = [value, value] as const
  return {
    name,
    cases: ROUNDS,
    value,
    interval95,
    ms_per_case: value,
    floor: null,
    bar,
    lower_is_better: true,
  }
}

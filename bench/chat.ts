import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Principal } from '../src/contracts/principal.ts'
import type { ModelProvider } from '../src/llm/llm.ts'
import { createSoulgate, type Soulgate } from '../src/soulgate.ts'
import { createApi, serveApi } from '../src/surfaces/api/api.ts'

const SYSTEM: Principal = { kind: 'system', id: 'system:bench', name: 'bench', role: 'admin' }
const WORDS = 'An answer of a few dozen words, written piece by piece. '.repeat(4)
const PIECE = 8
const BAR_MS = 10

/** Between the arrivals of two chats: 20 a second. */
const ARRIVAL_MS = 50

interface Said {
  readonly message: string
  readonly afterMs?: number
}

/** When the model of a chat sent its first piece, by the number in its message. */
const spokeAt = new Map<string, number>()

/**
 * `npm run bench -- chat [--json]`: chats that are open at once on one process, over HTTP and server-sent events; they
 * arrive one after the other and all are open before the first model speaks. What is counted is the time from the model's first piece to the client's first piece, and from a message to the model being asked.
 */
export async function main(args: readonly string[]): Promise<void> {
  const sizes = [10, 50, 200]
  const rows = []
  for (const size of sizes) rows.push(await measure(size))
  if (args.includes('--json')) return console.log(JSON.stringify(rows))
  console.log(
    'chats  done  failed  first piece added by us p50 / p95 (ms)  message → model p50 / p95 (ms)  CPU per chat (ms)',
  )
  for (const row of rows) {
    console.log(
      [
        String(row.chats).padStart(5),
        String(row.done).padStart(5),
        String(row.failed).padStart(7),
        `${row.first_piece_p50_ms.toFixed(1)} / ${row.first_piece_p95_ms.toFixed(1)}`.padStart(38),
        `${row.to_model_p50_ms.toFixed(1)} / ${row.to_model_p95_ms.toFixed(1)}`.padStart(31),
        row.cpu_ms_per_chat.toFixed(0).padStart(16),
      ].join(' '),
    )
  }
  const last = rows.at(-1)
  if (last) {
    const verdict = last.first_piece_p95_ms <= BAR_MS ? 'met' : 'missed'
    console.log(
      `bar: first piece added by us p95 ≤ ${BAR_MS} ms at ${last.chats} concurrent chats: ${verdict}`,
    )
  }
}

async function measure(chats: number) {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  const soulgate = await createSoulgate({
    home: join(root, 'home'),
    workspace: join(root, 'workspace'),
    storePath: join(root, 'bench.db'),
    settingsSeed: { limits: { starts_per_second: 10_000, sign_ins_per_minute: 5, max_steps: 1000 } },
    concurrency: 400,
    models: { providers: [pacedProvider] },
  })
  await soulgate.startWorker()
  const served = await serveApi({
    app: createApi({ soulgate, version: '0.0.0', knownHosts: [] }),
    port: 0,
    host: '127.0.0.1',
  })
  try {
    const token = await makeToken(soulgate)
    allOpenAt = 0
    await chatOnce(served.url, token, { message: `warm up ${chats}` })
    const startedAt = performance.now()
    allOpenAt = startedAt + chats * ARRIVAL_MS + 1000
    const cpu = process.cpuUsage()
    const ends = await Promise.all(
      Array.from({ length: chats }, (_, index) =>
        chatOnce(served.url, token, { message: `chat ${chats}/${index}`, afterMs: index * ARRIVAL_MS }),
      ),
    )
    const used = process.cpuUsage(cpu)
    const done = ends.filter(end => end.isDone)
    const [first, toModel] = [done.map(end => end.firstPieceMs), done.map(end => end.toModelMs)]
    return {
      chats,
      done: done.length,
      failed: chats - done.length,
      first_piece_p50_ms: percentile(first, 0.5),
      first_piece_p95_ms: percentile(first, 0.95),
      to_model_p50_ms: percentile(toModel, 0.5),
      to_model_p95_ms: percentile(toModel, 0.95),
      cpu_ms_per_chat: (used.user + used.system) / 1000 / chats,
    }
  } finally {
    await served.close(100)
    await soulgate.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A model that thinks for a while, as models do, and then writes piece by piece. */
const pacedProvider: ModelProvider = {
  name: 'paced',
  isOffline: false,
  generate: async ({ request, onDelta }) => {
    const message = request.messages.findLast(item => item.role === 'user')?.content ?? ''
    askedAt.set(message, performance.now())
    // All chats of a size are open before the first of their models speaks.
    await pause(Math.max(0, allOpenAt - performance.now()) + Math.random() * 5000)
    spokeAt.set(message, performance.now())
    for (let from = 0; from < WORDS.length; from += PIECE) {
      onDelta?.({ type: 'text', text: WORDS.slice(from, from + PIECE) })
      await pause(50)
    }
    return { text: WORDS, tool_calls: [], finish: 'stop' }
  },
}
const askedAt = new Map<string, number>()
let allOpenAt = 0

async function chatOnce(url: string, token: string, { message, afterMs = 0 }: Said) {
  await pause(afterMs)
  const sentAt = performance.now()
  const response = await fetch(`${url}/api/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ message }),
  })
  let firstPieceAt = Number.NaN
  let text = ''
  const decoder = new TextDecoder()
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true })
    if (Number.isNaN(firstPieceAt) && text.includes('data: {"delta"')) firstPieceAt = performance.now()
  }
  return {
    isDone: text.includes('"phase":"complete"') && text.endsWith('data: [DONE]\n\n'),
    firstPieceMs: firstPieceAt - (spokeAt.get(message) ?? Number.NaN),
    toModelMs: (askedAt.get(message) ?? Number.NaN) - sentAt,
  }
}

async function makeToken(soulgate: Soulgate): Promise<string> {
  const made = await soulgate.access.createToken(SYSTEM, { name: 'bench', role: 'member' })
  if (made.refused) throw new Error(made.detail)
  return made.token
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.filter(Number.isFinite).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/base/clock.ts'
import { createIds } from '../src/base/ids.ts'
import type { ModelResponse } from '../src/contracts/model.ts'
import {
  createMemory,
  type Memory,
  type MemoryOptions,
  type NewMessage,
} from '../src/engine/memory/memory.ts'
import { createTokenizer } from '../src/llm/tokenizer/tokenizer.ts'
import { openSqliteStore } from '../src/store/sqlite/sqlite.ts'

const SIZES = [100, 1000, 5000] as const
const ROUNDS = 40
const WINDOW = 128_000
const SESSION = 'ses_bench'
const AT = '2026-03-01T09:00:00.000Z'

interface Figures {
  readonly messages: number
  readonly is_summarised: boolean
  readonly first_ms: number
  readonly build_ms: number
  readonly append_ms: number
  readonly rows: number
  readonly tokens: number
}

/**
 * How long it takes to put the context of a model call together, and to append a message, as a conversation grows:
 * with summaries, and where no model ever made one. CPU time, medians; on a database file.
 */
export async function main(args: readonly string[]): Promise<void> {
  const figures: Figures[] = []
  for (const isSummarised of [true, false]) {
    for (const messages of SIZES) figures.push(await measure(messages, isSummarised))
  }
  if (args.includes('--json')) return console.log(JSON.stringify(figures))
  console.log('messages  summarised  first ms  build ms  append ms  rows read  tokens')
  for (const each of figures) {
    const cells = [each.first_ms, each.build_ms, each.append_ms].map(ms => ms.toFixed(2).padStart(9))
    console.log(
      `${String(each.messages).padStart(8)}  ${String(each.is_summarised).padEnd(10)} ${cells.join(' ')}  ${String(each.rows).padStart(9)}  ${each.tokens}`,
    )
  }
  for (const isSummarised of [true, false]) {
    const of = figures.filter(each => each.is_summarised === isSummarised)
    const growth = (of.at(-1)?.build_ms ?? 0) / (of.at(1)?.build_ms ?? 1)
    const what = isSummarised ? 'with summaries' : 'without any'
    console.log(`build ${what}: ${growth.toFixed(2)} × from 1,000 to 5,000 messages (flat is 1)`)
  }
}

async function measure(messages: number, isSummarised: boolean): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-bench-'))
  const store = await openSqliteStore({ path: join(folder, 'store.db'), now: () => AT })
  const facts = { status: 'active', owner: 'person_bench', created_at: AT, last_active_at: AT } as const
  await store.transact(tx => tx.putSession({ session_id: SESSION, ...facts }))
  const ids = createIds({ clock: systemClock })
  const memory = createMemory({ store, clock: systemClock, ids, llm: cannedLlm(isSummarised) })
  await fill(memory, messages)
  const build = () =>
    memory.buildMessages({ session_id: SESSION, tier: 'STANDARD', mode: 'workspace', prompt: () => 'Work.' })
  const first = await cpuMs(build)
  const builds: number[] = []
  const appends: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    appends.push(
      await cpuMs(() => memory.conversation.append(SESSION, turn(messages + round * 4).slice(0, 1))),
    )
    builds.push(await cpuMs(build))
  }
  const { rows_read: rows, tokens } = await build()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
  const timed = { first_ms: first, build_ms: median(builds), append_ms: median(appends) }
  return { messages, is_summarised: isSummarised, ...timed, rows, tokens }
}

async function fill(memory: Memory, messages: number): Promise<void> {
  const { signal } = new AbortController()
  for (let n = 0; n < messages; n += 4) {
    await memory.conversation.append(SESSION, turn(n))
    await memory.maybeCompact({ session_id: SESSION, tier: 'STANDARD', signal })
  }
}

function turn(n: number): readonly NewMessage[] {
  const call = { id: `call_${n}`, name: 'read_file', arguments: { path: `notes/${n}.md` } }
  return [
    {
      message_id: `u${n}`,
      role: 'user',
      content: `What stands in note ${n}? ${'Please read it. '.repeat(10)}`,
    },
    { message_id: `c${n}`, role: 'assistant', content: '', tool_calls: [call] },
    {
      message_id: `r${n}`,
      role: 'tool',
      content: `line ${n}; `.repeat(200),
      tool_call_id: call.id,
      tool_name: 'read_file',
    },
    { message_id: `a${n}`, role: 'assistant', content: `Note ${n} holds two hundred lines. `.repeat(5) },
  ]
}

/** Answers every request for a summary at once, or never. */
function cannedLlm(answers: boolean): MemoryOptions['llm'] {
  const text = JSON.stringify({ goal: 'read the notes', progress: 'some were read. '.repeat(50) })
  const response: ModelResponse = {
    ...{ text, tool_calls: [], finish: 'stop', usage: { input_tokens: 1, output_tokens: 1 } },
    ...{ cost_usd: 0, model: 'canned/model', is_offline: true, attempts: 1, duration_ms: 0 },
  }
  return {
    countTokens: createTokenizer(),
    describe: () => ({
      ...{ model: 'canned/model', fallbacks: [], isOffline: true, isPriced: true, contextWindow: WINDOW },
    }),
    generate: () => (answers ? Promise.resolve(response) : Promise.reject(new Error('no model answers'))),
  }
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

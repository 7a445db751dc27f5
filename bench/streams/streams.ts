import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ModelUsage } from '../../src/contracts/model.ts'
import { wilsonInterval } from '../../src/engine/autonomy/autonomy.ts'
import { createAiSdkProvider } from '../../src/llm/ai-sdk/ai-sdk.ts'
import type { ModelDelta, ProviderAnswer } from '../../src/llm/llm.ts'
import type { Measure } from '../reasoning/figures.ts'
import { NO_DATA, printMeasures, readCaseOptions } from '../reasoning/print.ts'
import { measureAddedLatency } from './added-latency.ts'
import { type RecordingServer, startRecordingServer, toEventStream } from './recording-server.ts'
import { type Expected, type Protocol, protocolOf, readExpected } from './reference.ts'

const SIZES = [1, 7, 'whole'] as const

/**
 * Every recorded stream of `DIR/model-streams` through our provider, its HTTP client and a real server, in chunks of
 * 1 byte, of 7 bytes and whole, held against what the recording says. With `--json` each decoded answer is printed.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = readCaseOptions(args)
  if (!options) return
  const added = await measureAddedLatency()
  if (options.dataDir === undefined) {
    if (!options.json) console.log(NO_DATA)
    printMeasures(added, options.json)
    return
  }
  const folder = existsSync(join(options.dataDir, 'model-streams'))
    ? join(options.dataDir, 'model-streams')
    : options.dataDir
  const results = await decodeFolder(folder)
  const measures = [...SIZES.map(size => toMeasure(size, results)), ...added]
  if (options.json) console.log(JSON.stringify({ measures, files: results }, null, 1))
  else {
    printMeasures(measures, false)
    for (const { file, size, differs } of results) {
      if (differs.length > 0) console.log(`${file} at ${size}: ${differs.join(', ')}`)
    }
  }
  if (results.some(({ differs }) => differs.length > 0)) process.exitCode = 1
}

interface Result {
  readonly file: string
  readonly size: (typeof SIZES)[number]
  readonly chunks: number
  readonly ms: number
  /** The parts that are not as recorded; empty when all are. */
  readonly differs: readonly string[]
  /** The answers that were decoded, one for each that the file holds. */
  readonly decoded: readonly (Expected | null)[]
}

async function decodeFolder(folder: string): Promise<readonly Result[]> {
  const server = await startRecordingServer()
  try {
    const results: Result[] = []
    const files = readdirSync(folder).filter(name => name.endsWith('.jsonl'))
    for (const file of files.sort()) results.push(...(await decodeFile(server, folder, file)))
    return results
  } finally {
    await server.close()
  }
}

async function decodeFile(server: RecordingServer, folder: string, file: string): Promise<readonly Result[]> {
  const lines = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter(line => line.trim() !== '')
  const recorded = lines.map(line => ({ line, chunk: JSON.parse(line) as unknown }))
  const protocol = protocolOf(recorded.map(({ chunk }) => chunk))
  if (protocol === undefined)
    return SIZES.map(size => ({ file, size, chunks: 0, ms: 0, differs: ['unknown protocol'], decoded: [] }))
  const answers = splitAnswers(recorded)
  const results: Result[] = []
  for (const size of SIZES) {
    const parts: Decoded[] = []
    const differs: string[] = []
    for (const answer of answers) {
      const expected = readExpected(
        protocol,
        answer.map(({ chunk }) => chunk),
      )
      const body = toEventStream(
        protocol,
        answer.map(({ line }) => line),
      )
      server.play(body, size)
      const decoded = await decode(server.address, protocol, size)
      const sent = Math.ceil(body.length / (size === 'whole' ? body.length : size))
      // The end of the stream may stay unread, once the answer is whole.
      const isSplit = size === 'whole' || decoded.chunks > sent - UNREAD_BYTES
      parts.push(decoded)
      differs.push(
        ...compare(expected, decoded),
        ...(isSplit ? [] : [`only ${decoded.chunks} of ${sent} chunks`]),
      )
    }
    results.push({
      file,
      size,
      chunks: parts.reduce((sum, part) => sum + part.chunks, 0),
      ms: parts.reduce((sum, part) => sum + part.ms, 0),
      differs,
      decoded: parts.map(part => part.answer),
    })
  }
  return results
}

/** The frame that ends a stream, which nobody needs to read to its last byte. */
const UNREAD_BYTES = 8

/** Some files hold the answers of several turns, one after the other: each was a stream of its own. */
function splitAnswers<Recorded extends { readonly chunk: unknown }>(
  recorded: readonly Recorded[],
): readonly (readonly Recorded[])[] {
  const answers: Recorded[][] = [[]]
  for (const entry of recorded) {
    const isStart = (entry.chunk as { type?: string }).type === 'message_start'
    const before = answers.at(-1)?.at(-1)?.chunk as { type?: string } | undefined
    if (isStart && before?.type === 'message_stop') answers.push([])
    answers.at(-1)?.push(entry)
  }
  return answers
}

interface Decoded {
  readonly answer: Expected | null
  readonly error: string
  /** What somebody who watched the deltas has on the screen at the end. */
  readonly shown: string
  readonly chunks: number
  readonly ms: number
}

async function decode(baseUrl: string, protocol: Protocol, size: Result['size']): Promise<Decoded> {
  const kind = protocol === 'anthropic' ? 'anthropic' : 'openai-compatible'
  const provider = createAiSdkProvider({
    name: 'recorded',
    kind,
    baseUrl,
    apiKey: 'unused',
    fetch: fetchInChunks(size),
  })
  let shown = ''
  let chunks = -1
  const onDelta = (delta: ModelDelta): void => {
    if (delta.type === 'reset') shown = ''
    if (delta.type === 'text') shown += delta.text
  }
  const begun = performance.now()
  const call = {
    model: 'recorded',
    request: { tier: 'STANDARD', purpose: 'bench', messages: [{ role: 'user', content: 'Go on.' }] },
    signal: new AbortController().signal,
    onDelta,
    onActivity: () => {
      chunks += 1
    },
  } as const
  try {
    const answer = toComparable(
      await provider.generate({
        ...call,
        request: { ...call.request, messages: [...call.request.messages] },
      }),
    )
    return { answer, error: '', shown, chunks, ms: performance.now() - begun }
  } catch (error) {
    return { answer: null, error: String(error), shown, chunks, ms: performance.now() - begun }
  }
}

function toComparable(answer: ProviderAnswer): Expected {
  return {
    text: answer.text,
    reasoning: answer.reasoning ?? '',
    tool_calls: answer.tool_calls.map(({ id, name, arguments: args, raw }) => ({
      id,
      name,
      input: args ?? raw,
    })),
    finish: answer.finish,
    usage: answer.usage === undefined ? null : toCounts(answer.usage),
  }
}

/** The network of this process. Its client joins small chunks again, so they are cut once more behind it. */
function fetchInChunks(size: Result['size']): typeof fetch {
  if (size === 'whole') return fetch
  return async (url, init) => {
    const response = await fetch(url, init)
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        for (let from = 0; from < bytes.length; from += size)
          controller.enqueue(bytes.subarray(from, from + size))
      },
    })
    const { status, headers } = response
    return new Response(response.body?.pipeThrough(cut) ?? null, { status, headers })
  }
}

function toCounts(usage: ModelUsage): Record<string, number> {
  return Object.fromEntries(
    Object.entries(usage).flatMap(([name, count]) => (count === undefined ? [] : [[name, count]])),
  )
}

function compare(expected: Expected, { answer, error, shown }: Decoded): readonly string[] {
  if (answer === null) return [error]
  const parts = ['text', 'reasoning', 'tool_calls', 'finish', 'usage'] as const
  const wrong = parts.filter(part => !isDeepStrictEqual(expected[part], answer[part]))
  const named = wrong.map(part => `${part} ${quote(answer[part])} instead of ${quote(expected[part])}`)
  return shown === expected.text ? named : [...named, 'the streamed text']
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? ''
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

function toMeasure(size: Result['size'], results: readonly Result[]): Measure {
  const own = results.filter(result => result.size === size)
  const right = own.filter(result => result.differs.length === 0).length
  const share = own.length === 0 ? 0 : right / own.length
  return {
    name: `recorded streams decoded exactly, ${size === 'whole' ? 'whole' : `${size}-byte chunks`}`,
    cases: own.length,
    value: share,
    interval95: wilsonInterval(share, own.length),
    ms_per_case: own.reduce((sum, result) => sum + result.ms, 0) / Math.max(1, own.length),
    floor: null,
    bar: 1,
  }
}

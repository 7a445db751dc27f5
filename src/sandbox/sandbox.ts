import { spawn } from 'node:child_process'
import { z } from 'zod'
import { JsonValue } from '../contracts/json-value.ts'
import { SANDBOX_PROGRAM } from './sandbox-program.ts'

/** What a function answered, or why it has no answer. */
export type SandboxAnswer = { readonly value: JsonValue } | { readonly problem: string }

/** More of an answer is refused: people read it on a card. */
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_TIME_MS = 5000
const MAX_MEMORY_MB = 64
/** Each is a process; more would take the machine from those that work. */
const MAX_AT_ONCE = 2

const Answer = z.union([z.object({ value: JsonValue }), z.object({ problem: z.string().max(500) })])
const waiting: (() => void)[] = []
let running = 0

/**
 * Calls one function, given by its source, with one JSON value, in a process of its own: with an empty environment, without
 * files, processes and add-ons (Node's permission model), and in a context that has nothing but what the language itself has,
 * so neither modules nor a network. What does not answer with JSON within 5 s, 64 MB of memory and 64 KiB is a `problem`.
 */
export async function runInSandbox(source: string, input: JsonValue): Promise<SandboxAnswer> {
  if (running >= MAX_AT_ONCE) await new Promise<void>(turn => waiting.push(turn))
  else running += 1
  try {
    return await callOnce(JSON.stringify({ source, input }))
  } finally {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

function callOnce(request: string): Promise<SandboxAnswer> {
  return new Promise(done => {
    const child = spawn(process.execPath, [...SANDBOX_FLAGS, '--eval', SANDBOX_PROGRAM], {
      ...{ env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true },
      ...{ timeout: MAX_TIME_MS, killSignal: 'SIGKILL' },
    })
    const chunks: Buffer[] = []
    let size = 0
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > MAX_ANSWER_BYTES) child.kill('SIGKILL')
      else chunks.push(chunk)
    })
    child.on('error', error => done({ problem: `It could not be started: ${error.message}` }))
    child.on('close', (code, signal) => {
      if (size > MAX_ANSWER_BYTES) return done({ problem: 'It answered more than 64 KiB.' })
      if (signal === 'SIGKILL') return done({ problem: 'It did not answer within 5 s.' })
      if (code !== 0 || size === 0) return done({ problem: 'It ended without an answer.' })
      done(readAnswer(Buffer.concat(chunks).toString('utf8')))
    })
    // A process that dies before it has read everything is told by its end.
    child.stdin.on('error', () => undefined)
    child.stdin.end(request)
  })
}

function readAnswer(text: string): SandboxAnswer {
  try {
    return Answer.parse(JSON.parse(text))
  } catch {
    return { problem: 'Its answer is no JSON.' }
  }
}

/** Node, without files, processes, add-ons and code made of texts; the program follows. */
export const SANDBOX_FLAGS: readonly string[] = [
  '--permission',
  '--disallow-code-generation-from-strings',
  `--max-old-space-size=${MAX_MEMORY_MB}`,
  '--no-warnings',
]

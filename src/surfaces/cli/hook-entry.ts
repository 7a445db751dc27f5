import { writeSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { answerHook, failClosed, HOOK_SECONDS, type HostAnswer } from '../hooks/hooks.ts'

const MAX_BYTES = 20_000_000

/**
 * `hook claude-code`, without the rest of the command line: a host starts it before every call. It always writes JSON
 * and always ends with 0 or 2, also when the program is broken around it.
 */
export async function runHook(parameters: readonly string[]): Promise<never> {
  const stop = (why: string) => end(failClosed(undefined, `Nothing is let through: ${why}`))
  process.on('uncaughtException', error => stop(String(error)))
  process.on('unhandledRejection', error => stop(String(error)))
  const { values } = parseArgs({
    args: [...parameters],
    strict: false,
    options: {
      home: { type: 'string' },
      deadline: { type: 'string' },
      url: { type: 'string' },
      token: { type: 'string' },
    },
  })
  const seconds = Number(values.deadline ?? HOOK_SECONDS)
  const deadlineMs = 1000 * (Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, HOOK_SECONDS) : 1)
  setTimeout(() => stop('no answer came in time'), deadlineMs)
  const { home, url, token } = values
  if (typeof home !== 'string') return stop('`--home` is missing; install it with `soulgate hook install`')
  const isDrill = typeof url === 'string' && typeof token === 'string'
  const connection = isDrill ? { connection: { url, token } } : {}
  const text = await readInput()
  if (text === undefined) return stop('what the host said is too long')
  return end(await answerHook(text, { home, deadlineMs, ...connection }))
}

async function readInput(): Promise<string | undefined> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of process.stdin) {
    pieces.push(Buffer.from(piece))
    length += piece.length
    if (length > MAX_BYTES) return undefined
  }
  return Buffer.concat(pieces).toString('utf8')
}

function end({ output, error, exitCode }: HostAnswer): never {
  try {
    if (error !== undefined) writeSync(2, `${error}\n`)
    writeSync(1, `${JSON.stringify(output)}\n`)
    process.exit(exitCode)
  } catch {
    process.exit(2)
  }
}

import { type ChildProcess, spawn } from 'node:child_process'

/** A command that somebody typed: what it printed so far, and its end. */
export interface TypedCommand {
  readonly child: ChildProcess
  printed(): string
  /** Rejects when it ended with anything else than 0. */
  readonly ended: Promise<void>
  /** Waits until it printed this, and answers the match. */
  says(words: RegExp): Promise<RegExpExecArray>
  /** Ends it and what it started. */
  kill(signal: NodeJS.Signals): void
}

const PATIENCE_MS = 60_000

/** Types one line of a document into a shell. */
export function typeCommand(line: string, cwd: string, env: NodeJS.ProcessEnv): TypedCommand {
  const child = spawn('/bin/sh', ['-c', line], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      for (const listener of listeners) listener()
    })
  const ended = new Promise<void>((done, failed) => {
    child.on('close', (code, signal) =>
      code === 0 ? done() : failed(new Error(`“${line}” ended with ${code ?? signal}:\n${text}`)),
    )
  })
  ended.catch(() => {})
  const says = (words: RegExp) => {
    const said = new Promise<RegExpExecArray>((done, failed) => {
      const look = () => {
        const found = words.exec(text)
        if (found) done(found)
      }
      listeners.add(look)
      setTimeout(() => failed(new Error(`“${line}” never said ${words}:\n${text}`)), PATIENCE_MS).unref()
      look()
    })
    return Promise.race([said, ended.then(() => failedSilently(words, text))])
  }
  return {
    ...{ child, ended, says, printed: () => text },
    kill: signal => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      process.kill(-child.pid, signal)
    },
  }
}

function failedSilently(words: RegExp, text: string): RegExpExecArray {
  const found = words.exec(text)
  if (found) return found
  throw new Error(`It ended without saying ${words}:\n${text}`)
}

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'

const LONGEST = 1_000_000

/** One line typed at a terminal without being shown; without a terminal, all of standard input. */
export async function readHidden(
  input: NodeJS.ReadStream | ReadStream,
  output: NodeJS.WriteStream | WriteStream,
  question: string,
): Promise<string> {
  if (input.isTTY !== true) return readAll(input)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  output.write(question)
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    output.write('\n')
  }
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of input) {
    const bytes = Buffer.from(part)
    length += bytes.length
    if (length > LONGEST) break
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

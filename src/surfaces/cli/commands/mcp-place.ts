import { createHash } from 'node:crypto'
import type { UpstreamPlace } from '../../mcp/mcp.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'

/** The server gets the variables of this process, but none that opens Soulgate. */
export function placeOf([first = '', ...args]: readonly string[], headers: readonly string[]): UpstreamPlace {
  if (/^https?:\/\//i.test(first)) {
    if (args.length > 0)
      throw new CommandFailure(EXIT.usage, 'An address stands alone, without words after it.')
    if (!URL.canParse(first)) throw new CommandFailure(EXIT.usage, `${first} is no address.`)
    return { url: first, headers: Object.fromEntries(headers.map(toHeader)) }
  }
  if (headers.length > 0) throw new CommandFailure(EXIT.usage, '--header is for a server at an address.')
  const environment = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined || /^SOULGATE_/i.test(key) ? [] : [[key, value]],
  )
  return { command: first, args, environment: Object.fromEntries(environment) }
}

function toHeader(header: string): readonly [string, string] {
  const at = header.indexOf(':')
  if (at < 1) throw new CommandFailure(EXIT.usage, `A header is NAME: VALUE, not ${JSON.stringify(header)}.`)
  return [header.slice(0, at).trim(), header.slice(at + 1).trim()]
}

/** From the words of the command, and so that two commands never share a name by chance. */
export function nameOf(server: readonly string[], given?: string): string {
  if (given !== undefined) {
    if (/^[A-Za-z0-9_.-]{1,40}$/.test(given)) return given
    throw new CommandFailure(EXIT.usage, 'A name has 1–40 of the characters A–Z a–z 0–9 _ . -')
  }
  const words = server.flatMap(word => word.match(/[a-z][a-z0-9-]{2,}/gi) ?? [])
  const telling = words.find(
    word => !/^(npx|node|uvx|uv|run|exec|bunx|python3?|docker|https?|www)$/i.test(word),
  )
  const mark = createHash('sha256').update(server.join('\0')).digest('hex').slice(0, 6)
  return `${(telling ?? 'server').slice(0, 30)}-${mark}`
}

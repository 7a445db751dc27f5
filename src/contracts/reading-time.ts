import type { Gate } from './gate.ts'

/** Faster than this nobody reads: about 700 words a minute. */
const MAX_CHARACTERS_PER_SECOND = 60
const MIN_READING_MS = 1_000

/** What a reader needs at least for the arguments and the reasons of a card. */
export function readingMs({ subject, why_held }: Pick<Gate, 'subject' | 'why_held'>): number {
  const calls = 'tool_calls' in subject ? subject.tool_calls : []
  const texts = [...calls.map(call => JSON.stringify(call.arguments)), ...why_held.map(({ text }) => text)]
  const characters = texts.reduce((sum, text) => sum + text.length, 0)
  return Math.max(MIN_READING_MS, (1_000 * characters) / MAX_CHARACTERS_PER_SECOND)
}

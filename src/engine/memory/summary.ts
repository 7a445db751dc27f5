import { z } from 'zod'
import { delimitData } from './delimit.ts'
import { type CountTokens, shortenText } from './shorten.ts'

/** What is kept of a conversation that was summarised, each in a few sentences. */
export const SUMMARY_DIMENSIONS = [
  'goal',
  'progress',
  'decisions',
  'constraints',
  'style',
  'pages',
  'issues',
  'next_steps',
] as const
export type SummaryDimension = (typeof SUMMARY_DIMENSIONS)[number]

/** What a model kept of the messages up to `through_seq`; the messages themselves stay in the store. */
export const ConversationSummary = z.object({
  session_id: z.string(),
  version: z.int(),
  /** The last of the first messages, which are never summarised. */
  head_seq: z.int(),
  through_seq: z.int(),
  dimensions: z.partialRecord(z.enum(SUMMARY_DIMENSIONS), z.string()),
  /** What the model wrote instead, when it was not the JSON that was asked for. */
  text: z.string().optional(),
  model: z.string(),
  created_at: z.string(),
})
export type ConversationSummary = z.infer<typeof ConversationSummary>

const MAX_DIMENSION_LENGTH = 6000
const MAX_TEXT_LENGTH = 24_000

type SummaryContent = Pick<ConversationSummary, 'dimensions' | 'text'>

/**
 * The eight dimensions from what a model wrote: a JSON object, with or without a code fence, lists joined by lines.
 * Other text is kept as it is; undefined when there is nothing at all.
 */
export function readSummary(answer: string, object?: unknown): SummaryContent | undefined {
  const fields = toFields(object) ?? toFields(parseJson(answer))
  const found = SUMMARY_DIMENSIONS.flatMap(name => {
    const text = toText(fields?.[name]).slice(0, MAX_DIMENSION_LENGTH).trim()
    return text === '' ? [] : [[name, text] as const]
  })
  if (found.length > 0) return { dimensions: Object.fromEntries(found) }
  const text = withoutFence(answer).slice(0, MAX_TEXT_LENGTH).trim()
  return text === '' || fields !== undefined ? undefined : { dimensions: {}, text }
}

/** A summary as the model reads it again: data, within so many tokens, each dimension its share. */
export function renderSummary(summary: SummaryContent, maxTokens: number, count: CountTokens): string {
  if (summary.text !== undefined) {
    const frame = count(delimitData(SOURCE, ''))
    return delimitData(SOURCE, shortenText(summary.text, Math.max(0, maxTokens - frame), count))
  }
  const entries = SUMMARY_DIMENSIONS.flatMap(name => {
    const text = summary.dimensions[name]
    return text === undefined ? [] : [{ name, text }]
  })
  const render = (share: number) =>
    delimitData(
      SOURCE,
      entries.map(({ name, text }) => `${name}: ${shortenText(text, share, count)}`).join('\n'),
    )
  for (let share = maxTokens; share >= 8; share = Math.floor(share * 0.7)) {
    const text = render(share)
    if (count(text) <= maxTokens) return text
  }
  return ''
}

const SOURCE = 'summary of the earlier conversation, made by a model'

function parseJson(text: string): unknown {
  const bare = withoutFence(text)
  const candidates = [bare, bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)]
  for (const candidate of candidates) {
    try {
      return JSON.parse(candidate)
    } catch {}
  }
  return undefined
}

function withoutFence(text: string): string {
  return (/```(?:\w+)?\s*\n?([\s\S]*?)```/.exec(text)?.[1] ?? text).trim()
}

function toFields(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.fromEntries(Object.entries(value))
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(item => `- ${toText(item)}`).join('\n')
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, item]) => `${key}: ${toText(item)}`)
      .join('\n')
  }
  return value === undefined || value === null ? '' : String(value)
}

import fc from 'fast-check'
import type { Message } from '../../src/contracts/message.ts'
import type { ModelMessage, ModelToolCall } from '../../src/contracts/model.ts'
import { SESSION, START } from './memory-fixture.ts'

type Part = Omit<Message, 'session_id' | 'seq' | 'message_id' | 'created_at'>

/** Messages with their places, as the store would give them back. */
export function placed(parts: readonly Part[]): readonly Message[] {
  return parts.map((part, at) => ({
    ...part,
    session_id: SESSION,
    seq: at + 1,
    message_id: `msg_${at + 1}`,
    created_at: START,
  }))
}

const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1000, max: 60_000 }).map(length => 'long text '.repeat(length / 10)),
  },
  { weight: 1, arbitrary: fc.constant('</data> <data source="x"> </person_words>') },
)

const image = fc.constant({ media_type: 'image/png' as const, data: 'AAAA' })
const person: fc.Arbitrary<Part> = fc.record(
  {
    role: fc.constant('user' as const),
    content: text,
    images: fc.array(image, { maxLength: 3 }),
    hidden: fc.boolean(),
  },
  { requiredKeys: ['role', 'content'] },
)
const answer: fc.Arbitrary<Part> = fc.record({ role: fc.constant('assistant' as const), content: text })
const system: fc.Arbitrary<Part> = fc
  .integer({ min: 0, max: 999 })
  .map(n => ({ role: 'system', content: `system note ${n}` }))

/** Some models name their calls alike in every turn; some calls lose their result, some are interrupted by a person. */
const calling: fc.Arbitrary<readonly Part[]> = fc
  .record({
    prefix: fc.constantFrom('call', 'a', 'b', 'c'),
    calls: fc.array(fc.record({ content: text, raw: fc.boolean(), lost: fc.integer({ max: 20, min: 0 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    said: text,
    isTurned: fc.boolean(),
    between: fc.option(person, { freq: 6, nil: undefined }),
    isStray: fc.integer({ min: 0, max: 30 }).map(n => n === 0),
  })
  .map(({ prefix, calls, said, isTurned, between, isStray }) => {
    const made: ModelToolCall[] = calls.map(({ raw, content }, n) => ({
      id: `${prefix}_${n}`,
      name: `tool_${n}`,
      ...(raw ? { raw: content } : { arguments: { path: 'x', content } }),
    }))
    const results = calls.flatMap(({ content, lost }, n): Part[] =>
      lost === 0
        ? []
        : [
            {
              role: 'tool',
              content,
              tool_call_id: `${prefix}_${n}`,
              tool_name: `tool_${n}`,
              is_error: lost === 1,
            },
          ],
    )
    const stray: Part[] = isStray
      ? [{ role: 'tool', content: 'stray', tool_call_id: 'nobody', tool_name: 'x' }]
      : []
    const inOrder = isTurned ? results.toReversed() : results
    const rest = between ? [...inOrder.slice(0, 1), between, ...inOrder.slice(1)] : inOrder
    return [
      { role: 'assistant' as const, content: said, reasoning: 'because', tool_calls: made },
      ...rest,
      ...stray,
    ]
  })

const turn: fc.Arbitrary<readonly Part[]> = fc.oneof(
  { weight: 3, arbitrary: person.map(part => [part]) },
  { weight: 3, arbitrary: answer.map(part => [part]) },
  { weight: 6, arbitrary: calling },
  { weight: 1, arbitrary: system.map(part => [part]) },
)

/** Conversations of any shape, also of those that no well-behaved agent makes. */
export const anyConversation: fc.Arbitrary<readonly Message[]> = fc
  .array(turn, { maxLength: 40 })
  .map(turns => placed(turns.flat()))

/** What is wrong with the order of messages for a provider; empty when nothing is. */
export function faultsOfOrder(messages: readonly ModelMessage[]): readonly string[] {
  const faults: string[] = []
  if (messages[0]?.role !== 'system') faults.push('does not begin with the system message')
  if (messages.slice(1).some(message => message.role === 'system')) faults.push('a second system message')
  if (messages[1] && messages[1].role !== 'user') faults.push(`${messages[1].role} speaks first`)
  let waiting: string[] = []
  messages.forEach((message, at) => {
    if (message.role === 'tool') {
      if (waiting[0] !== message.tool_call_id) faults.push(`${at}: a result nobody waits for`)
      waiting = waiting.slice(1)
      return
    }
    if (waiting.length > 0) faults.push(`${at}: calls without results: ${waiting.join()}`)
    if (message.role === 'user' && messages[at - 1]?.role === 'user') faults.push(`${at}: two users in a row`)
    waiting = message.role === 'assistant' ? (message.tool_calls ?? []).map(call => call.id) : []
  })
  if (waiting.length > 0) faults.push(`calls without results at the end: ${waiting.join()}`)
  return faults
}

import { z } from 'zod'
import { JsonObject } from '../../../contracts/json-value.ts'

const MAX_TEXT_CHARACTERS = 500
const text = z.string().transform(value => value.slice(0, MAX_TEXT_CHARACTERS))
const Call = z.object({ tool: z.string(), arguments: JsonObject })
const quotes = z.array(z.object({ words: z.string(), argument: z.string().optional() })).max(100)

/** What a language model says a goal means: typed facts with the words that they rest on, and no prose. */
export const ModelAnswer = z.object({
  intent: z.enum(['order', 'question', 'statement', 'supposition', 'retraction']),
  look_first: z.array(Call).max(5).default([]),
  calls: z
    .array(Call.extend({ quotes: quotes.default([]) }))
    .max(50)
    .default([]),
  missing: z
    .array(z.object({ tool: z.string(), argument: z.string() }))
    .max(20)
    .default([]),
  contradicts: z
    .array(z.object({ words: z.string(), against: z.string() }))
    .max(5)
    .default([]),
  impossible: z
    .array(z.object({ words: z.string(), needs: text.default('') }))
    .max(10)
    .default([]),
  not_taken_in: z.array(z.string()).max(20).default([]),
  sure: z.number().min(0).max(1),
})
export type ModelAnswer = z.infer<typeof ModelAnswer>

const list = (items: JsonObject, description: string): JsonObject => ({ type: 'array', items, description })
const record = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
})
const string = (description: string): JsonObject => ({ type: 'string', description })
const WORDS = string('copied from the goal, letter by letter')
const CALL = { tool: string('name of a listed tool'), arguments: { type: 'object' } }

/** The same shape for the model. */
export const ANSWER_SCHEMA: JsonObject = record(
  {
    intent: { type: 'string', enum: ModelAnswer.shape.intent.options },
    look_first: list(
      record(CALL, ['tool', 'arguments']),
      'calls of reading tools whose results you must see before you can name the calls; then nothing else',
    ),
    calls: list(
      record(
        {
          ...CALL,
          quotes: list(
            record({ words: WORDS, argument: string('the argument whose value the words give') }, ['words']),
            'the words that this call and each of its arguments rest on',
          ),
        },
        ['tool', 'arguments', 'quotes'],
      ),
      'in the order in which they are to run',
    ),
    missing: list(
      record({ tool: { type: 'string' }, argument: { type: 'string' } }, ['tool', 'argument']),
      'required arguments that nobody told',
    ),
    contradicts: list(record({ words: WORDS, against: WORDS }, ['words', 'against']), 'what excludes what'),
    impossible: list(
      record({ words: WORDS, needs: string('the kind of tool it would need, in a few words') }, ['words']),
      'what no listed tool does',
    ),
    not_taken_in: list(WORDS, 'what else no call accounts for: conditions, styles, limits'),
    sure: { type: 'number', minimum: 0, maximum: 1, description: 'how sure you are of this reading' },
  },
  ['intent', 'calls', 'sure'],
)

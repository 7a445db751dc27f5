import { z } from 'zod'
import { JsonObject, type JsonValue } from '../../../contracts/json-value.ts'
import { Understanding } from '../../../contracts/reasoning.ts'
import type { RegisteredTool } from '../../../contracts/tool.ts'
import { validateArguments } from '../../tools/tools.ts'

const LONGEST_TEXT = 2000
const text = z.string().transform(value => value.slice(0, LONGEST_TEXT))
const texts = z.array(text).transform(list => list.slice(0, 10))

/** What a language model says to a goal. Material, like everything that it writes. */
export const Suggestion = z.object({
  reasoning_summary: text,
  understanding: Understanding.pick({ real_goal: true, initial_approach: true })
    .extend({ assumptions: texts, success_criteria: texts })
    .partial()
    .default({}),
  tool_calls: z.array(z.object({ tool: z.string(), arguments: JsonObject, why: text.default('') })).max(50),
  cannot_because: text.optional(),
  risks: texts.default([]),
  alternatives: texts.default([]),
  self_score: z.number().min(0).max(1),
})
export type Suggestion = z.infer<typeof Suggestion>

export type SuggestionRead =
  | { readonly ok: true; readonly suggestion: Suggestion }
  | { readonly ok: false; readonly because: string }

/** What the journal keeps of the model call of a round. */
export interface Consulted {
  readonly model: string
  /** `agreed`: it would call the same. `proposed`: its calls stand. `refused`: it would call nothing. */
  readonly outcome: 'agreed' | 'proposed' | 'refused' | 'failed'
  /** Why the deterministic proposal stands, where it does. */
  readonly because?: string
  readonly self_score?: number
  readonly tokens: number
  readonly cost_usd: number
}

/** A suggestion whose every call names one of the offered tools, with arguments that its schema takes. */
export function readSuggestion(
  object: JsonValue | undefined,
  offered: readonly RegisteredTool[],
): SuggestionRead {
  const parsed = Suggestion.safeParse(object)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return {
      ok: false,
      because: `the model's answer does not fit: ${issue?.path.join('.')} ${issue?.message}`,
    }
  }
  for (const call of parsed.data.tool_calls) {
    const tool = offered.find(item => item.name === call.tool)
    if (!tool)
      return { ok: false, because: `the model names ${JSON.stringify(call.tool)}, which is no offered tool` }
    const valid = validateArguments(tool, call.arguments)
    if (!valid.ok) {
      const [error] = valid.errors
      return {
        ok: false,
        because: `the model's arguments of ${tool.name} do not fit: ${error?.field} ${error?.message}`,
      }
    }
  }
  return { ok: true, suggestion: parsed.data }
}

/** The same shape for the model. */
export const SUGGESTION_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    reasoning_summary: {
      type: 'string',
      description: 'Two or three sentences: what is meant, what you would do.',
    },
    understanding: {
      type: 'object',
      properties: {
        real_goal: { type: 'string' },
        initial_approach: { type: 'string' },
        assumptions: { type: 'array', items: { type: 'string' } },
        success_criteria: { type: 'array', items: { type: 'string' } },
      },
    },
    tool_calls: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        properties: {
          tool: { type: 'string' },
          arguments: { type: 'object' },
          why: { type: 'string' },
        },
        required: ['tool', 'arguments'],
      },
    },
    cannot_because: { type: 'string', description: 'Only when no offered tool does it.' },
    risks: { type: 'array', items: { type: 'string' } },
    alternatives: { type: 'array', items: { type: 'string' } },
    self_score: { type: 'number', minimum: 0, maximum: 1, description: 'How sure you are of these calls.' },
  },
  required: ['reasoning_summary', 'tool_calls', 'self_score'],
}

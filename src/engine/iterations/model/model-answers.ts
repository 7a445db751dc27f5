import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import type { ClaimedPoint, Draft, Verdict } from '../planner.ts'

const text = z.string().trim().min(1)
const line = text.max(600)

/** What a planner may answer; bounded, so that no answer can fill the store. */
export const readDraft: z.ZodType<Draft> = z.object({
  dimension: text.max(80),
  title: text.max(160),
  key_insights: z.array(line).max(8),
  frameworks: z
    .array(
      z.object({
        name: text.max(80),
        cells: z
          .array(
            z.object({
              heading: text.max(120),
              points: z
                .array(
                  z.object({ text: line, basis: z.enum(['given', 'derived', 'assumption', 'question']) }),
                )
                .max(8),
            }),
          )
          .max(12),
      }),
    )
    .max(4),
  assumptions: z.array(z.object({ text: line, check: line })).max(10),
  open_questions: z.array(line).max(10),
  next_steps: z.array(line).max(10),
})

export const readVerdict: z.ZodType<Verdict> = z.object({
  notes: z.array(line).max(10),
  drop: z.array(line).max(10),
})

export const readClaims: z.ZodType<readonly ClaimedPoint[]> = z
  .object({ data_points: z.array(z.object({ text: line, quote: z.string().max(400) })).max(30) })
  .transform(({ data_points }) => data_points)

/** One text under this name. */
export function readText(name: string): z.ZodType<string> {
  return z
    .looseObject({ [name]: z.string().trim().min(1).max(60_000) })
    .transform(object => String(object[name]))
}

const strings = { type: 'array', items: { type: 'string' } } as const

export const DRAFT_SCHEMA: JsonObject = object({
  dimension: { type: 'string' },
  title: { type: 'string' },
  key_insights: strings,
  frameworks: {
    type: 'array',
    items: object({
      name: { type: 'string' },
      cells: {
        type: 'array',
        items: object({
          heading: { type: 'string' },
          points: {
            type: 'array',
            items: object({
              text: { type: 'string' },
              basis: { type: 'string', enum: ['given', 'derived', 'assumption', 'question'] },
            }),
          },
        }),
      },
    }),
  },
  assumptions: { type: 'array', items: object({ text: { type: 'string' }, check: { type: 'string' } }) },
  open_questions: strings,
  next_steps: strings,
})

export const VERDICT_SCHEMA: JsonObject = object({ notes: strings, drop: strings })

export const CLAIMS_SCHEMA: JsonObject = object({
  data_points: { type: 'array', items: object({ text: { type: 'string' }, quote: { type: 'string' } }) },
})

export function textSchema(name: string): JsonObject {
  return object({ [name]: { type: 'string' } })
}

function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

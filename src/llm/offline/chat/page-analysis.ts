import { z } from 'zod'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { PageSpec } from '../../../contracts/page.ts'
import { Question } from '../../../contracts/question.ts'
import type { Done } from './turn.ts'

/** The part of an analysis that the rules go by. */
const ReadAnalysis = z.object({
  product_type: z.string(),
  name: z.string().optional(),
  style: z.string().optional(),
  mode: z.string().optional(),
  colors: z.array(z.string()).default([]),
  features: z.array(z.string()).default([]),
  suggested_pages: z.array(PageSpec),
  questions: z.array(Question).default([]),
  /** What nobody said yet, in words. */
  open: z.array(z.string()).default([]),
})
export type ReadAnalysis = z.infer<typeof ReadAnalysis>

/** What `analyze_brief` answered; undefined where it was not called or answered something else. */
export function findAnalysis(done: Done | undefined): ReadAnalysis | undefined {
  if (!done || done.result.is_error) return undefined
  try {
    return ReadAnalysis.safeParse(JSON.parse(done.result.content)).data
  } catch {
    return undefined
  }
}

/** A question as `ask_user` takes it. */
export function toQuestion({ options, context, pattern: _pattern, ...question }: Question): JsonObject {
  return {
    ...question,
    ...(options === undefined ? {} : { options: options.map(option => ({ ...option })) }),
    ...(context === undefined ? {} : { context }),
  }
}

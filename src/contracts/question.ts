import { z } from 'zod'

/** One choice of a question; answers name its `id`. */
export const QuestionOption = z.object({ id: z.string().min(1), label: z.string().min(1) })
export type QuestionOption = z.infer<typeof QuestionOption>

/** One structured question to a person. Radio and checkbox questions have at least two options. */
export const Question = z.object({
  id: z.string().min(1),
  question: z.string().min(1).max(2000),
  type: z.enum(['radio', 'checkbox', 'text']),
  options: z.array(QuestionOption).optional(),
  allow_other: z.boolean().default(false),
  required: z.boolean().default(true),
  context: z.string().max(4000).optional(),
  /** Which of the five clarification patterns asked it, where one did. */
  pattern: z.string().optional(),
})
export type Question = z.infer<typeof Question>

/** An answer names its question by id or by index; `value` is a list for checkboxes. */
export const Answer = z.object({
  question_id: z.string().optional(),
  question_index: z.int().min(0).optional(),
  value: z.union([z.string().max(10_000), z.array(z.string().max(10_000)).max(100)]),
  other: z.string().max(10_000).optional(),
})
export type Answer = z.infer<typeof Answer>

import { z } from 'zod'

/** One section of a session's product doc, in Markdown; `updated_by` says who wrote it last. */
export const ProductDocSection = z.object({
  title: z.string().min(1).max(200),
  content: z.string().max(40_000),
  updated_at: z.string(),
  updated_by: z.enum(['llm', 'user']),
})
export type ProductDocSection = z.infer<typeof ProductDocSection>

/** What a session is about, in sections that the model and the person choose; the long memory of its conversation. */
export const ProductDoc = z.object({
  session_id: z.string(),
  version: z.int().min(1),
  status: z.enum(['draft', 'confirmed', 'outdated']),
  /** By name (`overview`, `brand_style`, …); at most 20, older ones folded. */
  sections: z.record(z.string(), ProductDocSection),
  /** Under 500 tokens; made anew with every change; always in the model's context. */
  project_card: z.string(),
  updated_at: z.string(),
})
export type ProductDoc = z.infer<typeof ProductDoc>

/** One change of one section, kept for good. `after` is absent when the section was removed. */
export const ProductDocPatch = z.object({
  patch_id: z.string(),
  session_id: z.string(),
  version: z.int().min(1),
  section: z.string(),
  before: ProductDocSection.optional(),
  after: ProductDocSection.optional(),
  change_summary: z.string(),
  /** `person_…` or `agent:…`; of a section folded to make room, whoever needed the room. */
  changed_by: z.string(),
  at: z.string(),
})
export type ProductDocPatch = z.infer<typeof ProductDocPatch>

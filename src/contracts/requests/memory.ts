import { z } from 'zod'
import { ProductDocSection } from '../product-doc.ts'
import { PageQuery } from './query.ts'

/** `newest` begins at the end of the conversation, as a chat is read. */
export const MessageListQuery = PageQuery.extend({
  order: z.enum(['oldest', 'newest']).default('oldest'),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'is what the page before answered as next_cursor')
    .optional(),
})

/** `version` is the one that was read, as `If-Match` may say it too; 409 when the section changed since. */
export const PutSectionRequest = z.strictObject({
  title: ProductDocSection.shape.title,
  content: ProductDocSection.shape.content.min(1),
  change_summary: z.string().max(2000).optional(),
  version: z.int().min(0).optional(),
})
export type PutSectionRequest = z.infer<typeof PutSectionRequest>

/** The version that was seen; without it the one that stands. */
export const ConfirmProductDocRequest = z.strictObject({ version: z.int().min(1).optional() })

export const DocHistoryQuery = PageQuery.extend({ section: z.string().min(1).max(100).optional() })

/** Erasing cannot be taken back, so it is said in words. */
export const EraseSessionRequest = z.strictObject({ confirm: z.string().max(100).optional() })

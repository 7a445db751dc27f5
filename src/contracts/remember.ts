import { z } from 'zod'
import { CreatePermission } from './permission.ts'

/** One way in which calls like those of a gate would not be asked about again, in plain words. */
export const RememberOffer = z.object({
  /** Names the offer in a decision; the same offer of the same gate has the same id. */
  id: z.string(),
  title: z.string(),
  /** What passes from then on without a question. */
  passes: z.array(z.string()),
  /** What is asked about, or refused, all the same. */
  never: z.array(z.string()),
  /** What may go wrong, where somebody takes a risk. */
  risk: z.string().optional(),
  /** What an approval with this offer gives. */
  permissions: z.array(CreatePermission),
})
export type RememberOffer = z.infer<typeof RememberOffer>

/** What a reviewer may have remembered beside the approval of a gate. */
export const RememberOffers = z.object({
  offers: z.array(RememberOffer),
  /** Why there is none. */
  why_none: z.string().optional(),
})
export type RememberOffers = z.infer<typeof RememberOffers>

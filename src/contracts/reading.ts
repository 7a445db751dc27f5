import { z } from 'zod'

/** A piece of a goal; offsets are UTF-16, end exclusive; `text` is the slice as it stands. */
export const TextSpan = z.object({ start: z.int().min(0), end: z.int().min(0), text: z.string() })
export type TextSpan = z.infer<typeof TextSpan>

/** Who read a goal, and what of its words no call accounts for. */
export const Reading = z.object({
  by: z.enum(['model', 'built_in']),
  /** `provider/model`, where a language model was asked. */
  model: z.string().optional(),
  /** Why the built-in reader read although a language model is configured. */
  because: z.string().optional(),
  leftover: z.array(TextSpan),
})
export type Reading = z.infer<typeof Reading>

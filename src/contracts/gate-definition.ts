import { z } from 'zod'
import { JsonSchema } from './tool.ts'

/** A gate type of somebody's own, as it stood when the gate opened; the gate is shown and decided by it ever after. */
export const GateDefinition = z.object({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]{0,63}$/,
      'a gate type has 1–64 of the characters a–z 0–9 _ -, beginning with a letter',
    ),
  /** What kind of question it is, in a few words: `Change a price`. */
  title: z.string().min(1).max(200),
  /** JSON Schema of an object: its properties, in their order, are what people see. */
  fields: JsonSchema,
  /** True where an agent brought it: its title and the titles of its fields are then an agent's words. */
  claimed: z.boolean(),
})
export type GateDefinition = z.infer<typeof GateDefinition>

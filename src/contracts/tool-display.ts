import { z } from 'zod'

const ArgumentName = z.string().min(1).max(100)

/**
 * How a call of a tool is shown to people: data that Soulgate renders, in force once a person has confirmed the tool. `act`
 * is the line that says what a call does, with arguments in braces: `Refund {amount} to {customer}`.
 */
export const ToolDisplay = z.strictObject({
  act: z.string().min(1).max(200).optional(),
  /** Arguments that are shown first, in this order. */
  first: z.array(ArgumentName).max(12).optional(),
  /** Pairs of arguments shown side by side: what is there, and what is to be there. */
  compare: z
    .array(z.strictObject({ before: ArgumentName, after: ArgumentName }))
    .max(4)
    .optional(),
  /** An argument that holds an `https` address. */
  link: ArgumentName.optional(),
  /** An argument that holds a picture as a `data:image/…;base64,` text. */
  picture: ArgumentName.optional(),
})
export type ToolDisplay = z.infer<typeof ToolDisplay>

/** One piece of an act line: words of ours or of a confirmed template, or a value that somebody gave. */
export const ActPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), text: z.string() }),
  z.object({
    kind: z.literal('value'),
    /** As it is shown: quoted, escaped, cut in the middle with its length. */
    text: z.string(),
    /** What the argument means: `amount`, `recipient`, `host`, `path`, `secret`. */
    meaning: z.string().optional(),
  }),
])
export type ActPart = z.infer<typeof ActPart>

/** What calls do, as it was computed when their gate opened. */
export const ActLine = z.object({
  parts: z.array(ActPart),
  /** SHA-256 of each template that it was made by, by the tool’s name. */
  templates: z.record(z.string(), z.string()).optional(),
})
export type ActLine = z.infer<typeof ActLine>

/** How an amount is read: its currency, or the argument that names it, and how many digits are behind the point. */
export interface MoneyMarks {
  readonly currency?: string
  readonly currencyArgument?: string
  readonly scale?: number
}

/** One piece of a template: words, or the name of an argument. */
export type TemplatePart = { readonly words: string } | { readonly argument: string }

/** A template in its pieces; undefined where a brace is not closed, or nothing stands in it. */
export function splitTemplate(template: string): readonly TemplatePart[] | undefined {
  const parts: TemplatePart[] = []
  let rest = template
  for (;;) {
    const [whole, words = '', argument = ''] = /^([^{}]*)(?:\{([^{}]+)\})?/.exec(rest) ?? ['']
    if (words !== '') parts.push({ words })
    if (argument !== '') parts.push({ argument })
    rest = rest.slice(whole.length)
    if (rest === '') return parts
    if (whole === '') return undefined
  }
}

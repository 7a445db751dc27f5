import { z } from 'zod'
import { PageOperation } from '../../../contracts/page-operation.ts'
import { readCurrency } from '../brief/money.ts'
import type { Proposal } from './read-instruction.ts'
import { ask } from './site.ts'

/** Operations as a language model proposes them, each with the words of the instruction that it rests on. */
export const ModelOperations = z.object({
  operations: z.array(z.object({ said: z.string().min(1).max(600), operation: PageOperation })).max(40),
  /** What is not certain, with the question. */
  asked: z.array(z.object({ said: z.string().max(600), ask: z.string().min(1).max(600) })).max(20),
  not_understood: z.array(z.string().max(600)).max(20),
})
export type ModelOperations = z.infer<typeof ModelOperations>

/** Fields that hold words of the person. Colours, styles and drawings are named in other words than theirs. */
const WORDS = ['value', 'name', 'price', 'text', 'title', 'description'] as const
const FREE: ReadonlySet<PageOperation['kind']> = new Set([
  'set_color',
  'set_theme',
  'set_picture',
  'set_card_size',
])

/**
 * A model's operations, checked against the instruction: what it rests on stands there, and no word or figure that it
 * puts on a page is its own. What fails becomes a question and is named among the faults. Pure.
 */
export function verifyOperations(
  instruction: string,
  { operations, asked, not_understood: unknown }: ModelOperations,
): { readonly proposals: readonly Proposal[]; readonly faults: readonly string[] } {
  const given = comparable(instruction)
  const faults: string[] = []
  const proposals = operations.map(({ said, operation }): Proposal => {
    const fault = given.includes(comparable(said))
      ? (strangeWords(operation, given) ?? strangeCurrency(operation, instruction))
      : `“${said}” was not said.`
    if (fault === undefined) return { said, operation }
    faults.push(fault)
    return { said, asked: ask(`Which words shall stand there? ${fault}`) }
  })
  return {
    proposals: [
      ...proposals,
      ...asked.map(({ said, ask: question }) => ({ said, asked: ask(question) })),
      ...unknown.map(said => ({ said, notUnderstood: true as const })),
    ],
    faults,
  }
}

function strangeWords(operation: PageOperation, given: string): string | undefined {
  if (FREE.has(operation.kind)) return undefined
  const fields: Readonly<Record<string, unknown>> = { ...operation }
  const texts = operation.kind === 'set_language' ? operation.texts.map(({ value }) => value) : []
  const strange = [...WORDS.map(name => fields[name]), ...texts].find(
    value => typeof value === 'string' && value !== '' && !given.includes(comparable(value)),
  )
  return strange === undefined ? undefined : `“${String(strange)}” does not stand in the instruction.`
}

function strangeCurrency(operation: PageOperation, instruction: string): string | undefined {
  if (operation.kind !== 'set_currency' || readCurrency(instruction) === operation.currency) return undefined
  return `The instruction does not name ${operation.currency}.`
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[“”„«»"]/g, '')
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
}

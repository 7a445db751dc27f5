import { parse } from 'yaml'
import { type Refusal, refuse } from '../../contracts/refusal.ts'

/** The guidelines of a YAML text: a list, `{guidelines: [...]}`, or one alone. */
export function parseGuidelineText(text: string): readonly unknown[] | Refusal {
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 20 })
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return refuse('invalid', `The YAML cannot be read: ${message}`, { errors: [{ field: 'yaml', message }] })
  }
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null) {
    return 'guidelines' in value && Array.isArray(value.guidelines) ? value.guidelines : [value]
  }
  const message = 'must hold guidelines'
  return refuse('invalid', `The YAML ${message}.`, { errors: [{ field: 'yaml', message }] })
}

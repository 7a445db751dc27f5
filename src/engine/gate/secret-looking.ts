import type { GateSubject } from '../../contracts/gate.ts'
import type { JsonValue } from '../../contracts/json-value.ts'

/** Forms in which well-known services hand out credentials, and keys in PEM. */
const KNOWN_FORMS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj)?[-_]?[A-Za-z0-9]{16,}/,
  /\b(?:ghp|gho|ghu|ghs|ghr|glpat|github_pat)[-_][A-Za-z0-9_]{16,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/,
  /\bsg_[A-Za-z0-9_-]{30,}/,
  /\/\/[^/\s:@]+:[^/\s:@]{3,}@/,
]
const MOST_FLAGS = 20

/**
 * One sentence for each argument of the calls that looks like a secret in the clear, by its form or by what its tool
 * says it is. The value itself is not repeated.
 */
export function flagSecrets(subject: GateSubject): readonly string[] {
  if (!('tool_calls' in subject)) return []
  const flags = subject.tool_calls.flatMap(call => {
    const stated = (call.origins ?? []).flatMap(({ meaning, pointer }) =>
      meaning === 'secret' ? [pointer] : [],
    )
    return leavesOf(call.arguments)
      .filter(
        ({ pointer, text }) => !pointer.endsWith('/$secret') && isSecret(text, stated.includes(pointer)),
      )
      .map(
        ({ pointer }) =>
          `${pointer} of ${call.tool} looks like a secret. It stands in the clear on this card and in the record. Next time store it (\`soulgate secret set NAME\`) and name it as {"$secret": "NAME"}.`,
      )
  })
  return flags.slice(0, MOST_FLAGS)
}

function isSecret(text: string, isStated: boolean): boolean {
  return (isStated && text.trim() !== '') || KNOWN_FORMS.some(form => form.test(text))
}

interface Leaf {
  readonly pointer: string
  readonly text: string
}

function leavesOf(value: JsonValue, pointer = ''): readonly Leaf[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

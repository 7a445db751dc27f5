import type { GateSubject } from '../../contracts/gate.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { hasSecretForm } from '../tools/tools.ts'

const MAX_FLAGS = 20

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
          `${pointer} of ${call.tool} looks like a secret. It is kept encrypted, left out of events, and hidden here until somebody asks to see it, which is recorded. Better still: store it (\`soulgate secret set NAME\`) and name it as {"$secret": "NAME"}.`,
      )
  })
  return flags.slice(0, MAX_FLAGS)
}

function isSecret(text: string, isStated: boolean): boolean {
  return (isStated && text.trim() !== '') || hasSecretForm(text)
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

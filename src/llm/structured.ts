import { parseStrictJson } from '../base/canonical-json.ts'
import type { JsonObject, JsonValue } from '../contracts/json-value.ts'
import type { ModelMessage, ModelRequest } from '../contracts/model.ts'
import type { ProviderAnswer } from './provider.ts'

/** What is wrong with an object for a schema, in words a model understands; empty when it fits. */
export type CheckObject = (schema: JsonObject, value: JsonValue) => readonly string[]

/** The schema first; what else is asked of an object is asked of one that fits. */
export function bothChecks(
  check: CheckObject,
  more: ((object: JsonValue) => readonly string[]) | undefined,
): CheckObject {
  return (schema, value) => {
    const problems = check(schema, value)
    return problems.length > 0 ? problems : (more?.(value) ?? [])
  }
}

export type ReadObject =
  | { readonly ok: true; readonly object: JsonValue }
  | { readonly ok: false; readonly because: string }

/** The object a model answered with, read from its text where the provider did not, and checked. */
export function readObject(answer: ProviderAnswer, schema: JsonObject, check: CheckObject): ReadObject {
  const object = answer.object ?? parseObject(answer.text)
  if (object === undefined) {
    const isCut = answer.finish === 'length'
    return {
      ok: false,
      because: isCut ? 'It was cut off at its length limit. Be brief.' : 'It is not one JSON object.',
    }
  }
  const problems = check(schema, object)
  return problems.length === 0
    ? { ok: true, object }
    : { ok: false, because: problems.join('\n').slice(0, 2000) }
}

/** The same request once more, with the answer that did not fit and what was wrong with it. */
export function askForRepair(request: ModelRequest, answer: ProviderAnswer, because: string): ModelRequest {
  const said = answer.text === '' ? JSON.stringify(answer.object ?? null) : answer.text
  const repair: ModelMessage[] = [
    { role: 'assistant', content: said },
    {
      role: 'user',
      content: `This answer cannot be used:\n${because}\nAnswer again with one JSON object that fits the schema, and nothing else.`,
    },
  ]
  return { ...request, messages: [...request.messages, ...repair] }
}

/** One JSON object in a text, with or without a code fence or words around it. */
function parseObject(text: string): JsonValue | undefined {
  const trimmed = text.trim()
  const from = trimmed.indexOf('{')
  const to = trimmed.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    return parseStrictJson(trimmed.slice(from, to + 1))
  } catch {
    return undefined
  }
}

import { isRefused, type Refused, SoulgateProblem } from '../../sdk/sdk.ts'

/** One text content that holds JSON, as clients of these tools expect. */
export interface ToolAnswer {
  [key: string]: unknown
  content: { type: 'text'; text: string }[]
  isError?: boolean
}

/** What a tool says: the facts of an answer, or why there is none. Never throws: an agent reads the reason. */
export async function answerWith<Value extends object>(
  ask: () => Promise<Value | Refused>,
  toFacts: (value: Exclude<Value, Refused>) => object,
): Promise<ToolAnswer> {
  try {
    const value = await ask()
    if (isRefused(value)) return failure(value.problem)
    return toAnswer({ success: true, ...toFacts(value as Exclude<Value, Refused>) })
  } catch (error) {
    if (error instanceof SoulgateProblem) return failure(error.problem)
    return failure({ detail: error instanceof Error ? error.message : String(error) })
  }
}

function failure(problem: {
  readonly detail?: unknown
  readonly code?: unknown
  readonly errors?: unknown
}): ToolAnswer {
  const { detail = 'Soulgate refused.', code, errors } = problem
  const facts = {
    success: false,
    error: detail,
    ...(code === undefined ? {} : { code }),
    ...(errors === undefined ? {} : { errors }),
  }
  return { ...toAnswer(facts), isError: true }
}

/** Facts as the one text of an answer. */
export function toAnswer(facts: object): ToolAnswer {
  return { content: [{ type: 'text', text: JSON.stringify(facts) }] }
}

/** How a hook ended, as its host sees it. */
export interface HookEnd {
  /** Null when it was killed, by the host or by anybody. */
  readonly exitCode: number | null
  readonly output: string
  readonly isTimeout: boolean
}

export type HostVerdict = 'stops' | 'runs' | 'asks_its_person'

/**
 * What the host does with the tool after its hook for `PreToolUse` has ended so: a hook that could not be started, was
 * killed, took too long, or ended with another code than 2 and no decision stops nothing.
 */
export function hostVerdict({ exitCode, output, isTimeout }: HookEnd): HostVerdict {
  if (isTimeout || exitCode === null) return 'runs'
  if (exitCode === 2) return 'stops'
  const decision = decisionIn(output)
  if (decision === 'deny') return 'stops'
  return decision === 'ask' ? 'asks_its_person' : 'runs'
}

function decisionIn(output: string): unknown {
  try {
    return Object(Object(JSON.parse(output)).hookSpecificOutput).permissionDecision
  } catch {
    return undefined
  }
}

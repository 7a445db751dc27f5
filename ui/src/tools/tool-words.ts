import type { RegisteredTool } from 'soulgate/contracts/tool'

/** Whose word it is what a tool does. */
export function standingOf(
  tool: Pick<RegisteredTool, 'claimed' | 'confirmed_by' | 'origin'>,
): 'Not confirmed' | 'Confirmed' | 'Built in' | 'Declared by a person' {
  if (tool.claimed) return 'Not confirmed'
  if (tool.confirmed_by !== undefined) return 'Confirmed'
  return tool.origin === 'built_in' ? 'Built in' : 'Declared by a person'
}

import type { CommandContext } from '../context.ts'
import { sendDecision } from '../deciding.ts'

/** Makes an agent's key of that name; a person confirms it. */
export async function createAgentKey(context: CommandContext, name: string): Promise<string> {
  const made = await sendDecision(context, {
    ...{ operation: 'createToken', pathValues: {}, method: 'POST', path: '/api/tokens', page: '/settings' },
    body: { name, role: 'agent' },
  })
  return String(made.token)
}

import type { JsonValue } from '../../contracts/json-value.ts'
import { ToolResult } from '../../contracts/tool.ts'
import {
  findSecretReferences,
  holdsUnreadable,
  type SecretResolution,
  type ToolOutcome,
  unreadableDetail,
} from '../tools/tools.ts'
import type { AuthorizedCall } from './authorization.ts'

/** Why a call cannot be given the stored secrets that it names, before its right is used up; undefined when it can. */
export async function findSecretFault(running: AuthorizedCall): Promise<string | undefined> {
  if (holdsUnreadable(running.call.arguments)) return unreadableDetail(running.call.tool)
  if (findSecretReferences(running.call.arguments).length === 0) return undefined
  const opened = await openArguments(running)
  return opened.ok ? undefined : opened.message
}

/**
 * The arguments as the tool gets them: stored secrets in the place of their references, and fit for the tool's schema.
 * They are asked for at the moment of running and kept nowhere; the journal has the references.
 */
export async function openArguments({ execution, call }: AuthorizedCall): Promise<SecretResolution> {
  if (holdsUnreadable(call.arguments)) return { ok: false, message: unreadableDetail(call.tool) }
  const references = findSecretReferences(call.arguments)
  const { resolveSecrets, tools } = execution.environment
  if (resolveSecrets === undefined) {
    return references.length === 0
      ? { ok: true, arguments: call.arguments, redact: value => value }
      : { ok: false, message: `${call.tool} cannot be given stored secrets here.` }
  }
  const opened = await resolveSecrets(call)
  const tool = tools.get(call.tool)
  if (!opened.ok || references.length === 0 || tool === undefined) return opened
  const valid = tools.validate(tool, opened.arguments)
  if (valid.ok) return opened
  const [fault] = valid.errors
  const named = references.map(reference => reference.name).join(', ')
  const message = `The stored value of ${named} does not fit ${call.tool}: ${fault?.field} ${fault?.message}. Store another one.`
  return { ok: false, message }
}

/** What a tool answered without the secrets it was given; what would take it back only where it holds none. */
export function redactOutcome(
  outcome: ToolOutcome,
  redact: Extract<SecretResolution, { ok: true }>['redact'],
): ToolOutcome {
  const { undo, result, ...rest } = outcome
  const redacted = ToolResult.safeParse(redact(result as unknown as JsonValue))
  const clean = undo === undefined ? undefined : redact(undo)
  const isSame = clean !== undefined && JSON.stringify(clean) === JSON.stringify(undo)
  return {
    ...rest,
    result: redacted.success
      ? redacted.data
      : { success: result.success, output: '[left out: it held a secret]' },
    ...(isSame ? { undo: clean } : {}),
  }
}

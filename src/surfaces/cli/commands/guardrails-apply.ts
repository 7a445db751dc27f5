import { accepted, type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { escapeHidden } from '../terminal-text.ts'

interface Named {
  readonly id: string
  readonly version?: number
}

/**
 * Makes what is stored like the file: an unknown id is created, a known one replaced. A file without versions means
 * the version that stands now; one with versions is refused where another stands. Each guideline needs an id.
 */
export async function applyFile(
  context: CommandContext,
  items: readonly unknown[],
  isDry: boolean,
): Promise<void> {
  const guidelines = []
  const plan: { readonly id: string; readonly change: 'create' | 'replace' }[] = []
  for (const [index, item] of items.entries()) {
    if (!isNamed(item)) {
      throw new CommandFailure(
        EXIT.usage,
        `Guideline #${index + 1} of the file has no id; apply finds them by id.`,
      )
    }
    const version = await standingVersion(context, item.id)
    plan.push({ id: item.id, change: version === undefined ? 'create' : 'replace' })
    guidelines.push(version === undefined || item.version !== undefined ? item : { ...item, version })
  }
  if (isDry) return dryRun(context, { guidelines, plan })
  const answer = await sendDecision(context, {
    operation: 'importGuidelines',
    pathValues: {},
    method: 'POST',
    path: '/api/guardrails/import',
    body: { guidelines },
    page: '/guardrails',
  })
  sayImported(context, answer)
}

/** What became of each item; some wrong ones end the command with 4. */
export function sayImported(context: CommandContext, answer: Readonly<Record<string, unknown>>): void {
  context.answer(answer)
  const errors = Array.isArray(answer.errors) ? answer.errors : []
  context.say(`${String(answer.imported)} saved, ${errors.length} refused.`)
  for (const error of errors) {
    const fields = Array.isArray(error.errors) ? error.errors : []
    const text = fields.map((field: { field: string; message: string }) => `${field.field} ${field.message}`)
    context.say(context.colors.red(escapeHidden(`  #${error.index} ${error.id ?? ''}: ${text.join('; ')}`)))
  }
  if (errors.length > 0) context.exitWith(EXIT.refused)
}

async function dryRun(
  context: CommandContext,
  { guidelines, plan }: { readonly guidelines: readonly Named[]; readonly plan: readonly object[] },
): Promise<void> {
  accepted(
    await clientOf(context).guardrails.evaluate({}, { explain: false, guidelines: guidelines as never }),
  )
  context.answer({ dry_run: true, plan })
  context.say(
    'The file can be saved. It would:',
    ...plan.map(step => escapeHidden(`  ${Object.values(step).reverse().join(' ')}`)),
  )
}

function isNamed(item: unknown): item is Named {
  return typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string'
}

async function standingVersion(context: CommandContext, id: string): Promise<number | undefined> {
  try {
    return (await clientOf(context).guardrails.get(id)).version
  } catch (error) {
    if (error instanceof Error && 'problem' in error && Object(error.problem).status === 404) return undefined
    throw error
  }
}

import type { Command } from 'commander'
import { stringify } from 'yaml'
import { Guideline } from '../../../contracts/guideline.ts'
import type { CommandContext } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { guidelineCard } from '../guideline-cards.ts'
import type { RunCommand } from '../register.ts'

interface AddFlags {
  readonly id?: string
  readonly category?: string
  readonly priority?: string
  readonly agent?: readonly string[]
  readonly tool?: readonly string[]
  readonly path?: readonly string[]
  readonly event?: readonly string[]
  readonly when?: string
  readonly deny?: readonly string[]
  readonly allow?: readonly string[]
  readonly gate?: string
  readonly approvals?: string
  readonly role?: readonly string[]
  readonly separateApprover?: boolean
  readonly freshPasskey?: boolean
  readonly maxFiles?: string
  readonly say?: string
  readonly draft?: boolean
}

/** `guardrails add`: one guideline in one line, for rules that are too small for a file. */
export function registerAdd(guardrails: Command, run: RunCommand): void {
  guardrails
    .command('add <name>')
    .description('save one guideline; --draft prints it instead, for `guardrails test --draft`')
    .option('--id <id>', 'known by this; needed to change it with `apply` later')
    .option('--category <category>', 'cognitive_isolation, hitl_gate, context_constraint, security, custom …')
    .option('--priority <number>', '0–1000')
    .option('--agent <names...>', 'only these agents')
    .option('--tool <patterns...>', 'only these tools')
    .option('--path <patterns...>', 'only these paths')
    .option('--event <names...>', 'only at these events')
    .option('--when <expression>', 'only where this CEL expression is true')
    .option('--deny <patterns...>', 'these tools are denied')
    .option('--allow <patterns...>', 'no other tools than these')
    .option('--gate <type>', 'people are asked at a gate of this type')
    .option('--approvals <number>', 'by so many of them')
    .option('--role <roles...>', 'of these roles')
    .option('--separate-approver', 'and none of them the one for whom the agent asks')
    .option('--fresh-passkey', 'signed with a passkey, by those who have one')
    .option('--max-files <number>', 'no more files at once')
    .option('--say <words>', 'in these words')
    .option('--draft', 'print it as YAML and save nothing')
    .action((name: string, flags: AddFlags) => run(context => add(context, name, flags)))
}

async function add(context: CommandContext, name: string, flags: AddFlags): Promise<void> {
  const guideline = toGuideline(name, flags)
  if (flags.draft === true) {
    context.answer(guideline)
    context.say(stringify({ guidelines: [guideline] }).trimEnd())
    return
  }
  const hasId = flags.id !== undefined
  const answer = await sendDecision(context, {
    operation: hasId ? 'importGuidelines' : 'createGuideline',
    pathValues: {},
    method: 'POST',
    path: hasId ? '/api/guardrails/import' : '/api/guardrails',
    body: hasId ? { guidelines: [guideline] } : guideline,
    page: '/guardrails',
  })
  context.answer(answer)
  const errors = Array.isArray(answer.errors) ? answer.errors : []
  if (errors.length > 0) {
    const [{ code, errors: fields = [] } = { code: '' }] = errors
    const named = fields.map((field: { field: string; message: string }) => `${field.field} ${field.message}`)
    throw new CommandFailure(EXIT.refused, `${code}: ${named.join('; ')}`)
  }
  const saved = Guideline.safeParse(answer)
  context.say(...(saved.success ? guidelineCard(saved.data, context.colors) : [`Saved ${flags.id}.`]))
}

function toGuideline(name: string, flags: AddFlags) {
  const condition = {
    ...listed('agents', flags.agent),
    ...listed('tools', flags.tool),
    ...listed('paths', flags.path),
    ...listed('events', flags.event),
    ...(flags.when === undefined ? {} : { custom: flags.when }),
  }
  const action = {
    type: typeOf(flags),
    ...(flags.say === undefined ? {} : { instruction: flags.say }),
    ...listed('tools_denied', flags.deny),
    ...listed('tools_allowed', flags.allow),
    ...(flags.gate === undefined ? {} : { gate_type: flags.gate }),
    ...numbered('quorum', flags.approvals),
    ...listed('roles', flags.role),
    ...(flags.separateApprover === true ? { separate_approver: true } : {}),
    ...(flags.freshPasskey === true ? { fresh_passkey: true } : {}),
    ...numbered('max_files', flags.maxFiles),
  }
  const category = flags.category ?? (flags.gate === undefined ? 'custom' : 'hitl_gate')
  const id = flags.id === undefined ? {} : { id: flags.id }
  return { ...id, name, category, ...numbered('priority', flags.priority), condition, action }
}

function typeOf({ gate, deny, allow, maxFiles }: AddFlags): string {
  if (gate !== undefined) return 'hitl_gate'
  if (deny !== undefined || allow !== undefined) return 'tool_restriction'
  return maxFiles === undefined ? 'instruction' : 'constraint'
}

function listed(key: string, values: readonly string[] | undefined): object {
  return values === undefined ? {} : { [key]: values }
}

/** What is no number is the server's to refuse, under its own name. */
function numbered(key: string, text: string | undefined): object {
  if (text === undefined) return {}
  const number = Number(text)
  return { [key]: Number.isNaN(number) ? text : number }
}

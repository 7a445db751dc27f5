import { readFileSync } from 'node:fs'
import type { WorkItem } from '../../../contracts/work-item.ts'
import { WorkItemCaps, WorkItemReport } from '../../../contracts/work-item.ts'
import { accepted, type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'
import { versionRow, workItemCard, workItemRow } from '../work-item-cards.ts'

interface StartFlags {
  readonly description?: string
  readonly file?: string
  readonly id?: string
  readonly folder?: string
  readonly path?: readonly string[]
  readonly maxHours?: string
  readonly maxTasks?: string
  readonly maxFiles?: string
  readonly maxCost?: string
}

/** `workitem`: start things to be made, follow them, report on them, end them. */
export const registerWorkItems: Register = (program, run) => {
  const workitem = program
    .command('workitem')
    .description(
      'something to be made, from its workplan to its closure; nothing is built before you approve',
    )
  workitem
    .command('start <title>')
    .description('plan it and ask people for their approval')
    .option('--description <text>', 'what is to be made; a list makes one story of each item')
    .option('--file <file>', 'read the description from a file')
    .option('--id <id>', 'an id of your own, such as P12-F07')
    .option('--folder <folder>', 'where its documents lie in the workspace')
    .option('--path <path...>', 'what belongs to it: nothing writes there before the approval')
    .option('--max-hours <number>', 'limit of working time')
    .option('--max-tasks <number>', 'limit of scope')
    .option('--max-files <number>', 'limit of files touched')
    .option('--max-cost <usd>', 'limit of money')
    .action((title: string, flags: StartFlags) => run(context => start(context, title, flags)))
  workitem
    .command('list')
    .description('list work items, newest first')
    .option('--limit <number>', 'how many at most', '20')
    .action((flags: { limit: string }) => run(context => list(context, Number(flags.limit))))
  workitem
    .command('status <item>')
    .description('where it stands, and what it waits for')
    .action((itemId: string) => run(context => status(context, itemId)))
  workitem
    .command('versions <item>')
    .description('every kept version of its documents, the rejected ones included')
    .action((itemId: string) => run(context => versions(context, itemId)))
  workitem
    .command('document <path>')
    .description('print one of its documents, as it stands or as it was kept')
    .option('--of-version <version>', 'as it was kept in that version')
    .action((path: string, flags: { ofVersion?: string }) =>
      run(context => document(context, path, flags.ofVersion)),
    )
  workitem
    .command('report <item> <kind> [fields...]')
    .description('say what happened: `report ID task_done task=T1 hours=2 files=src/a.ts,src/b.ts`')
    .action((itemId: string, kind: string, fields: readonly string[]) =>
      run(context => report(context, itemId, readReport(kind, fields))),
    )
  workitem
    .command('close <item>')
    .description('end it for good and free its paths (a reviewer)')
    .option('--because <text>', 'kept with it')
    .action((itemId: string, flags: { because?: string }) =>
      run(context => close(context, itemId, flags.because)),
    )
}

async function start(context: CommandContext, title: string, flags: StartFlags): Promise<void> {
  const { file, id, folder, path } = flags
  const description = file === undefined ? flags.description : readFileSync(file, 'utf8')
  const caps = {
    ...numberOf('hours', flags.maxHours),
    ...numberOf('tasks', flags.maxTasks),
    ...numberOf('files', flags.maxFiles),
    ...numberOf('cost_usd', flags.maxCost),
  }
  const parsed = WorkItemCaps.safeParse(caps)
  if (!parsed.success) throw new CommandFailure(EXIT.usage, 'A limit is a number above 0.')
  const draft = {
    title,
    caps: parsed.data,
    ...(description === undefined ? {} : { description }),
    ...(id === undefined ? {} : { item_id: id }),
    ...(folder === undefined ? {} : { folder }),
    ...(path === undefined ? {} : { paths: [...path] }),
  }
  tell(context, accepted(await clientOf(context).workItems.start(draft)))
}

function numberOf(key: string, text: string | undefined): Readonly<Record<string, number>> {
  return text === undefined ? {} : { [key]: Number(text) }
}

async function list(context: CommandContext, limit: number): Promise<void> {
  const page = await clientOf(context).workItems.list({ limit })
  context.answer(page)
  if (page.items.length === 0)
    context.say(`No work items yet. Start one with \`${context.invocation} workitem start "…"\`.`)
  else context.say(...columns(page.items.map(workItemRow)))
}

async function status(context: CommandContext, itemId: string): Promise<void> {
  tell(context, await clientOf(context).workItems.get(itemId))
}

async function versions(context: CommandContext, itemId: string): Promise<void> {
  const kept = await clientOf(context).workItems.versions(itemId)
  context.answer({ versions: kept })
  context.say(...columns(kept.map(versionRow)))
}

async function document(context: CommandContext, path: string, version: string | undefined): Promise<void> {
  const options = version === undefined ? {} : { version }
  const artifact = await clientOf(context).workItems.artifact(path, options)
  context.answer(artifact)
  if (artifact.encoding === 'base64')
    context.say(`${escapeLine(path)} is no text (${artifact.size_bytes} bytes).`)
  else context.say(escapeHidden(artifact.content))
}

async function report(context: CommandContext, itemId: string, sent: WorkItemReport): Promise<void> {
  tell(context, accepted(await clientOf(context).workItems.report(itemId, sent)))
}

const LISTS: readonly string[] = ['files', 'paths']
const NUMBERS: readonly string[] = ['hours', 'cost_usd']

/** `task=T1 hours=2 files=a,b passed=true` as the contract has it. */
function readReport(kind: string, fields: readonly string[]): WorkItemReport {
  const entries = fields.map((field): readonly [string, unknown] => {
    const at = field.indexOf('=')
    if (at < 1) throw new CommandFailure(EXIT.usage, `${field} is no field. Write name=value.`)
    const [name, value] = [field.slice(0, at), field.slice(at + 1)]
    if (LISTS.includes(name)) return [name, value.split(',').filter(part => part !== '')]
    if (NUMBERS.includes(name)) return [name, Number(value)]
    return [name, name === 'passed' ? value === 'true' : value]
  })
  const parsed = WorkItemReport.safeParse({ kind, ...Object.fromEntries(entries) })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const what = issue === undefined ? 'does not fit' : `${issue.path.join('.')} ${issue.message}`
  throw new CommandFailure(EXIT.usage, `The report does not fit: ${what}.`)
}

async function close(context: CommandContext, itemId: string, because: string | undefined): Promise<void> {
  const answer = await sendDecision(context, {
    operation: 'closeWorkItem',
    pathValues: { item_id: itemId },
    method: 'POST',
    path: `/api/work-items/${encodeURIComponent(itemId)}/close`,
    body: because === undefined ? {} : { because },
    page: '/',
  })
  context.answer(answer)
  context.say(`${escapeLine(itemId)} is closed; its paths are free.`)
}

/** Exit code 3 while people are awaited, as for runs. */
function tell(context: CommandContext, item: WorkItem): void {
  context.answer(item)
  context.say(...workItemCard(item, context.colors))
  if (item.waiting_gate_ids.length > 0) context.exitWith(EXIT.waiting)
  if (item.status === 'failed') context.exitWith(EXIT.failed)
}

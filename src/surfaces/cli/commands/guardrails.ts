import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Guideline } from '../../../contracts/guideline.ts'
import { accepted, type CommandContext, callRoute, clientOf, failureOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { evaluationCard, guidelineCard, guidelineRows } from '../guideline-cards.ts'
import { readGuidelines } from '../guideline-file.ts'
import type { Register, RunCommand } from '../register.ts'
import { escapeHidden } from '../terminal-text.ts'
import { registerAdd } from './guardrails-add.ts'
import { applyFile, sayImported } from './guardrails-apply.ts'

/** `guardrails list|show|test|add|apply|export|import|bootstrap|toggle|delete`. */
export const registerGuardrails: Register = (program, run) => {
  const guardrails = program
    .command('guardrails')
    .description('the rules every run, call and agent is held to')
  registerReading(guardrails, run)
  registerFiles(guardrails, run)
  registerAdd(guardrails, run)
  guardrails
    .command('toggle <guideline>')
    .description('switch one on or off')
    .action((id: string) => run(context => toggle(context, id)))
  guardrails
    .command('delete <guideline>')
    .description('delete one')
    .action((id: string) => run(context => remove(context, id)))
  guardrails
    .command('bootstrap')
    .description('store the default guidelines that are missing')
    .option('--dry-run', 'only say which')
    .action((flags: { dryRun?: boolean }) => run(context => bootstrap(context, flags.dryRun === true)))
}

interface ListFlags {
  readonly category?: string | undefined
  readonly search?: string | undefined
}

interface TestFlags {
  readonly agent?: string
  readonly tool?: string
  readonly arguments?: string
  readonly path?: readonly string[]
  readonly event?: string
  readonly action?: string
  readonly domain?: string
  readonly gateType?: string
  readonly session?: string
  readonly draft?: string
}

function registerReading(guardrails: Command, run: RunCommand): void {
  guardrails
    .command('list')
    .description('list guidelines, highest priority first')
    .option('--category <category>', 'only of this category')
    .option('--search <words>', 'only with these words')
    .action((flags: ListFlags) => run(context => list(context, flags)))
  guardrails
    .command('show <guideline>')
    .description('show one whole')
    .action((id: string) => run(context => show(context, id)))
  guardrails
    .command('test')
    .description('ask what the guardrails say about a context, with drafts that are not saved yet')
    .option('--agent <name>', 'who acts')
    .option('--tool <name>', 'with which tool')
    .option('--arguments <json>', 'and which arguments; paths and hosts in them count')
    .option('--path <paths...>', 'paths it touches')
    .option('--event <name>', 'what happens')
    .option('--action <name>', 'what is done')
    .option('--domain <name>', 'in which part')
    .option('--gate-type <type>', 'at which gate')
    .option('--session <id>', 'in which session')
    .option('--draft <file>', 'guidelines (YAML or JSON) laid over those that are stored')
    .action((flags: TestFlags) => run(context => test(context, flags)))
}

function registerFiles(guardrails: Command, run: RunCommand): void {
  guardrails
    .command('apply <file>')
    .description('make what is stored like a file (YAML, JSON or CSV); others stay as they are')
    .option('--dry-run', 'check the file and say what would change')
    .action((file: string, flags: { dryRun?: boolean }) =>
      run(async context => applyFile(context, await readGuidelines(file), flags.dryRun === true)),
    )
  guardrails
    .command('import <file>')
    .description('save the guidelines of a file, each under the version it names')
    .action((file: string) => run(context => importFile(context, file)))
  guardrails
    .command('export [file]')
    .description('write all guidelines to a file, or here')
    .option('--format <format>', 'yaml, json, jsonl or csv', 'yaml')
    .action((file: string | undefined, flags: { format: string }) =>
      run(context => exportTo(context, file, flags.format)),
    )
}

async function list(context: CommandContext, { category, search }: ListFlags): Promise<void> {
  const found: Guideline[] = []
  let answer = await page(context, { category, search, page: 1 })
  found.push(...answer.guidelines)
  for (let next = 2; found.length < answer.total && answer.guidelines.length > 0; next += 1) {
    answer = await page(context, { category, search, page: next })
    found.push(...answer.guidelines)
  }
  context.answer({ guidelines: found, total: answer.total, unreadable: answer.unreadable })
  context.say(...guidelineRows(found, context.colors))
  for (const id of answer.unreadable) {
    context.say(context.colors.red(`${id} cannot be read and holds every call. Save it anew or delete it.`))
  }
}

function page(context: CommandContext, { category, search, page }: ListFlags & { readonly page: number }) {
  // An unknown category is the server's to refuse.
  const filter = { page, page_size: 200, ...(search === undefined ? {} : { q: search }) }
  return clientOf(context).guardrails.list({
    ...filter,
    ...(category === undefined ? {} : { category: category as Guideline['category'] }),
  })
}

async function show(context: CommandContext, id: string): Promise<void> {
  const guideline = await clientOf(context).guardrails.get(id)
  context.answer(guideline)
  context.say(...guidelineCard(guideline, context.colors))
}

async function test(context: CommandContext, flags: TestFlags): Promise<void> {
  const { agent, tool, path, event, action, domain, gateType, session, draft } = flags
  const asked = {
    ...definedOf({ agent, tool, event, action, domain, gate_type: gateType, session_id: session }),
    ...(path === undefined ? {} : { paths: [...path] }),
    ...(flags.arguments === undefined ? {} : { arguments: parseArguments(flags.arguments) }),
  }
  const guidelines = draft === undefined ? {} : { guidelines: (await readGuidelines(draft)) as never }
  const answer = accepted(
    await clientOf(context).guardrails.evaluate(asked, { explain: true, ...guidelines }),
  )
  context.answer(answer)
  context.say(...evaluationCard(answer, context.colors))
}

function definedOf(fields: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

function parseArguments(text: string): Record<string, never> {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new CommandFailure(EXIT.usage, `--arguments is no JSON object: ${escapeHidden(text)}`)
  }
}

async function importFile(context: CommandContext, file: string): Promise<void> {
  const guidelines = await readGuidelines(file)
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

async function exportTo(context: CommandContext, file: string | undefined, format: string): Promise<void> {
  if (format !== 'yaml' && format !== 'json' && format !== 'jsonl' && format !== 'csv') {
    const detail = `There is no format ${escapeHidden(format)}: yaml, json, jsonl or csv.`
    throw new CommandFailure(EXIT.usage, detail)
  }
  const text = await clientOf(context).guardrails.export(context.isJson ? 'json' : format)
  if (file === undefined) {
    if (context.isJson) context.answer(JSON.parse(text))
    else context.say(text.trimEnd())
    return
  }
  await writeFile(resolve(file), text)
  context.answer({ file })
  const name = escapeHidden(file)
  context.say(`Written to ${name}. Bring it back with \`${context.invocation} guardrails apply ${name}\`.`)
}

/** What is missing may be read by whoever may read guidelines; storing it is a decision. */
async function previewBootstrap(
  context: CommandContext,
  path: string,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await callRoute(context, { method: 'GET', path })
  if (answer.status !== 200) throw failureOf({ ...answer.body, status: answer.status })
  return answer.body
}

async function bootstrap(context: CommandContext, isDry: boolean): Promise<void> {
  const path = '/api/guardrails/bootstrap'
  const answer = isDry
    ? await previewBootstrap(context, path)
    : await sendDecision(context, {
        ...{ operation: 'bootstrapGuidelines', pathValues: {}, method: 'POST', path },
        ...{ body: {}, page: '/guardrails' },
      })
  context.answer(answer)
  const created = Array.isArray(answer.created) ? answer.created : []
  const existing = Array.isArray(answer.existing) ? answer.existing : []
  context.say(
    `${created.length} ${isDry ? 'would be created' : 'created'}, ${existing.length} there already.`,
  )
  context.say(...created.map(id => `  ${escapeHidden(String(id))}`))
}

async function toggle(context: CommandContext, id: string): Promise<void> {
  const answer = await sendDecision(context, {
    operation: 'toggleGuideline',
    pathValues: { guideline_id: id },
    method: 'POST',
    path: `/api/guardrails/${encodeURIComponent(id)}/toggle`,
    body: {},
    page: `/guardrails/${id}`,
  })
  context.answer(answer)
  context.say(`${escapeHidden(id)} is ${answer.enabled === true ? 'on' : 'off'}.`)
}

async function remove(context: CommandContext, id: string): Promise<void> {
  await sendDecision(context, {
    operation: 'deleteGuideline',
    pathValues: { guideline_id: id },
    method: 'DELETE',
    path: `/api/guardrails/${encodeURIComponent(id)}`,
    page: `/guardrails/${id}`,
  })
  context.answer({ guideline_id: id, deleted: true })
  context.say(`${escapeHidden(id)} is deleted.`)
}

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { z } from 'zod'
import { TryAutonomy } from '../../../contracts/autonomy-contract.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import { CreatePermission } from '../../../contracts/permission.ts'
import type { PolicyChange, PolicyReplay, PolicyReplayRequest } from '../../../contracts/policy-replay.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { readGuidelines } from '../guideline-file.ts'
import type { Register, RunCommand } from '../register.ts'
import { columns, escapeHidden, escapeLine } from '../terminal-text.ts'

/** `policy replay`. */
export const registerPolicy: Register = (program, run) => {
  const policy = program
    .command('policy')
    .description('what people have set, tried on what happened before it is saved')
  registerReplay(policy, run)
}

interface ReplayFlags {
  readonly since: string
  readonly guidelines?: string
  readonly without?: readonly string[]
  readonly settings?: string
  readonly permissions?: string
  readonly contracts?: string
  readonly agent?: string
  readonly tool?: string
  readonly limit: string
}

function registerReplay(policy: Command, run: RunCommand): void {
  policy
    .command('replay')
    .description('which calls of the past would have been asked about, run or denied under other rules')
    .option('--since <days|time>', 'calls of this time, such as 30d or 2026-03-01T00:00:00Z', '30d')
    .option('--guidelines <file>', 'guidelines (YAML, JSON or CSV) laid over those that stand')
    .option('--without <ids...>', 'ids of guidelines that are left out')
    .option('--settings <file>', 'settings (JSON) laid over those that stand')
    .option('--permissions <file>', 'a JSON list of permissions, given beside those that stand')
    .option('--contracts <file>', 'a JSON list of contracts of autonomy, as though they had stood open')
    .option('--agent <name>', 'only calls of this agent')
    .option('--tool <name>', 'only calls of this tool')
    .option('--limit <number>', 'most calls that are listed', '50')
    .addHelpText(
      'after',
      '\nFirst every verdict of that time is judged again by the rules of its own day; the command exits with 1 unless\nall of them come out as recorded. Nothing is stored. Without a file, what stands today is compared with what was recorded.',
    )
    .action((flags: ReplayFlags) => run(context => replay(context, flags)))
}

async function replay(context: CommandContext, flags: ReplayFlags): Promise<void> {
  const request = await toRequest(flags)
  const stop = new AbortController()
  const onInterrupt = () => stop.abort()
  process.once('SIGINT', onInterrupt)
  try {
    const answer = await clientOf(context).policy.replay(request, {
      signal: stop.signal,
      onProgress: ({ done, of }) => {
        if (context.isInteractive) context.write(`\r${done} of ${of} verdicts judged again`)
      },
    })
    if (context.isInteractive) context.write('\r\u001b[2K')
    context.answer(answer)
    sayReplay(context, answer)
    if (answer.reproduced.matched < answer.reproduced.of) context.exitWith(EXIT.failed)
  } catch (error) {
    if (!stop.signal.aborted) throw error
    context.say('', 'Stopped. Nothing was changed.')
  } finally {
    process.removeListener('SIGINT', onInterrupt)
  }
}

async function toRequest(flags: ReplayFlags): Promise<Partial<PolicyReplayRequest>> {
  const { since, without, agent, tool } = flags
  const limit = Number(flags.limit)
  if (!Number.isInteger(limit) || limit < 0)
    throw new CommandFailure(EXIT.usage, `--limit is no number: ${escapeHidden(flags.limit)}`)
  const guidelines = flags.guidelines === undefined ? undefined : await readGuidelines(flags.guidelines)
  return {
    since,
    limit,
    ...(guidelines === undefined ? {} : { guidelines: JsonObject.array().parse(guidelines) }),
    ...(without === undefined ? {} : { without: [...without] }),
    ...(flags.settings === undefined ? {} : { settings: await readSettings(flags.settings) }),
    ...(flags.permissions === undefined
      ? {}
      : { permissions: await readList(flags.permissions, 'permissions', CreatePermission) }),
    ...(flags.contracts === undefined
      ? {}
      : { contracts: await readList(flags.contracts, 'contracts', TryAutonomy) }),
    ...(agent === undefined ? {} : { agent }),
    ...(tool === undefined ? {} : { tool }),
  }
}

async function readSettings(file: string): Promise<JsonObject> {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new CommandFailure(EXIT.usage, `${escapeHidden(file)} cannot be read.`)
  })
  try {
    const { version: _version, ...settings } = JsonObject.parse(JSON.parse(text))
    return settings
  } catch {
    throw new CommandFailure(EXIT.usage, `${escapeHidden(file)} is no JSON object of settings.`)
  }
}

async function readList<Item>(file: string, what: string, schema: z.ZodType<Item>): Promise<Item[]> {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new CommandFailure(EXIT.usage, `${escapeHidden(file)} cannot be read.`)
  })
  try {
    return schema.array().parse(JSON.parse(text))
  } catch {
    throw new CommandFailure(EXIT.usage, `${escapeHidden(file)} is no JSON list of ${what}.`)
  }
}

/** What each kind of change means, the gravest first. */
const CHANGE_WORDS: Readonly<Record<PolicyChange['kind'], string>> = {
  rejected_would_run: 'rejected by people, and would have run',
  edited_would_run: 'edited by people, and would have run as proposed',
  approved_would_be_denied: 'approved by people, and would have been denied',
  would_run_unasked: 'not approved by anybody, and would have run',
  approval_saved: 'approved by people, and would have run without asking',
  would_be_denied: 'would have been denied',
  would_be_asked: 'would have been asked about',
  other: 'otherwise',
}

/** What a replay found, for people. */
export function sayReplay(context: CommandContext, answer: PolicyReplay): void {
  const { reproduced, proposals, changed, drifted, counts, changes, truncated } = answer
  const { matched, of, policies, differences } = reproduced
  if (of === 0) {
    context.say(
      'No verdict of this time is kept. Verdicts are kept from the version on that brought this command.',
    )
    return
  }
  const all =
    matched === of ? 'all of them come out as recorded' : `${of - matched} do NOT come out as recorded`
  context.say(
    `${of} verdicts judged again by the ${policies} ${policies === 1 ? 'policy' : 'policies'} of their day: ${all}.`,
    ...differences.map(each =>
      context.colors.red(escapeLine(`  ${each.at} ${each.agent} ${each.tool}: ${each.reason}`)),
    ),
    ...(drifted > 0
      ? [`${drifted} fall otherwise today than then, because the policy was changed since.`]
      : []),
    '',
    `${changed} of ${proposals} calls would fall otherwise.`,
    ...Object.entries(CHANGE_WORDS).flatMap(([kind, words]) => {
      const count = counts[kind as PolicyChange['kind']]
      return count > 0 ? [`  ${String(count).padStart(5)}  ${words}`] : []
    }),
  )
  if (changes.length === 0) return
  const rows = changes.map(change => [
    change.at.slice(0, 16).replace('T', ' '),
    escapeLine(change.agent),
    escapeLine(change.act),
    `${change.before} → ${change.after}`,
    escapeLine(change.person.replaceAll('_', ' ')),
    change.gate_id ?? change.run_id ?? '',
  ])
  context.say('', ...columns([['when', 'agent', 'what', 'verdict', 'people', 'see'], ...rows]))
  if (truncated) context.say('Others are not listed; --limit lists more.')
}

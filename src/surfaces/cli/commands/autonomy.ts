import type { Command } from 'commander'
import type { AutonomyContract, AutonomyContractDetail } from '../../../contracts/autonomy-contract.ts'
import { type CommandContext, clientOf } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import type { Register, RunCommand } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'
import { sayReplay } from './policy.ts'

const PAGE = '/autonomy'
const DAY_MS = 86_400_000

interface GrantFlags {
  readonly target: string
  readonly perHour: string
  readonly perDay: string
  readonly days: string
  readonly spotChecks: string
  readonly limit: readonly string[]
  readonly harmless: readonly string[]
  readonly shadow?: true
  readonly owner?: string
  readonly try?: true
}

/** `autonomy scopes|suggest|list|show|grant|shadow|suspend|resume|end|report`. */
export const registerAutonomy: Register = (program, run) => {
  const autonomy = program
    .command('autonomy')
    .description('what agents may do by themselves, because people agreed often enough')
    .option('--window <days>', 'decisions of this time are counted', '90d')
    .action(({ window }: { window: string }) => run(context => scopes(context, window)))
  autonomy
    .command('scopes')
    .description('how often people agreed with the calls of each agent and tool')
    .option('--window <days>', 'decisions of this time are counted', '90d')
    .action(({ window }: { window: string }) => run(context => scopes(context, window)))
  autonomy
    .command('suggest')
    .description('what would have saved questions of the last month; makes nothing (a reviewer)')
    .action(() => run(suggest))
  autonomy
    .command('list')
    .description('the contracts, their state and what they still need')
    .action(() => run(list))
  autonomy
    .command('show <contract>')
    .description('one contract, and what it would have done beside what people decided')
    .action((id: string) => run(context => show(context, id)))
  registerGrant(autonomy, run)
  for (const [word, about] of [
    ['shadow', 'gather evidence and let nothing run'],
    ['suspend', 'people decide each call again, from now on'],
    ['resume', 'let it open again once the evidence suffices'],
    ['end', 'end it for good'],
  ] as const)
    autonomy
      .command(`${word} <contract>`)
      .description(about)
      .option('--because <text>', 'why, for the audit trail')
      .action((id: string, { because }: { because?: string }) =>
        run(context => change(context, { id, word, because })),
      )
  autonomy
    .command('report <call>')
    .description('say that a call which ran was wrong')
    .option('--harmful', 'it did harm: the contract is suspended at once')
    .option('--text <text>', 'what was wrong')
    .action((id: string, flags: { harmful?: true; text?: string }) =>
      run(context => report(context, id, flags)),
    )
}

function registerGrant(autonomy: Command, run: RunCommand): void {
  const collect = (value: string, before: readonly string[]) => [...before, value]
  autonomy
    .command('grant <scope>')
    .description('let calls of one scope run by themselves once the evidence suffices')
    .option('--target <share>', 'the share of right calls that is promised', '0.98')
    .option('--per-hour <count>', 'at most so many calls an hour', '50')
    .option('--per-day <count>', 'at most so many calls a day', '200')
    .option('--days <count>', 'it ends after so many days', '90')
    .option('--spot-checks <share>', 'people are asked about this share all the same', '0.05')
    .option('--limit <place=number>', 'the largest number at a place, such as /amount=100', collect, [])
    .option('--harmless <place>', 'a text that may be long whatever it says, such as /note', collect, [])
    .option('--shadow', 'only gather evidence, until it is resumed')
    .option('--owner <person>', 'id of the person who is told when it is taken back')
    .option('--try', 'grant nothing: show which calls of the last 30 days it would have let run')
    .action((scope: string, flags: GrantFlags) => run(context => grant(context, scope, flags)))
}

async function scopes(context: CommandContext, window: string): Promise<void> {
  const answer = await clientOf(context).autonomy.scopes(window)
  context.answer(answer)
  const { scopes: found, truncated, target, delta } = answer
  if (found.length === 0) return context.say('People decided on no calls in this time.')
  const rows = found.map(scope => [
    scope.scope.slice(0, 12),
    escapeLine(scope.requester),
    escapeLine(scope.tool),
    String(scope.right),
    String(scope.wrong),
    String(scope.unsettled),
    String(scope.unlabelled),
    escapeLine(scope.why_no_contract ?? `${scope.still_needed} more, all right`),
  ])
  const head = ['scope', 'agent', 'tool', 'right', 'wrong', 'open', 'no label', 'for a contract']
  context.say(...columns([head, ...rows]))
  if (truncated) context.say('Older decisions of this time were left out.')
  context.say(
    `Each line is one shape of arguments; --json shows it. “For a contract” is for ${percent(target)} right calls with ${percent(1 - delta)} confidence. Nothing runs by this list: \`${context.invocation} autonomy grant SCOPE\` makes a contract.`,
  )
}

async function suggest(context: CommandContext): Promise<void> {
  const suggestions = await clientOf(context).autonomy.suggestions()
  context.answer({ suggestions })
  if (suggestions.length === 0)
    return context.say('Nothing that people agreed with again and again would have saved questions.')
  for (const { kind, title, why, risk, scope } of suggestions) {
    const way = kind === 'contract' ? `: ${context.invocation} autonomy grant ${scope.slice(0, 12)}` : ''
    context.say(`${kind}: ${escapeLine(title)}`, `  ${escapeLine(why)}${way}`)
    if (risk !== undefined) context.say(`  Risk: ${escapeLine(risk)}`)
  }
  context.say(
    `Nothing was made. --json shows the drafts, for \`${context.invocation} policy replay\` and for saving.`,
  )
}

async function list(context: CommandContext): Promise<void> {
  const contracts = await clientOf(context).autonomy.contracts()
  context.answer({ contracts })
  if (contracts.length === 0)
    return context.say(
      `There are no contracts. \`${context.invocation} autonomy scopes\` shows what could have one.`,
    )
  const rows = contracts.map(contract => [
    contract.contract_id,
    escapeLine(contract.requester),
    escapeLine(contract.tool),
    contract.status,
    escapeLine(standingOf(contract)),
  ])
  context.say(...columns([['contract', 'agent', 'tool', 'state', 'evidence'], ...rows]))
}

/** Where a contract stands, in a few words. */
function standingOf({
  status,
  evidence,
  suspended_detail,
  ends_at,
  stays_in_shadow,
}: AutonomyContract): string {
  const { right, wrong, still_needed: needed, released, reported } = evidence
  switch (status) {
    case 'open':
      return `${released} ran, ${reported} reported; until ${ends_at.slice(0, 10)}`
    case 'suspended':
      return suspended_detail ?? 'suspended'
    case 'ended':
      return 'over'
    case 'shadow':
      return `${right} of about ${right + needed}, ${wrong} wrong${stays_in_shadow ? '; stays in shadow' : ''}`
  }
}

async function show(context: CommandContext, id: string): Promise<void> {
  const detail = await clientOf(context).autonomy.contract(id)
  context.answer(detail)
  context.say(...cardOf(detail.contract))
  const { agreed, disagreed, would_ask: asks } = detail.shadow
  context.say(
    `In shadow: of the latest calls it would have let ${agreed + disagreed} run, and people agreed with ${agreed}; it would have asked about ${asks}.`,
  )
  sayCalls(context, detail)
}

function cardOf(contract: AutonomyContract): readonly string[] {
  const { evidence } = contract
  return [
    `${contract.contract_id}: ${escapeLine(contract.requester)} may call ${escapeLine(contract.tool)}, ${contract.status}`,
    `  ${escapeLine(standingOf(contract))}`,
    `  shape: ${escapeLine(contract.shape.join(', ') || 'no arguments')}`,
    `  at most ${contract.max_per_hour} an hour (${contract.ran_last_hour} ran), ${contract.max_per_day} a day (${contract.ran_last_day} ran), until ${contract.ends_at}`,
    `  spot checks: ${percent(contract.spot_check_share)}; ${evidence.spot_checks} decided, ${evidence.spot_checks_wrong} wrong, ${evidence.spot_checks_expired} unanswered`,
    `  δ in force ${contract.delta}; taken back ${contract.suspensions} times; owner ${escapeLine(contract.owner)}`,
    `  ${contract.guarantee}`,
  ]
}

function sayCalls(context: CommandContext, { calls }: AutonomyContractDetail): void {
  if (calls.length === 0) return
  const rows = calls.map(call => [
    call.call_id,
    call.at,
    call.would === 'released' ? 'ran' : `would ${call.would === 'ask' ? 'ask' : 'run'}`,
    escapeLine(call.decided ?? ''),
    escapeLine(call.reported ?? call.because ?? ''),
    call.label,
    escapeLine(call.act ?? ''),
  ])
  context.say(...columns([['call', 'at', 'contract', 'people', '', 'label', 'what'], ...rows]))
}

async function grant(context: CommandContext, named: string, flags: GrantFlags): Promise<void> {
  const { scopes: known } = await clientOf(context).autonomy.scopes('999d')
  const found = known.filter(({ scope }) => scope.startsWith(named))
  const [scope] = found
  if (scope === undefined || found.length > 1)
    throw new CommandFailure(
      EXIT.usage,
      `${found.length === 0 ? 'No' : 'More than one'} scope begins with ${named}; \`soulgate autonomy scopes\` lists them.`,
    )
  const limits = flags.limit.map(limit => {
    const at = limit.lastIndexOf('=')
    return [limit.slice(0, at), numberOf('--limit', limit.slice(at + 1))] as const
  })
  const days = numberOf('--days', flags.days)
  const body = {
    scope: scope.scope,
    target: numberOf('--target', flags.target),
    max_per_hour: numberOf('--per-hour', flags.perHour),
    max_per_day: numberOf('--per-day', flags.perDay),
    spot_check_share: numberOf('--spot-checks', flags.spotChecks),
    amount_limits: Object.fromEntries(limits),
    harmless_texts: [...flags.harmless],
    ends_at: new Date(Date.now() + days * DAY_MS).toISOString(),
    stays_in_shadow: flags.shadow === true,
    ...(flags.owner === undefined ? {} : { owner: flags.owner }),
  }
  if (flags.try === true) {
    const tried = await clientOf(context).policy.replay({ contracts: [body], limit: 50 })
    context.answer(tried)
    return sayReplay(context, tried)
  }
  const path = '/api/autonomy/contracts'
  const request = { operation: 'grantAutonomy', pathValues: {}, method: 'POST', path, body, page: PAGE }
  const granted = await sendDecision(context, request)
  context.answer(granted)
  context.say(
    `Granted ${escapeLine(String(granted.contract_id))}; it is ${escapeLine(String(granted.status))}. \`${context.invocation} autonomy show\` tells how far it is.`,
    escapeLine(String(granted.guarantee)),
  )
}

function numberOf(flag: string, text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isFinite(value)) return value
  throw new CommandFailure(EXIT.usage, `${flag} takes a number; ${escapeLine(text)} is none.`)
}

async function change(
  context: CommandContext,
  { id, word, because }: { readonly id: string; readonly word: string; readonly because: string | undefined },
): Promise<void> {
  const changed = await sendDecision(context, {
    operation: 'changeAutonomy',
    pathValues: { contract_id: id },
    method: 'PATCH',
    path: `/api/autonomy/contracts/${encodeURIComponent(id)}`,
    body: { change: word, ...(because === undefined ? {} : { because }) },
    page: PAGE,
  })
  context.answer(changed)
  context.say(`${escapeLine(id)} is ${escapeLine(String(changed.status))}.`)
}

async function report(
  context: CommandContext,
  id: string,
  { harmful, text }: { readonly harmful?: true; readonly text?: string },
): Promise<void> {
  const verdict = harmful === true ? 'harmful' : 'wrong'
  await sendDecision(context, {
    operation: 'reportCall',
    pathValues: { call_id: id },
    method: 'POST',
    path: `/api/autonomy/calls/${encodeURIComponent(id)}/report`,
    body: { verdict, ...(text === undefined ? {} : { text }) },
    page: PAGE,
  })
  context.answer({ call_id: id, verdict })
  context.say(
    harmful === true
      ? `Reported ${escapeLine(id)} as harmful: its contract is suspended.`
      : `Reported ${escapeLine(id)} as wrong.`,
  )
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

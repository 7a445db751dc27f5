import { readFileSync, writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Plan } from '../../../contracts/plan.ts'
import { InteractionPolicyPatch, PatternType, PlanBrief } from '../../../contracts/plan.ts'
import { NodeAnswer, StartPlanRequest } from '../../../contracts/requests/plans.ts'
import { gateCard } from '../cards.ts'
import { accepted, type CommandContext, callRoute, clientOf, failureOf, fetchRoute } from '../context.ts'
import { sendDecision } from '../deciding.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import {
  adaptationLine,
  briefLines,
  nodeLines,
  planCard,
  planRow,
  roadmapLines,
  scheduleLines,
  traceRow,
} from '../plan-cards.ts'
import type { Register } from '../register.ts'
import { columns, escapeLine } from '../terminal-text.ts'
import { type StartFlags as IterationFlags, planInIterations, withIterationFlags } from './iterations.ts'

interface StartFlags extends IterationFlags {
  readonly session?: string
  readonly deadline?: string
  readonly from?: string
  readonly hoursPerWeek?: string
  readonly notOn?: readonly string[]
  readonly timezone?: string
  readonly brief?: string
  readonly pattern?: string
  readonly set?: readonly string[]
}

type ShowFlags = Partial<Record<'brief' | 'outline' | 'roadmap' | 'schedule' | 'trace' | 'changes', boolean>>

/** `plan`: a goal becomes an outline, a roadmap and a schedule; and living with it. */
export const registerPlans: Register = (program, run) => {
  const plan = program
    .command('plan [goal]')
    .description('plan a goal: outline, roadmap, schedule, each put before you as you like')
    .option('--session <id>', 'in a conversation that stands')
    .option('--deadline <date>', 'done by then')
    .option('--from <date>', 'nothing before')
    .option('--hours-per-week <number>', 'at most')
    .option('--not-on <weekday...>', 'nothing on these days')
    .option('--timezone <zone>', 'of your calendar; this machine’s when left out')
    .option(
      '--brief <file>',
      'its facts as JSON, instead of those in the words; `plan show … --brief` prints one',
    )
    .option('--pattern <type>', `one of ${PatternType.options.join(', ')}`)
    .option('--set <slider=value...>', 'for this session: approval_policy=single_final, probing_depth=0 …')
    .action((goal: string | undefined, flags: StartFlags) => run(context => start(context, goal, flags)))
  withIterationFlags(plan)
  plan
    .command('list')
    .description('list plans, newest first')
    .option('--limit <number>', 'how many at most', '20')
    .action((flags: { limit: string }) => run(context => list(context, Number(flags.limit))))
  plan
    .command('show <plan>')
    .description('where it stands; with a flag one part of it')
    .option('--brief', 'the facts that it is made from, as JSON')
    .option('--outline', 'its outline')
    .option('--roadmap', 'its roadmap with the ways that were compared')
    .option('--schedule', 'its blocks in the calendar')
    .option('--trace', 'what each tool did')
    .option('--changes', 'its structural changes')
    .action((planId: string, flags: ShowFlags) => run(context => show(context, planId, flags)))
  withLiving(plan, run)
}

/** What is done with a plan that is there. */
function withLiving(plan: Command, run: Parameters<Register>[1]): void {
  plan
    .command('brief <plan> [file]')
    .description('what it is made from; with a file (JSON, as `plan show … --brief` prints it) corrects it')
    .action((planId: string, file: string | undefined) => run(context => brief(context, planId, file)))
  plan
    .command('ics <plan>')
    .description('its schedule for a calendar program')
    .option('-o, --out <file>', 'into a file')
    .action((planId: string, flags: { out?: string }) => run(context => ics(context, planId, flags.out)))
  plan
    .command('feedback <plan> <text>')
    .description('say what changed; what is open is planned anew and put before you')
    .action((planId: string, text: string) => run(context => feedback(context, planId, text)))
  plan
    .command('done <plan> <node>')
    .description('tick a task off')
    .option('--progress <percent>', 'not all of it')
    .action((planId: string, node: string, flags: { progress?: string }) =>
      run(context => done(context, { planId, node, percent: flags.progress })),
    )
  plan
    .command('move <plan> <block> <start> [end]')
    .description('move a block; you decide it, and are told what it would break')
    .action((planId: string, block: string, from: string, end: string | undefined) =>
      run(context => move(context, { planId, block, start: from, end })),
    )
  plan
    .command('policy [sliders...]')
    .description(
      'read or set how you want to be dealt with: `policy approval_policy=single_final tone=neutral`',
    )
    .action((sliders: readonly string[]) => run(context => policy(context, sliders)))
}

async function start(context: CommandContext, goal: string | undefined, flags: StartFlags): Promise<void> {
  if (goal === undefined || goal.trim() === '') {
    throw new CommandFailure(EXIT.usage, 'What is to be planned? `soulgate plan "Learn to swim by June"`')
  }
  if (flags.iterations !== undefined) return planInIterations(context, goal, flags)
  const parsed = StartPlanRequest.safeParse(requestOf(goal, flags))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CommandFailure(EXIT.usage, `${issue?.path.join('.')}: ${issue?.message}`)
  }
  const answer = accepted(await clientOf(context).plans.start(parsed.data))
  context.say(context.colors.dim(`${answer.plan_id} · run ${answer.run_id}`))
  tell(context, await follow(context, answer.plan_id))
}

function requestOf(goal: string, flags: StartFlags): unknown {
  const { deadline, from, hoursPerWeek, notOn, pattern, session } = flags
  const minutes =
    hoursPerWeek === undefined ? {} : { minutes_per_week: Math.round(Number(hoursPerWeek) * 60) }
  const constraints = {
    ...(deadline === undefined ? {} : { deadline }),
    ...(from === undefined ? {} : { start: from }),
    ...minutes,
    ...(notOn === undefined ? {} : { not_on_weekdays: notOn.map(day => day.toLowerCase()) }),
  }
  const timezone = flags.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    goal,
    calendar: { timezone, weekly: [], exceptions: [] },
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
    ...(session === undefined ? {} : { session_id: session }),
    ...(flags.brief === undefined ? {} : { brief: readBrief(flags.brief) }),
    ...(pattern === undefined ? {} : { pattern: { pattern_type: pattern, introduced_by: 'user_feedback' } }),
    ...(flags.set === undefined ? {} : { interaction_policy: readSliders(flags.set) }),
  }
}

function readBrief(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new CommandFailure(
      EXIT.usage,
      `${file} is no brief: ${error instanceof Error ? error.message : error}`,
    )
  }
}

function readSliders(fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(field => {
      const [name = '', ...rest] = field.split('=')
      const value = rest.join('=')
      return [name, value !== '' && Number.isFinite(Number(value)) ? Number(value) : value]
    }),
  )
}

const POLL_MS = 250

/** Says each state as the plan comes to it, until it waits for people or has ended. */
async function follow(context: CommandContext, planId: string): Promise<Plan> {
  let last = ''
  for (;;) {
    const plan = await clientOf(context).plans.get(planId)
    if (plan.state !== last) context.say(context.colors.dim(`  · ${STATE_WORDS[plan.state]}`))
    last = plan.state
    if (plan.planning_status !== null) return plan
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
}

const STATE_WORDS: Readonly<Record<Plan['state'], string>> = {
  COLLECT_CONTEXT: 'reading the goal',
  DRAFT_OUTLINE: 'drafting the outline',
  VALIDATE_OUTLINE: 'checking the outline',
  APPROVE_OUTLINE: 'the outline is ready',
  DRAFT_ROADMAP: 'comparing ways through it',
  VALIDATE_ROADMAP: 'checking the roadmap',
  APPROVE_ROADMAP: 'the roadmap is ready',
  DRAFT_SCHEDULE: 'placing it in the calendar',
  VALIDATE_SCHEDULE: 'checking the schedule',
  SEEK_APPROVAL: 'the plan is ready',
  COMPLETE: 'complete',
  NEEDS_CLARIFICATION: 'something must be asked',
  NEEDS_SCHED_ESCALATION: 'it does not fit',
  ABORTED: 'aborted',
}

/** The plan, what people are asked about it, and the command that answers. */
async function tell(context: CommandContext, plan: Plan): Promise<void> {
  context.answer(plan)
  context.say(...planCard(plan, context.colors))
  for (const gateId of plan.waiting_gate_ids) {
    const gate = await clientOf(context).gates.get(gateId)
    context.say('', ...gateCard(gate, context.colors), '')
    const asks = 'questions' in gate.subject
    context.say(
      asks
        ? `Answer with \`${context.invocation} answer ${gateId} "…"\`, or skip with \`${context.invocation} reject\` only to drop the goal.`
        : `Decide with \`${context.invocation} approve ${gateId}\`, \`${context.invocation} steer ${gateId} "what to change"\` or \`${context.invocation} reject ${gateId}\`.`,
      `Then look again with \`${context.invocation} plan show ${plan.plan_id}\`.`,
    )
  }
  if (plan.waiting_gate_ids.length > 0) context.exitWith(EXIT.waiting)
  if (plan.planning_status === 'aborted') context.exitWith(EXIT.failed)
}

async function list(context: CommandContext, limit: number): Promise<void> {
  const page = await clientOf(context).plans.list({ limit })
  context.answer(page)
  if (page.items.length === 0) context.say(`No plans yet. Start one with \`${context.invocation} plan "…"\`.`)
  else context.say(...columns(page.items.map(planRow)))
}

async function show(context: CommandContext, planId: string, flags: ShowFlags): Promise<void> {
  const { plans } = clientOf(context)
  if (flags.brief) {
    const { brief = null } = await plans.get(planId)
    context.answer({ brief })
    return context.write(`${JSON.stringify(brief, null, 2)}\n`)
  }
  if (flags.outline) {
    const outline = await plans.outline(planId)
    context.answer(outline)
    return context.say(...nodeLines(outline.nodes, outline.root_id, context.colors))
  }
  if (flags.roadmap) {
    const roadmap = await plans.roadmap(planId)
    context.answer(roadmap)
    return context.say(...roadmapLines(roadmap, context.colors))
  }
  if (flags.schedule) {
    const schedule = await plans.schedule(planId)
    context.answer(schedule)
    return context.say(...scheduleLines(schedule, context.colors))
  }
  if (flags.trace) {
    const steps = await plans.trace(planId)
    context.answer({ steps })
    return context.say(...columns(steps.map(traceRow)))
  }
  if (flags.changes) {
    const adaptations = await plans.adaptations(planId)
    context.answer({ adaptations })
    return context.say(...adaptations.map(adaptationLine))
  }
  await tell(context, await plans.get(planId))
}

async function brief(context: CommandContext, planId: string, file: string | undefined): Promise<void> {
  const { plans, gates } = clientOf(context)
  const plan = await plans.get(planId)
  if (file === undefined) {
    context.answer({ brief: plan.brief ?? null })
    return context.say(...(plan.brief === undefined ? ['There is no brief yet.'] : briefLines(plan.brief)))
  }
  const read = PlanBrief.safeParse(readBrief(file))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new CommandFailure(EXIT.usage, `${file}: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const [gateId] = plan.waiting_gate_ids
  if (gateId === undefined) accepted(await plans.correctBrief(planId, read.data))
  else {
    const gate = await gates.get(gateId)
    await sendDecision(context, {
      ...{ operation: 'decideGate', pathValues: { gate_id: gateId }, method: 'POST' },
      ...{ path: `/api/gates/${gateId}/decide`, page: `/plans/${planId}?view=brief` },
      body: {
        ...{ decision: 'steer', option_id: 'brief', view_digest: gate.view_digest },
        option_input: { brief: read.data },
      },
    })
  }
  await tell(context, await follow(context, planId))
}

async function ics(context: CommandContext, planId: string, file: string | undefined): Promise<void> {
  const response = await fetchRoute(context, `/api/plans/${encodeURIComponent(planId)}/schedule.ics`)
  const text = await response.text()
  if (!response.ok) throw failureOf({ ...JSON.parse(text), status: response.status })
  context.answer({ plan_id: planId, ics: text })
  if (file === undefined) return context.write(text)
  writeFileSync(file, text)
  context.say(`Written to ${escapeLine(file)}. Import it into your calendar.`)
}

async function feedback(context: CommandContext, planId: string, text: string): Promise<void> {
  accepted(await clientOf(context).plans.feedback(planId, text))
  await tell(context, await follow(context, planId))
}

async function done(
  context: CommandContext,
  {
    planId,
    node,
    percent,
  }: { readonly planId: string; readonly node: string; readonly percent: string | undefined },
): Promise<void> {
  const share = percent === undefined ? 1 : Number(percent) / 100
  if (!(share >= 0 && share <= 1))
    throw new CommandFailure(EXIT.usage, '--progress is a percentage, 0 to 100.')
  const change = share === 1 ? { status: 'done' as const } : { progress: share }
  const plan = encodeURIComponent(planId)
  const sent = await sendDecision(context, {
    operation: 'changePlanNode',
    pathValues: { plan_id: planId, node_id: node },
    method: 'PATCH',
    path: `/api/plans/${plan}/nodes/${encodeURIComponent(node)}`,
    body: change,
    page: `/plans/${plan}`,
  })
  const answer = NodeAnswer.parse(sent)
  context.answer(answer)
  const { title, status, progress } = answer.node
  context.say(
    `${escapeLine(title)}: ${status}, ${Math.round(progress * 100)} %. The plan is at ${Math.round(answer.plan.progress * 100)} %.`,
  )
}

async function move(
  context: CommandContext,
  about: {
    readonly planId: string
    readonly block: string
    readonly start: string
    readonly end: string | undefined
  },
): Promise<void> {
  const { planId, block, start, end } = about
  const answer = await sendDecision(context, {
    operation: 'changePlanBlock',
    pathValues: { plan_id: planId, block_id: block },
    method: 'PATCH',
    path: `/api/plans/${encodeURIComponent(planId)}/schedule/blocks/${encodeURIComponent(block)}`,
    body: { start, ...(end === undefined ? {} : { end }) },
    page: `/plans/${encodeURIComponent(planId)}`,
  })
  context.answer(answer)
  const moved = Object(answer.block)
  context.say(`Moved to ${escapeLine(String(moved.start))}.`)
}

async function policy(context: CommandContext, sliders: readonly string[]): Promise<void> {
  const me = await callRoute(context, { method: 'GET', path: '/api/auth/me' })
  if (me.status >= 400) throw failureOf({ ...me.body, status: me.status })
  const id = String(Object(me.body.person).id ?? '')
  const path = `/api/people/${encodeURIComponent(id)}/interaction-policy`
  const parsed = InteractionPolicyPatch.safeParse(readSliders(sliders))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new CommandFailure(EXIT.usage, `${issue?.path.join('.') || 'A slider'}: ${issue?.message}`)
  }
  const body =
    sliders.length === 0
      ? { ...(await clientOf(context).people.interactionPolicy(id)) }
      : await sendDecision(context, {
          operation: 'setInteractionPolicy',
          pathValues: { person_id: id },
          method: 'PUT',
          path,
          body: parsed.data,
          page: '/settings',
        })
  context.answer(body)
  context.say(...columns(Object.entries(body).map(([name, value]) => [name, escapeLine(String(value))])))
}

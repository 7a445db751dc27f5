import { quoteText } from '../../contracts/act-line.ts'
import type { WorkItemReport, WorkItemTask } from '../../contracts/work-item.ts'
import { round } from './documents.ts'
import { whyComplex } from './domains.ts'
import { ask, decider, enter, type Flow, nextReport, nowIso, update, wordsOf } from './flow.ts'
import { askAboutLimit, exceededByWork } from './limits.ts'

export type Built = 'on' | 'aborted'

interface Building {
  readonly flow: Flow
  /** How often each test failed in a row; a test that people let be is forgotten. */
  readonly failures: Map<string, number>
  readonly files: Set<string>
}

const BUILD = ['task_started', 'task_done', 'task_failed', 'operation', 'constraint', 'test_result']
const TESTING = ['test_result', 'tests_done', 'operation', 'constraint']
const REDUCE_WORK = 'Stop building here: leave out what is not begun and not done, and test what there is.'
const MAX_FAILURES = 3

/** Steps 6 and 7: builders report task by task, then test by test; limits and stubborn tests come before people. */
export async function buildItem(flow: Flow): Promise<Built> {
  const building: Building = { flow, failures: new Map(), files: new Set() }
  await enter(flow, 'build', BUILD)
  while (flow.record.tasks.some(isOpen)) {
    if ((await takeReport(building)) === 'aborted') return 'aborted'
  }
  await enter(flow, 'testing', TESTING)
  for (;;) {
    const taken = await takeReport(building)
    if (taken === 'aborted') return 'aborted'
    if (taken === 'tests_done') return 'on'
  }
}

function isOpen({ status }: WorkItemTask): boolean {
  return status !== 'done' && status !== 'dropped'
}

async function takeReport(building: Building): Promise<Built | 'tests_done'> {
  const { flow } = building
  const { report, by } = await nextReport(flow)
  switch (report.kind) {
    case 'task_started':
      await updateTask(flow, report.task, { status: 'started', agent: by }, `${by} began ${report.task}.`)
      return 'on'
    case 'task_failed':
      await spend(flow, report)
      await updateTask(flow, report.task, { status: 'failed', agent: by }, `${report.task}: ${report.error}`)
      return keepLimits(flow, report.task)
    case 'task_done':
      return finishTask(building, report, by)
    case 'operation':
      return askOperation(flow, report, by)
    case 'constraint':
      return askConstraint(flow, report, by)
    case 'test_result':
      return countTest(building, report, by)
    case 'tests_done':
      return endTests(building, by)
    default:
      await update(flow, {}, { text: `A ${report.kind} of ${by} came at the wrong time and was left alone.` })
      return 'on'
  }
}

async function finishTask(
  { flow, files }: Building,
  report: Extract<WorkItemReport, { kind: 'task_done' }>,
  by: string,
): Promise<Built> {
  for (const file of report.files ?? []) files.add(file)
  await spend(flow, report)
  await update(flow, { used: { ...flow.record.used, files: files.size } })
  const done = { status: 'done' as const, agent: by, ...(report.files ? { files: report.files } : {}) }
  const said = report.summary === undefined ? '' : `: ${report.summary}`
  await updateTask(flow, report.task, done, `${by} finished ${report.task}${said}`)
  return keepLimits(flow, report.task)
}

async function spend(
  flow: Flow,
  {
    hours = 0,
    cost_usd = 0,
  }: { readonly hours?: number | undefined; readonly cost_usd?: number | undefined },
): Promise<void> {
  if (hours === 0 && cost_usd === 0) return
  const { used } = flow.record
  const spent = { hours: round(used.hours + hours), cost_usd: round(used.cost_usd + cost_usd) }
  await update(flow, { used: { ...used, ...spent } })
}

async function updateTask(
  flow: Flow,
  taskId: string,
  patch: Partial<WorkItemTask>,
  text: string,
): Promise<void> {
  const tasks = flow.record.tasks.map(task => (task.task_id === taskId ? { ...task, ...patch } : task))
  await update(flow, { tasks }, { text })
}

/** A limit that the reports do not keep: expanded by people, or nothing more is built, or the end. */
async function keepLimits(flow: Flow, task: string): Promise<Built> {
  for (;;) {
    const exceeded = exceededByWork(flow.record)
    if (exceeded === undefined) return 'on'
    const answer = await pausedForGate(flow, () =>
      askAboutLimit(flow, { exceeded, task, reduce: REDUCE_WORK }),
    )
    if (answer.answer === 'aborted') return 'aborted'
    if (answer.answer === 'reduce') {
      await dropRest(flow, answer)
      return 'on'
    }
  }
}

/** What is not done is left out, and the limit is what was used: nothing more may be built under it. */
async function dropRest(
  flow: Flow,
  { instruction, gate_id }: { readonly instruction: string; readonly gate_id: string },
): Promise<void> {
  const { used, caps } = flow.record
  const tasks = flow.record.tasks.map(task => (isOpen(task) ? { ...task, status: 'dropped' as const } : task))
  const held = {
    ...caps,
    ...(caps.hours === undefined ? {} : { hours: Math.max(caps.hours, used.hours) }),
    ...(caps.files === undefined ? {} : { files: Math.max(caps.files, used.files) }),
    ...(caps.cost_usd === undefined ? {} : { cost_usd: Math.max(caps.cost_usd, used.cost_usd) }),
  }
  await instruct(flow, { instruction, gate_id, by: 'a person' })
  await update(flow, { tasks, caps: held }, { text: 'What was not done was left out.', gate_id })
}

/** No report is awaited while people are asked: it would be answered under another rule. */
async function pausedForGate<Result>(flow: Flow, work: () => Promise<Result>): Promise<Result> {
  const { awaits } = flow.record
  await update(flow, { awaits: [] })
  const result = await work()
  await update(flow, { awaits })
  return result
}

async function instruct(
  flow: Flow,
  given: { readonly instruction: string; readonly gate_id: string; readonly by: string },
): Promise<void> {
  const at = await nowIso(flow)
  const { instruction: text, gate_id, by } = given
  const entry = { at, gate_id, by, text, affected_artifacts: [] }
  await update(flow, { instructions: [...flow.record.instructions, entry] })
}

/** Gate 7, for an operation that a builder is about to begin. */
async function askOperation(
  flow: Flow,
  { summary, files }: Extract<WorkItemReport, { kind: 'operation' }>,
  by: string,
): Promise<Built> {
  const reasons = whyComplex(files)
  if (reasons.length === 0) {
    await update(flow, {}, { text: `${by} may go on with ${summary}: it does not reach far.` })
    return 'on'
  }
  const answer = await pausedForGate(flow, () =>
    ask(flow, {
      type: 'complex_operation',
      event: 'complex_operation',
      summary: `${by} is about to begin a complex operation`,
      says: summary,
      why: reasons.join(' '),
      context: { files, reason: reasons.join(' '), agent: by },
      subject: { operation: summary, files },
      paths: files,
    }),
  )
  if (answer === undefined) return 'on'
  const { gate_id } = answer.gate
  if (answer.gate.status === 'steered') {
    await instruct(flow, { instruction: wordsOf(answer), gate_id, by: decider(answer) })
  }
  const what = answer.gate.status === 'steered' ? 'is to be split' : (answer.decision?.option_id ?? 'closed')
  await update(flow, {}, { text: `${summary}: ${what} (${decider(answer)})`, gate_id })
  return 'on'
}

/** Gate 8, reported by a builder that cannot keep to its task. */
async function askConstraint(
  flow: Flow,
  { task, constraint, required_change }: Extract<WorkItemReport, { kind: 'constraint' }>,
  by: string,
): Promise<Built> {
  const answer = await pausedForGate(flow, () =>
    ask(flow, {
      type: 'constraint_exception',
      event: 'constraint_violation',
      summary: `Task ${quoteText(task)} cannot keep to its ${constraint}`,
      why: `${by} reports that a constraint does not hold.`,
      context: { task, constraint, required_change, agent: by },
      subject: { task, constraint, required_change },
    }),
  )
  if (answer === undefined) return 'on'
  const { gate_id } = answer.gate
  if (answer.gate.status === 'rejected') {
    await update(flow, {}, { text: `${task}: aborted (${decider(answer)})`, gate_id })
    return 'aborted'
  }
  const { new_limit: limit } = Object(answer.decision?.option_input)
  if (answer.gate.status === 'steered') {
    await instruct(flow, { instruction: wordsOf(answer), gate_id, by: decider(answer) })
    await updateTask(flow, task, { status: 'dropped' }, `${task} was left out (${decider(answer)}).`)
    return 'on'
  }
  await raiseCap(flow, constraint, limit)
  const now = limit === undefined ? required_change : String(limit)
  await instruct(flow, { instruction: `Allowed for ${task}: ${now}`, gate_id, by: decider(answer) })
  await update(flow, {}, { text: `${task}: ${constraint} expanded to ${now} (${decider(answer)})`, gate_id })
  return 'on'
}

const CAP_OF = { time: 'hours', budget: 'cost_usd' } as const

async function raiseCap(flow: Flow, constraint: string, limit: unknown): Promise<void> {
  const cap = constraint === 'time' || constraint === 'budget' ? CAP_OF[constraint] : undefined
  if (cap === undefined || typeof limit !== 'number') return
  await update(flow, { caps: { ...flow.record.caps, [cap]: limit } })
}

/** Gate 6: the same test failed more than three times in a row. */
async function countTest(
  { flow, failures }: Building,
  { test, passed, error = '' }: Extract<WorkItemReport, { kind: 'test_result' }>,
  by: string,
): Promise<Built> {
  if (passed) {
    failures.delete(test)
    await update(flow, {}, { text: `${test} passes (${by}).` })
    return 'on'
  }
  const attempts = (failures.get(test) ?? 0) + 1
  failures.set(test, attempts)
  await update(flow, {}, { text: `${test} failed ${attempts} times in a row (${by}).` })
  if (attempts <= MAX_FAILURES) return 'on'
  const answer = await pausedForGate(flow, () =>
    ask(flow, {
      type: 'test_failures',
      event: 'test_failure_repeated',
      summary: `Test ${quoteText(test, 120)} failed ${attempts} times in a row`,
      why: `The same test failed more than ${MAX_FAILURES} times in a row.`,
      context: { test, attempts, error },
      subject: { test, attempts },
    }),
  )
  if (answer === undefined) return 'on'
  const { gate_id } = answer.gate
  if (answer.gate.status === 'rejected') {
    await update(flow, {}, { text: `Aborted over ${test} (${decider(answer)}).`, gate_id })
    return 'aborted'
  }
  failures.delete(test)
  if (answer.gate.status === 'steered') {
    failures.set(test, 0)
    await instruct(flow, { instruction: wordsOf(answer), gate_id, by: decider(answer) })
    return 'on'
  }
  const at = await nowIso(flow)
  const issue = { at, step: flow.record.step, text: `${test} fails and was left: ${error}`, reported_by: by }
  const issues = [...flow.record.issues, issue]
  await update(
    flow,
    { issues },
    { text: `${test} was left and became an issue (${decider(answer)}).`, gate_id },
  )
  return 'on'
}

/** Testing ends when no test is known to fail. */
async function endTests({ flow, failures }: Building, by: string): Promise<Built | 'tests_done'> {
  const failing = [...failures.keys()]
  if (failing.length === 0) {
    await update(flow, {}, { text: `Testing is done, says ${by}.` })
    return 'tests_done'
  }
  await update(flow, {}, { text: `Testing is not done: ${failing.join(', ')} still fails.` })
  return 'on'
}

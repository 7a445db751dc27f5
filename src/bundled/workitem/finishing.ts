import { quoteText } from '../../contracts/act-line.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { WorkItemReport } from '../../contracts/work-item.ts'
import { ask, decider, enter, type Flow, nextReport, nowIso, update, wordsOf } from './flow.ts'
import { idOf } from './limits.ts'

/** Step 8: findings become issues. */
export async function reviewWork(flow: Flow): Promise<void> {
  await enter(flow, 'review', ['finding', 'review_done'])
  for (;;) {
    const { report, by } = await nextReport(flow)
    if (report.kind === 'review_done') {
      await update(flow, {}, { text: `The review is done, says ${by}.` })
      return
    }
    if (report.kind !== 'finding') continue
    const at = await nowIso(flow)
    const where = report.file === undefined ? '' : `${report.file}: `
    const issue = { at, step: flow.record.step, text: `${where}${report.text}`, reported_by: by }
    await update(flow, { issues: [...flow.record.issues, issue] }, { text: `A finding of ${by} was filed.` })
  }
}

const PROTECTED = /^(?:contracts|\.claude)(?:\/|$)/
const CONTRACTS = /^contracts\/(?:current|versions)(?:\/|$)/

/** Step 9: a commit that touches protected places, or contracts others rely on, waits for people (gates 2 and 3). */
export async function commitWork(flow: Flow): Promise<void> {
  const asking = ['commit', 'committed']
  await enter(flow, 'orchestration', asking.slice(0, 1))
  let allowed = false
  for (;;) {
    const { report, by } = await nextReport(flow)
    if (report.kind === 'commit') {
      await update(flow, { awaits: [] })
      allowed = await mayCommit(flow, report, by)
      await update(flow, { awaits: allowed ? asking : asking.slice(0, 1) })
    } else if (report.kind === 'committed' && allowed) {
      await update(flow, {}, { text: `Committed as ${report.commit} (${by}).` })
      return
    }
  }
}

async function mayCommit(
  flow: Flow,
  report: Extract<WorkItemReport, { kind: 'commit' }>,
  by: string,
): Promise<boolean> {
  // What builders reported belongs to it, whatever the commit says of itself.
  const built = flow.record.tasks.flatMap(task => task.files ?? [])
  const touched = [...new Set([...report.paths, ...built].map(path => path.replace(/^(?:\.\/)+/, '')))]
  const gates = [
    {
      type: 'protected_path_commit' as const,
      event: 'commit',
      paths: touched.filter(path => PROTECTED.test(path)),
    },
    {
      type: 'contract_change' as const,
      event: 'contract_change',
      paths: touched.filter(path => CONTRACTS.test(path)),
    },
  ]
  for (const { type, event, paths } of gates) {
    if (paths.length === 0) continue
    const { message = '', branch = '' } = report
    const answer = await ask(flow, {
      type,
      event,
      summary: `${by} wants to commit ${paths.length} ${type === 'contract_change' ? 'contracts' : 'protected paths'}`,
      why:
        type === 'contract_change'
          ? 'Others rely on a published contract; all of them must have been told.'
          : 'The commit touches protected paths.',
      context: { paths: [...paths], message, branch },
      subject: { paths: [...paths], message, branch },
      paths,
    })
    const isYes = answer?.gate.status === 'approved'
    const said = answer === undefined ? 'nobody was asked' : wordsOf(answer)
    const who = answer === undefined ? '' : ` (${decider(answer)})`
    await update(flow, {}, { text: `${type}: ${isYes ? 'yes' : `no: ${said}`}${who}`, ...idOf(answer?.gate) })
    if (!isYes) return false
  }
  await update(flow, {}, { text: `${by} may commit ${report.paths.length} paths.` })
  return true
}

/** Step 10: an operation is run here, handed over, or written up for people (gate 1). */
export async function operate(flow: Flow): Promise<void> {
  const asking = ['devops', 'no_devops']
  await enter(flow, 'devops', asking)
  let allowed = false
  for (;;) {
    const { report, by } = await nextReport(flow)
    if (report.kind === 'no_devops') {
      await update(flow, {}, { text: `Nothing is to be operated, says ${by}.` })
      return
    }
    if (report.kind === 'devops_done' && allowed) {
      await update(flow, {}, { text: `Operated (${by}): ${report.outcome}` })
      return
    }
    if (report.kind !== 'devops') continue
    await update(flow, { awaits: [] })
    const answer = await mayOperate(flow, report, by)
    if (answer !== 'run') return
    allowed = true
    await update(flow, { awaits: [...asking, 'devops_done'] })
  }
}

async function mayOperate(
  flow: Flow,
  report: Extract<WorkItemReport, { kind: 'devops' }>,
  by: string,
): Promise<'run' | 'over'> {
  const { kind: _kind, ...operation } = report
  const known: JsonObject = Object.fromEntries(
    Object.entries(operation).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
  const answer = await ask(flow, {
    type: 'devops_invocation',
    event: 'devops_invocation',
    summary: `${by} wants to operate: ${quoteText(report.operation, 120)}`,
    why: 'Deployments, clusters, clouds and pipelines are operated only with a person’s word.',
    context: known,
    subject: known,
  })
  const { gate, decision } = answer ?? {}
  if (answer !== undefined && gate?.status === 'approved') {
    await update(
      flow,
      {},
      { text: `${report.operation}: to be run here (${decider(answer)})`, ...idOf(gate) },
    )
    return 'run'
  }
  const { target } = Object(decision?.option_input)
  const isHandedOver = gate?.status === 'steered'
  const to = typeof target === 'string' ? ` to ${target}` : ''
  const what = isHandedOver ? `handed over${to}` : 'left to people, step by step'
  const steps = [report.command, report.target, report.environment].filter(part => part !== undefined)
  const text = `${report.operation}: ${what}${steps.length === 0 ? '' : ` (${steps.join(' · ')})`}`
  await update(flow, { outcome: text }, { text, ...idOf(gate) })
  return 'over'
}

/** Step 11. */
export async function closeItem(flow: Flow): Promise<void> {
  await enter(flow, 'closure')
  const { tasks, issues } = flow.record
  const done = tasks.filter(task => task.status === 'done').length
  const text = `Done: ${done} of ${tasks.length} tasks, ${issues.length} issues left.`
  await update(flow, { status: 'completed', awaits: [], outcome: text }, { text })
}

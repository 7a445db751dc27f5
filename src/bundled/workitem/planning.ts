import { quoteText } from '../../contracts/act-line.ts'
import { drawTasks } from './documents.ts'
import { whyComplex } from './domains.ts'
import { ask, briefOf, decider, enter, type Flow, look, nextReport, nowIso, update, wordsOf } from './flow.ts'
import { planAgain, settleIntent, takeBack } from './intent.ts'
import { idOf } from './limits.ts'
import { draft, write } from './writing.ts'

export type Planned = 'approved' | 'aborted'

/**
 * Steps 1 to 5, again and again until people approve the intent or abort: a rejection, or a plan that cannot be made,
 * leads back to step 1, where a new workplan is waited for.
 */
export async function planItem(flow: Flow): Promise<Planned> {
  for (;;) {
    const end = await planRound(flow)
    if (end === 'approved' || end === 'aborted') return end
    await awaitWorkplan(flow, end.problem)
  }
}

async function planRound(flow: Flow): Promise<Planned | { readonly problem: string }> {
  await enter(flow, 'workplan')
  const problem = await planFirst(flow)
  if (problem !== undefined) return { problem }
  const first = await settleIntent(flow)
  if (first.end === 'problem') return first
  if (first.end !== 'approved') return first.end === 'aborted' ? 'aborted' : REJECTED
  await drawDiagrams(flow)
  if ((await reviewDesign(flow)) === 'aborted') return 'aborted'
  await assign(flow)
  const last = await settleIntent(flow)
  if (last.end === 'problem') return last
  return last.end === 'rejected' ? REJECTED : last.end
}

const REJECTED = { problem: 'The intent was rejected.' }

/** Step 2. The copy is taken before anything is made. */
async function planFirst(flow: Flow): Promise<string | undefined> {
  await enter(flow, 'planning')
  const made = await draft(flow)
  if ('problem' in made) return made.problem
  const written = await write(flow, made.planned.documents, 'before_planning')
  if ('problem' in written) return written.problem
  flow.baseline = written.before
  await update(
    flow,
    {},
    { text: `The ${flow.record.planner} wrote ${Object.keys(made.planned.documents).join(', ')}.` },
  )
  return undefined
}

/** Back at step 1: nothing is planned again before somebody says what. */
async function awaitWorkplan(flow: Flow, because: string): Promise<void> {
  if (flow.record.intent.status !== 'rejected') await takeBack(flow)
  flow.inputs = []
  flow.concerns = []
  flow.baseline = ''
  flow.byPeople = false
  const { round, intent } = flow.record
  const cleared = { status: intent.status === 'rejected' ? ('rejected' as const) : ('none' as const) }
  await update(flow, { intent: cleared, documents: [], tasks: [], round: round + 1 })
  await enter(flow, 'workplan', ['workplan'])
  await update(flow, {}, { text: `Back at the workplan: ${because}` })
  for (;;) {
    const { report, by } = await nextReport(flow)
    if (report.kind !== 'workplan') continue
    const { kind: _kind, ...given } = report
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    await update(flow, { ...changes, awaits: [] }, { text: `A new workplan came from ${by}.` })
    return
  }
}

/** Step 3. A chart is a help; that it cannot be written stops nothing. */
async function drawDiagrams(flow: Flow): Promise<void> {
  await enter(flow, 'diagrams')
  const text = drawTasks(flow.record.title, flow.record.tasks)
  const written = await write(flow, { 'diagrams.md': text }, 'before_diagrams')
  if ('problem' in written) await update(flow, {}, { text: `No diagrams: ${written.problem}` })
}

/** Step 4. Concerns come before people (gate 5); they are addressed by planning again, or noted. */
async function reviewDesign(flow: Flow): Promise<'on' | 'aborted'> {
  await enter(flow, 'design_review')
  for (;;) {
    const concerns = await findConcerns(flow)
    if (concerns.length === 0) return 'on'
    const answer = await ask(flow, {
      type: 'design_review',
      event: 'design_review_concerns',
      summary: `${concerns.length} concerns about the design of ${quoteText(flow.record.title, 120)}`,
      why: `The ${flow.parts.reviewer.name} found something.`,
      context: { concerns: [...concerns], reviewer: flow.parts.reviewer.name },
      subject: { concerns: [...concerns] },
      artifacts: flow.record.documents,
    })
    if (answer?.gate.status === 'rejected') {
      await update(flow, {}, { text: `Aborted at the review (${decider(answer)}).`, ...idOf(answer.gate) })
      return 'aborted'
    }
    if (answer?.gate.status !== 'steered') {
      const text = `${concerns.length} concerns were noted${answer ? ` (${decider(answer)})` : ''}.`
      await update(flow, { issues: [...flow.record.issues, ...(await toIssues(flow, concerns))] }, { text })
      return 'on'
    }
    const kept = flow.concerns
    flow.concerns = [...kept, ...concerns]
    const words = wordsOf(answer)
    const isDefault = answer.gate.options.some(option => option.default_instruction === words)
    const problem = await planAgain(flow, isDefault ? undefined : words)
    if (problem !== undefined) flow.concerns = kept
    const text = problem ?? `The concerns became part of the plan (${decider(answer)}).`
    await update(flow, {}, { text, ...idOf(answer.gate) })
    if (problem !== undefined) return 'on'
  }
}

async function findConcerns(flow: Flow): Promise<readonly string[]> {
  const standing = await look(flow)
  if ('problem' in standing) return []
  return flow.context.step('review', async signal => {
    try {
      return [...(await flow.parts.reviewer.review(standing.documents, briefOf(flow), signal))]
    } catch (error) {
      return [`The review could not be done: ${flow.parts.host.describeFailure(error)}`]
    }
  })
}

async function toIssues(flow: Flow, texts: readonly string[]) {
  const at = await nowIso(flow)
  const reported_by = flow.parts.reviewer.name
  return texts.map(text => ({ at, step: flow.record.step, text, reported_by }))
}

/** Step 5. What reaches far comes before people (gate 7): go on, split it, or leave it to people. */
async function assign(flow: Flow): Promise<void> {
  await enter(flow, 'replan')
  const reasons = whyComplex(flow.record.paths)
  if (reasons.length === 0) return
  const answer = await ask(flow, {
    type: 'complex_operation',
    event: 'complex_operation',
    summary: `${quoteText(flow.record.title, 120)} reaches far`,
    why: reasons.join(' '),
    context: { files: [...flow.record.paths], reason: reasons.join(' ') },
    subject: { paths: [...flow.record.paths], reasons: [...reasons] },
    paths: flow.record.paths,
  })
  if (answer === undefined) return
  if (answer.gate.status === 'steered') {
    const problem = await planAgain(flow, wordsOf(answer))
    await update(flow, {}, { text: problem ?? `To be split (${decider(answer)}).`, ...idOf(answer.gate) })
    return
  }
  if (answer.decision?.option_id !== 'skip') return
  flow.byPeople = true
  await update(flow, {}, { text: `Left to people (${decider(answer)}).`, ...idOf(answer.gate) })
}

import { quoteText } from '../../contracts/act-line.ts'
import type { GateOption } from '../../contracts/gate.ts'
import type { WorkItemVersion } from '../../contracts/work-item.ts'
import { ask, decider, type Flow, update } from './flow.ts'

/** Keeps a copy of the folder as it stands, before something new is made there; answers its id or what went wrong. */
export async function keep(
  flow: Flow,
  reason: WorkItemVersion['reason'],
): Promise<{ readonly version_id: string } | { readonly problem: string }> {
  const {
    parts: { host },
    context,
    record,
  } = flow
  const versionId = context.id('ver')
  const kept = await context.step(`keep:${reason}`, async () => {
    try {
      return { problem: '', ...(await host.keep(record, { version_id: versionId, reason })) }
    } catch (error) {
      return { problem: host.describeFailure(error), files: 0 }
    }
  })
  if (kept.problem !== '') return { problem: kept.problem }
  context.emit('snapshot_created', {
    item_id: record.item_id,
    version_id: versionId,
    reason,
    files: kept.files,
  })
  return { version_id: versionId }
}

/** Puts the folder back as it was kept, after what stands there now is kept too; answers what went wrong. */
export async function restore(
  flow: Flow,
  to: string,
  reason: WorkItemVersion['reason'],
): Promise<string | undefined> {
  const {
    parts: { host },
    context,
    record,
  } = flow
  const copy = await keep(flow, reason)
  if ('problem' in copy) return copy.problem
  const restored = await context.step('restore', async () => {
    try {
      return { problem: '', ...(await host.restore(record, { to, kept: copy.version_id })) }
    } catch (error) {
      return { problem: host.describeFailure(error), written: 0, removed: 0 }
    }
  })
  const { problem, ...counts } = restored
  if (problem !== '') return problem
  context.emit('snapshot_restored', { item_id: record.item_id, version_id: to, ...counts })
  return undefined
}

const WAYS_ON: readonly GateOption[] = [
  { id: 'run_again', label: 'Try the rollback again', decision: 'approve' },
  { id: 'happened', label: 'I have put the files in order by hand', decision: 'answer' },
  { id: 'abort', label: 'Leave the files as they are', decision: 'reject' },
]

/**
 * Takes back the documents of this round: what people rejected stays in the history, the folder is what it was before
 * they were made. A rollback that cannot be finished is shown to people until one of them says how to go on.
 */
export async function rollBack(flow: Flow): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const problem = await restore(flow, flow.baseline, isFirst ? 'rejected' : 'before_rollback')
    if (problem === undefined) {
      await update(flow, {}, { text: 'The documents were rolled back; the rejected ones are kept.' })
      return
    }
    await update(flow, {}, { text: `The rollback stopped: ${problem}` })
    const answer = await ask(flow, {
      type: 'unknown_outcome',
      event: 'rollback_failed',
      summary: `The rollback of ${quoteText(flow.record.title, 120)} could not be finished`,
      why: problem,
      note: `${problem} Every version is kept; nothing is lost. Look at ${flow.record.folder}, then say how to go on.`,
      subject: { rollback_to: flow.baseline },
      options: WAYS_ON,
      in_doubt: true,
    })
    if (answer?.gate.status === 'approved') continue
    const how = answer?.gate.status === 'answered' ? 'put in order by hand' : 'left as they are'
    await update(flow, {}, { text: `The files were ${how}${answer ? ` (${decider(answer)})` : ''}.` })
    return
  }
}

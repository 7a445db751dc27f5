import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { LedgerCall } from '../../store/store.ts'
import { actorOf, suspendReleasing } from '../gate/gate.ts'
import type { ChangedTarget } from '../tools/tools.ts'
import type { CallEnvironment } from './call-environment.ts'

/** Calls that are being taken back, by id of the call: whoever asks meanwhile does not start it a second time. */
const UNDER_WAY = 'undo_under_way'
/** Taking back is given up after this; where the program ended in the middle of it, it may be asked for again then. */
const MAX_UNDO_MS = 120_000

type Undone = { readonly undone: readonly string[]; readonly message: string }

/** Takes one reversible call back, or says what changed since so that it cannot be. */
export async function undoCall(
  environment: CallEnvironment,
  who: Principal,
  callId: string,
): Promise<Undone | Refusal> {
  const call = await environment.store.getCall(callId)
  if (!call) return refuse('not_found', `There is no call ${callId}.`)
  const right = await refuseUndo(environment, who, call)
  if (right) return right
  if (call.status === 'undone') return refuse('nothing_to_undo', `Call ${callId} was taken back already.`)
  const tool = environment.tools.executable(call.tool)
  if (call.status !== 'succeeded' || call.undo === undefined || !tool?.undo) {
    return refuse('not_undoable', `Call ${callId} of ${call.tool} cannot be taken back.`)
  }
  if (!(await begin(environment, call)))
    return refuse(
      'not_undoable',
      `Call ${callId} is being taken back already. If that ended without a word, ask again in two minutes.`,
      {
        data: { because: 'under_way' },
      },
    )
  const end = () => environment.store.transact(tx => tx.deleteDocument(UNDER_WAY, callId))
  const signal = AbortSignal.timeout(MAX_UNDO_MS)
  const idempotencyKey = `undo:${callId}`
  const outcome = await tool.undo(call.undo, { idempotencyKey, signal }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  if (outcome.status === 'refused') {
    await end()
    const { changes, why } = await readableChanges(environment, who, outcome.changes)
    const detail = [outcome.message, ...why].join(' ')
    return refuse('not_undoable', detail, { data: { because: outcome.because, changes } })
  }
  await noteUndone(environment, who, { call, restored: outcome.restored })
  return { undone: [callId], message: outcome.message }
}

/** Whether nobody is taking it back, or has; from then on the caller is, until it says that it ended. */
async function begin({ store, clock }: CallEnvironment, call: LedgerCall): Promise<boolean> {
  const { call_id: id } = call
  return store.transact(async tx => {
    const now = clock.now()
    await tx.lockGrant(call.grant_id)
    const other = await tx.getDocument(UNDER_WAY, id)
    if (other !== undefined && Date.parse(other.updated_at) + MAX_UNDO_MS > now) return false
    if ((await tx.getCall(id))?.status !== 'succeeded') return false
    await tx.putDocument({ kind: UNDER_WAY, id, body: null, at: toIso(now) })
    return true
  })
}

async function noteUndone(
  environment: CallEnvironment,
  who: Principal,
  { call, restored }: { readonly call: LedgerCall; readonly restored: readonly string[] },
): Promise<void> {
  await environment.store.transact(async tx => {
    await tx.deleteDocument(UNDER_WAY, call.call_id)
    const at = toIso(environment.clock.now())
    const standing = await tx.getCall(call.call_id)
    if (standing) await tx.putCall({ ...standing, status: 'undone' })
    const payload: JsonObject = { call_id: call.call_id, tool: call.tool, restored: [...restored] }
    const because = `${who.name} took back a call that it released`
    const grant = await tx.getGrant(call.grant_id)
    const suspended = await suspendReleasing(tx, grant, { because, nowMs: environment.clock.now() })
    const learned = (await environment.contracts?.callEnded(tx, grant, 'undone')) ?? []
    await tx.appendEvents([
      { ...placeOf(call), type: 'call_undone', at, actor: actorOf(who), payload },
      ...suspended,
      ...learned,
    ])
  })
}

/** A difference holds what stands in the file: it is left out for who may not read that. */
async function readableChanges(
  { whyUnreadable }: CallEnvironment,
  who: Principal,
  changes: readonly ChangedTarget[],
): Promise<{ readonly changes: readonly ChangedTarget[]; readonly why: readonly string[] }> {
  const why: string[] = []
  const readable: ChangedTarget[] = []
  for (const { diff, ...change } of changes) {
    const because = diff === undefined ? undefined : await whyUnreadable(who, change.target)
    if (because !== undefined) why.push(because)
    readable.push(diff === undefined || because !== undefined ? change : { ...change, diff })
  }
  return { changes: readable, why }
}

function placeOf(call: LedgerCall) {
  return {
    stream: call.run_id ? `run:${call.run_id}` : call.session_id ? `session:${call.session_id}` : 'system',
    ...(call.run_id === undefined ? {} : { run_id: call.run_id }),
    ...(call.session_id === undefined ? {} : { session_id: call.session_id }),
  }
}

async function refuseUndo(
  environment: CallEnvironment,
  who: Principal,
  call: LedgerCall,
): Promise<Refusal | undefined> {
  if (who.kind !== 'person') return refuse('forbidden', 'Only people take calls back.')
  if (who.role === 'reviewer' || who.role === 'admin') return undefined
  const run = call.run_id === undefined ? undefined : await environment.store.getRun(call.run_id)
  if (who.role === 'member' && run?.on_behalf_of === who.id) return undefined
  return refuse(
    'forbidden',
    `Taking back call ${call.call_id} needs a reviewer, or the member whose run it was.`,
  )
}

/** Takes back what a run did, the newest first; stops where something cannot be taken back. */
export async function undoRun(
  environment: CallEnvironment,
  who: Principal,
  runId: string,
): Promise<Undone | Refusal> {
  if (!(await environment.store.getRun(runId))) return refuse('not_found', `There is no run ${runId}.`)
  const calls = (await environment.store.listCalls(runId))
    .filter(call => call.status === 'succeeded' && call.undo !== undefined)
    .toSorted((a, b) => (b.step_seq ?? 0) - (a.step_seq ?? 0))
  if (calls.length === 0) return refuse('nothing_to_undo', `Run ${runId} has no call that can be taken back.`)
  const undone: string[] = []
  for (const call of calls) {
    const outcome = await undoCall(environment, who, call.call_id)
    if (isRefusal(outcome)) {
      const before = undone.length > 0 ? `${undone.length} calls were taken back, then: ` : ''
      return { ...outcome, detail: `${before}${outcome.detail}`, data: { ...outcome.data, undone } }
    }
    undone.push(...outcome.undone)
  }
  return { undone, message: `Took back ${undone.length} calls of run ${runId}.` }
}

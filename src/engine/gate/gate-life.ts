import { toIso } from '../../base/clock.ts'
import type { Drift, GateEvidence } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { EventDraft, StoredRun, StoreTransaction } from '../../store/store.ts'
import { assign, escalate } from './attention.ts'
import { buildGate, callsOf } from './build-gate.ts'
import { type Deciding, withLockedGate } from './deciding.ts'
import { driftOf, keepEvidence, readEvidence } from './drift.ts'
import { draftFrom, expireGate } from './effects.ts'
import { actorOf, gateEvent, SYSTEM_ACTOR } from './gate-events.ts'
import type { GateEnvironment } from './gate-ports.ts'
import type { GateService } from './gate-service.ts'
import { hasTimer, setTimer, warningMs } from './gate-timer.ts'
import { revokeGrants } from './grants.ts'
import { showingOf } from './heading.ts'
import { gatesOfOutsideRun } from './outside-runs.ts'
import { markViewed } from './viewed.ts'

const MAX_LIFE_MS = 30 * 86_400_000

type Life = Pick<
  GateService,
  'assign' | 'extend' | 'cancel' | 'reopen' | 'markViewed' | 'cancelOfRun' | 'endOutsideRun' | 'wake'
>

/** What happens to a gate beside being decided: extended, cancelled, reopened, looked at, warned about, expired. */
export function createGateLife(environment: GateEnvironment, deciding: Deciding): Life {
  return {
    extend: (who, gateId, seconds) =>
      withLockedGate(environment, gateId, (tx, gate) => extend(environment, tx, { who, gate, seconds })),
    assign: (who, gateId, assignee) =>
      withLockedGate(environment, gateId, (tx, gate) => assign(environment, tx, { who, gate, assignee })),
    cancel: (who, gateId, because) =>
      withLockedGate(environment, gateId, (tx, gate) => cancel(environment, tx, { who, gate, because })),
    reopen: async (who, gateId) => {
      // Files are read before anything is locked.
      const seen = await environment.store.getGate(gateId)
      const drift = seen === undefined ? [] : await driftOf(environment, seen)
      const evidence = seen && (await readEvidence(environment.readEvidence, callsOf(seen)))
      return withLockedGate(environment, gateId, (tx, gate, run) =>
        reopen(environment, tx, { who, gate, run, evidence, drift }),
      )
    },
    markViewed: (who, gateId, viewDigest, parts) =>
      withLockedGate(environment, gateId, (tx, gate) =>
        markViewed(tx, { who, gate, viewDigest, parts, at: toIso(environment.clock.now()) }),
      ),
    cancelOfRun: async (tx, runId, because) => {
      const { items } = await tx.listGates({ run_id: runId, status: 'pending' }, { limit: 1000 })
      return cancelAll(environment, tx, items, because)
    },
    endOutsideRun: (tx, run, because) => endOutsideRun(environment, tx, run, because),
    wake: async gateId => {
      await withLockedGate(environment, gateId, (tx, gate, run) =>
        wake(environment, deciding, tx, { gate, run }),
      )
    },
  }
}

async function extend(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { who, gate, seconds }: { who: Principal; gate: Gate; seconds: number },
): Promise<{ gate: Gate } | Refusal> {
  if (gate.status !== 'pending')
    return refuse('gate_closed', `Gate ${gate.gate_id} is ${gate.status}.`, { gate })
  if (gate.expires_at === undefined) {
    return refuse('invalid', `Gate ${gate.gate_id} never expires.`, {
      errors: [{ field: 'seconds', message: 'is not needed: the gate never expires' }],
    })
  }
  const now = environment.clock.now()
  const dueMs = Math.max(now, Date.parse(gate.expires_at)) + seconds * 1000
  if (dueMs - Date.parse(gate.created_at) > MAX_LIFE_MS) {
    return refuse('invalid', `Gate ${gate.gate_id} would live longer than 30 days.`, {
      errors: [{ field: 'seconds', message: 'would make the gate live longer than 30 days in all' }],
    })
  }
  const { warned_at: _warned, ...rest } = gate
  const extended: Gate = { ...rest, expires_at: toIso(dueMs) }
  await tx.updateGate(extended)
  await setTimer(environment, tx, extended)
  const payload = { expires_at: toIso(dueMs) }
  await tx.appendEvents([
    gateEvent(extended, { type: 'gate_extended', at: toIso(now), actor: actorOf(who), payload }),
  ])
  return { gate: extended }
}

async function cancel(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { who, gate, because }: { who: Principal; gate: Gate; because: string },
): Promise<{ gate: Gate } | Refusal> {
  if (gate.run_id !== undefined) {
    return refuse(
      'invalid',
      `Gate ${gate.gate_id} belongs to run ${gate.run_id}; cancel the run, or reject the gate.`,
      { gate },
    )
  }
  if (gate.status !== 'pending')
    return refuse('gate_closed', `Gate ${gate.gate_id} is ${gate.status} already.`, { gate })
  const at = toIso(environment.clock.now())
  const { deciding: _moot, ...rest } = gate
  const cancelled: Gate = { ...rest, status: 'cancelled', cancelled_because: because, decided_at: at }
  await tx.updateGate(cancelled)
  await environment.timers.forget(tx, gate.gate_id)
  await tx.appendEvents([
    gateEvent(cancelled, { type: 'gate_cancelled', at, actor: actorOf(who), payload: { because } }),
    ...((await environment.contracts?.gateEnded(tx, cancelled)) ?? []),
  ])
  return { gate: cancelled }
}

async function endOutsideRun(
  environment: GateEnvironment,
  tx: StoreTransaction,
  { requester, name }: { readonly requester: string; readonly name: string },
  because: string,
): Promise<readonly EventDraft[]> {
  const at = toIso(environment.clock.now())
  const gates = await gatesOfOutsideRun(tx, { requester, outsideRunId: name })
  const isOpen = (gate: Gate) => gate.status === 'pending'
  const events = [...(await cancelAll(environment, tx, gates.filter(isOpen), because))]
  for (const gate of gates.filter(({ grants = [] }) => grants.length > 0)) {
    const given = await tx.listGrants({ gate_id: gate.gate_id })
    events.push(...(await revokeGrants(tx, given, { at, because, actor: SYSTEM_ACTOR })))
  }
  return events
}

async function cancelAll(
  environment: GateEnvironment,
  tx: StoreTransaction,
  open: readonly Gate[],
  because: string,
): Promise<readonly EventDraft[]> {
  const at = toIso(environment.clock.now())
  const events: EventDraft[] = []
  for (const listed of open) {
    const gate = await tx.lockGate(listed.gate_id)
    if (gate?.status !== 'pending') continue
    const { deciding: _moot, ...rest } = gate
    const cancelled: Gate = { ...rest, status: 'cancelled', cancelled_because: because, decided_at: at }
    await tx.updateGate(cancelled)
    if (hasTimer(gate)) await environment.timers.forget(tx, gate.gate_id)
    events.push(
      gateEvent(cancelled, { type: 'gate_cancelled', at, actor: SYSTEM_ACTOR, payload: { because } }),
      ...((await environment.contracts?.gateEnded(tx, cancelled)) ?? []),
    )
  }
  return events
}

async function reopen(
  environment: GateEnvironment,
  tx: StoreTransaction,
  reopening: Reopening,
): Promise<{ gate: Gate } | Refusal> {
  const { who, gate, run, evidence, drift } = reopening
  const refusal = refuseReopening(reopening)
  if (refusal) return refusal
  const now = environment.clock.now()
  const life = gate.expires_at ? (Date.parse(gate.expires_at) - Date.parse(gate.created_at)) / 1000 : null
  const fresh = buildGate(
    {
      ...draftFrom(gate),
      gate_id: environment.ids.newId('gate'),
      reopened_from: gate.gate_id,
      ttl_seconds: life,
    },
    now,
    showingOf(environment),
  )
  const at = toIso(now)
  if (gate.status === 'pending') {
    await tx.updateGate({ ...gate, status: 'superseded', superseded_by: fresh.gate_id, decided_at: at })
    if (hasTimer(gate)) await environment.timers.forget(tx, gate.gate_id)
  } else await tx.updateGate({ ...gate, superseded_by: fresh.gate_id })
  await tx.insertGate(fresh)
  await keepEvidence(tx, fresh, evidence)
  await setTimer(environment, tx, fresh)
  if (run) await environment.observer().gateReplaced(tx, { old: gate, gate: fresh, run })
  const changed = [...new Set(drift.map(({ target }) => target))]
  const payload = { reopened_from: gate.gate_id, ...(changed.length === 0 ? {} : { changed }) }
  const ended: Gate = { ...gate, status: 'superseded' }
  await tx.appendEvents([
    gateEvent(fresh, { type: 'gate_reopened', at, actor: actorOf(who), payload }),
    ...((gate.status === 'pending' && (await environment.contracts?.gateEnded(tx, ended))) || []),
  ])
  return { gate: fresh }
}

interface Reopening {
  readonly who: Principal
  readonly gate: Gate
  readonly run: StoredRun | undefined
  /** What its calls rest on now. */
  readonly evidence: GateEvidence | undefined
  /** What of it changed since the gate opened. */
  readonly drift: readonly Drift[]
}

function refuseReopening({ gate, run, drift }: Reopening): Refusal | undefined {
  if (gate.superseded_by !== undefined) {
    return refuse('gate_superseded', `Gate ${gate.gate_id} was reopened as ${gate.superseded_by} already.`, {
      gate,
    })
  }
  if (gate.status === 'pending' && gate.deciding !== undefined) {
    const detail = `Gate ${gate.gate_id} has just been decided. Wait for the undo window to pass.`
    return refuse('gate_deciding', detail, { gate })
  }
  if (gate.status !== 'expired' && !(gate.status === 'pending' && drift.length > 0)) {
    const detail = `Gate ${gate.gate_id} is ${gate.status}; only an expired gate can be reopened, or an open one whose evidence changed.`
    return refuse('gate_closed', detail, { gate })
  }
  if (gate.status === 'expired' && gate.resumes_on_expiry === true) {
    return refuse(
      'gate_closed',
      `Gate ${gate.gate_id} expired, and run ${gate.run_id} went on with that. Start the run again to be asked again.`,
      { gate },
    )
  }
  if (run && ['completed', 'failed', 'cancelled'].includes(run.status)) {
    return refuse('run_ended', `Run ${run.run_id} is ${run.status}; its gate cannot be reopened.`, { gate })
  }
  return undefined
}

async function wake(
  environment: GateEnvironment,
  deciding: Deciding,
  tx: StoreTransaction,
  { gate, run }: { gate: Gate; run: StoredRun | undefined },
): Promise<void> {
  if (gate.status !== 'pending') return
  const now = environment.clock.now()
  if (gate.deciding) {
    const dueMs = Date.parse(gate.deciding.effective_at)
    if (dueMs <= now) return deciding.takeEffect(tx, gate, run)
    return environment.timers.wakeAt(tx, gate.gate_id, dueMs)
  }
  const expiresMs = gate.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(gate.expires_at)
  if (expiresMs <= now) {
    const { events } = await expireGate(environment, tx, { gate, run })
    await tx.appendEvents(events)
    return
  }
  const escalated = escalate(gate, now)
  const isWarned = gate.warned_at === undefined && (warningMs(gate) ?? Number.POSITIVE_INFINITY) <= now
  const woken: Gate = isWarned ? { ...escalated.gate, warned_at: toIso(now) } : escalated.gate
  if (woken !== gate) await tx.updateGate(woken)
  await setTimer(environment, tx, woken)
  const about = { type: 'gate_warned' as const, at: toIso(now), actor: SYSTEM_ACTOR }
  const warning = isWarned
    ? [gateEvent(woken, { ...about, payload: { expires_at: gate.expires_at ?? '' } })]
    : []
  const events = [...escalated.events, ...warning]
  if (events.length > 0) await tx.appendEvents(events)
}

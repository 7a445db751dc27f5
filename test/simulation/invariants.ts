import type { Gate } from '../../src/contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../src/contracts/json-value.ts'
import {
  eventHash,
  GENESIS_HASH,
  type LedgerCall,
  payloadDigest,
  type Store,
  type StoredRun,
} from '../../src/store/store.ts'
import { replayStanding } from '../engine/reproduced.ts'
import type { History } from './history.ts'
import { MAY_DECIDE } from './people.ts'

/** Checks everything that must hold when a world has come to rest. Violations are added to the history. */
export async function checkInvariants(real: Store, history: History): Promise<void> {
  const gates = (await real.listGates({}, { limit: 10_000 })).items
  const runs = (await real.listRuns({}, { limit: 10_000 })).items
  for (const gate of gates) await checkGate(real, history, gate)
  for (const run of runs) await checkRun(real, history, run)
  checkAcknowledged(history, gates)
  for (const difference of (await replayStanding(real)).differences)
    history.violate(`audit: a verdict is not what its kept context gives: ${difference}`)
  const types = await checkAudit(real, history)
  const decided = gates.filter(gate =>
    ['approved', 'rejected', 'steered', 'answered', 'skipped'].includes(gate.status),
  )
  expectCount(history, {
    what: 'gate_decided',
    found: types.get('gate_decided') ?? 0,
    wanted: decided.length,
  })
  expectCount(history, {
    what: 'grant_consumed',
    found: types.get('grant_consumed') ?? 0,
    wanted: history.consumed.size,
  })
}

async function checkGate(real: Store, history: History, gate: Gate): Promise<void> {
  const { gate_id: id } = gate
  const counted = gate.decisions.filter(decision => !decision.late)
  for (const decision of counted) {
    if (!MAY_DECIDE.includes(decision.decided_by)) {
      history.violate(`agents never decide: ${decision.decided_by} stands on gate ${id}`)
    }
  }
  const isDecided = ['approved', 'rejected', 'steered', 'answered', 'skipped'].includes(gate.status)
  if (isDecided && counted.length === 0)
    history.violate(`silence: gate ${id} is ${gate.status} and nobody decided`)
  const grants = await real.listGrants({ gate_id: id })
  if (grants.length > 0 && gate.status !== 'approved') {
    history.violate(`silence: gate ${id} is ${gate.status} and gave ${grants.length} grants`)
  }
  for (const grant of grants) checkGrantOf(history, gate, grant)
}

/** A grant bears what the gate showed, or what a person typed on it. */
function checkGrantOf(history: History, gate: Gate, grant: { call_id: string; arguments: JsonObject }): void {
  const shown = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const call = shown.find(item => item.call_id === grant.call_id)
  const edits = gate.decisions
    .filter(decision => !decision.late)
    .flatMap(decision => decision.edited_arguments?.[grant.call_id] ?? [])
  const last = edits.at(-1) ?? call?.arguments
  if (JSON.stringify(last) !== JSON.stringify(grant.arguments)) {
    history.violate(`what you saw: a grant of gate ${gate.gate_id} is for arguments nobody approved`)
  }
}

const TERMINAL = ['completed', 'failed', 'cancelled']

async function checkRun(real: Store, history: History, run: StoredRun): Promise<void> {
  if (!TERMINAL.includes(run.status))
    history.violate(`stuck: run ${run.run_id} is ${run.status} (${run.waiting_reason})`)
  if (run.status === 'failed')
    history.violate(`as if never killed: run ${run.run_id} failed: ${run.error?.message}`)
  const open = await real.countGates({ run_id: run.run_id, status: 'pending' })
  if (TERMINAL.includes(run.status) && open > 0)
    history.violate(`orphan: run ${run.run_id} ended and has open gates`)
  const grants = await real.listGrants({ run_id: run.run_id })
  if (TERMINAL.includes(run.status) && grants.some(grant => grant.status === 'issued')) {
    history.violate(`orphan: run ${run.run_id} ended and has live grants`)
  }
  const calls = await real.listCalls(run.run_id)
  for (const call of calls) {
    if (TERMINAL.includes(run.status) && call.status === 'started') {
      history.violate(`in doubt: call ${call.call_id} of the ended run ${run.run_id} is still started`)
    }
  }
  if (run.status !== 'completed') return
  if (run.kind === 'agent') return checkResults(history, run, calls)
  for (const result of resultsOf(run.output)) {
    const call = calls.find(item => item.call_id === result.call_id)
    const times = history.effects.filter(effect => effect.key === call?.idempotency_key).length
    if (result.status === 'succeeded' && times === 0) {
      history.violate(`as if never killed: ${result.call_id} is said to have succeeded and never happened`)
    }
    if (result.status === 'not_run' && times > 0) {
      history.violate(`as if never killed: ${result.call_id} is said not to have run and did`)
    }
  }
}

/** An agent of a user is told statuses alone: no more succeeded than happened. */
function checkResults(history: History, run: StoredRun, calls: readonly LedgerCall[]): void {
  const keys = new Set(calls.map(call => call.idempotency_key))
  const happened = new Set(history.effects.filter(({ key }) => keys.has(key)).map(({ key }) => key)).size
  const told = resultsOf(run.output).filter(({ status }) => status === 'succeeded').length
  if (told > happened)
    history.violate(`as if never killed: ${run.run_id} is told of ${told} effects, and ${happened} happened`)
}

function resultsOf(output: JsonValue | undefined): readonly { call_id: string; status: string }[] {
  const results = (output as { results?: { call_id: string; status: string }[] } | undefined)?.results
  return results ?? []
}

function checkAcknowledged(history: History, gates: readonly Gate[]): void {
  const byId = new Map(gates.map(gate => [gate.gate_id, gate]))
  for (const { gate_id, decision, isDeferred } of history.acknowledged) {
    if (isDeferred) continue
    const gate = byId.get(gate_id)
    if (!gate?.decisions.some(item => item.decision_id === decision.decision_id)) {
      history.violate(`acknowledged: decision ${decision.decision_id} on gate ${gate_id} is lost`)
    }
  }
}

async function checkAudit(real: Store, history: History): Promise<Map<string, number>> {
  const types = new Map<string, number>()
  let total = 0
  for (const head of await real.listStreamHeads(undefined, 10_000)) {
    let previous = GENESIS_HASH
    let seq = 0
    for (const event of await real.listStream(head.stream, 0, 100_000)) {
      seq += 1
      total += 1
      types.set(event.type, (types.get(event.type) ?? 0) + 1)
      const digest = event.payload === null ? event.payload_digest : payloadDigest(event.payload)
      const isWhole =
        event.seq === seq &&
        event.prev_hash === previous &&
        event.payload_digest === digest &&
        event.hash === eventHash(event)
      if (!isWhole) history.violate(`audit: ${head.stream} breaks at ${event.seq}`)
      previous = event.hash
    }
    if (previous !== head.hash || seq !== head.seq)
      history.violate(`audit: the head of ${head.stream} is another`)
  }
  expectCount(history, { what: 'events', found: total, wanted: history.committedEvents.count })
  return types
}

function expectCount(
  history: History,
  { what, found, wanted }: { what: string; found: number; wanted: number },
): void {
  if (found !== wanted) history.violate(`audit: ${found} ${what} in the chain, ${wanted} were seen`)
}

import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { Store } from '../../src/store/store.ts'
import type { History } from './history.ts'
import type { Scheduler } from './scheduler.ts'
import type { Worker } from './worker.ts'

const rita: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
const ron: Principal = { kind: 'person', id: 'person_ron', name: 'Ron', role: 'admin' }
export const mona: Principal = { kind: 'person', id: 'person_mona', name: 'Mona', role: 'member' }
const robot: Principal = { kind: 'agent', id: 'agent:robot', name: 'robot', role: 'agent' }

export const MAY_DECIDE: readonly string[] = [rita.id, ron.id, mona.id]

export interface PeopleOptions {
  readonly scheduler: Scheduler
  readonly real: Store
  readonly history: History
  /** A worker that takes requests now. */
  readonly door: () => Worker | undefined
}

/** Somebody does something: mostly decides, sometimes twice, sometimes against another, sometimes without the right. */
export async function act({ scheduler, real, history, door }: PeopleOptions): Promise<void> {
  const worker = door()
  if (!worker) return
  const gates = (await scheduler.real(() => real.listGates({}, { limit: 200 }))).items
  const gate = scheduler.choose(gates)
  if (!gate) return
  const throwDie = scheduler.pick(20)
  if (throwDie === 0)
    return void (await quiet(worker.gates.extend(rita, gate.gate_id, 1 + scheduler.pick(100))))
  if (throwDie === 1) return void (await quiet(worker.gates.reopen(ron, gate.gate_id)))
  if (throwDie === 2) return void (await quiet(worker.gates.undoDecision(rita, gate.gate_id)))
  if (throwDie === 3 && gate.run_id) return void (await cancelSome(scheduler, worker, gate.run_id))
  const who = scheduler.choose([rita, rita, ron, ron, mona, robot]) ?? rita
  const request = requestFor(scheduler, history, gate)
  await decide({ history, worker }, { who, gate, request })
  if (scheduler.chance(0.2)) await decide({ history, worker }, { who, gate, request })
}

/** Answers everything that is open, honestly, so that what can end ends. */
export async function answerAll(options: PeopleOptions): Promise<void> {
  const { scheduler, real, door } = options
  for (const status of ['pending', 'expired'] as const) {
    const { items } = await scheduler.real(() => real.listGates({ status }, { limit: 200 }))
    for (const gate of items) {
      const worker = door()
      if (!worker) return
      if (gate.status === 'pending') await answer(options, worker, gate)
      else if (gate.superseded_by === undefined) {
        const reopened = await quiet(worker.gates.reopen(ron, gate.gate_id))
        if (reopened && !isRefusal(reopened)) await answer(options, worker, reopened.gate)
      }
    }
  }
}

async function answer({ history }: PeopleOptions, worker: Worker, gate: Gate): Promise<void> {
  const request = honest(history, gate) ?? approval(gate)
  await decide({ history, worker }, { who: ron, gate, request })
}

async function cancelSome(scheduler: Scheduler, worker: Worker, runId: string): Promise<void> {
  if (scheduler.chance(0.3)) await quiet(worker.runs.cancel(mona, runId, 'mona changed her mind'))
}

interface Said {
  readonly who: Principal
  readonly gate: Gate
  readonly request: DecideRequest
}

async function decide(
  { history, worker }: { history: History; worker: Worker },
  { who, gate, request }: Said,
): Promise<void> {
  const answer = await quiet(worker.gates.decide(who, gate.gate_id, request))
  if (answer === undefined || isRefusal(answer)) return
  if (who.kind !== 'person') {
    history.violate(`agents never decide: ${who.id} decided gate ${gate.gate_id}`)
  }
  const isDeferred = answer.gate.deciding?.decision.decision_id === answer.decision.decision_id
  history.acknowledged.push({
    gate_id: gate.gate_id,
    decision: answer.decision,
    isDeferred,
    gate: answer.gate,
  })
}

function requestFor(scheduler: Scheduler, history: History, gate: Gate): DecideRequest {
  const known = honest(history, gate)
  if (known) return known
  const later = scheduler.chance(0.15) ? { effective_in_ms: 1 + scheduler.pick(5_000) } : {}
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const some =
    calls.length > 1 && scheduler.chance(0.4) ? [scheduler.choose(calls)?.call_id ?? ''] : undefined
  const only = some ? { calls: some } : {}
  const die = scheduler.pick(10)
  if (die < 6) {
    const edited = scheduler.choose(calls)
    const isEdited = edited && scheduler.chance(0.2) && (!some || some.includes(edited.call_id))
    const edits = isEdited
      ? { edited_arguments: { [edited.call_id]: { path: `edited-${scheduler.pick(9)}` } } }
      : {}
    const conditions = scheduler.chance(0.1) ? { conditions: ['touch nothing critical'] } : {}
    return { ...approval(gate), ...later, ...only, ...edits, ...conditions }
  }
  if (die < 8) return { decision: 'reject', ...later, ...only }
  return { decision: 'steer', steer_instructions: 'do it otherwise', ...later }
}

function approval(gate: Gate): DecideRequest {
  const seen =
    gate.confirm_word === undefined ? {} : { view_digest: gate.view_digest, confirm: gate.confirm_word }
  return { decision: 'approve', ...seen }
}

/** Whoever is asked what happened looks at the world and says so. */
function honest(history: History, gate: Gate): DecideRequest | undefined {
  if (gate.type === 'run_definition_changed') {
    history.violate(`replay: run ${gate.run_id} did not repeat its journal: ${gate.briefing.details}`)
    return { decision: 'reject' }
  }
  if (gate.type !== 'unknown_outcome' || !('tool_calls' in gate.subject)) return undefined
  const callId = gate.subject.tool_calls[0]?.call_id
  const keys = [...history.intents].filter(([, calls]) => calls.some(call => call.call_id === callId))
  const isDone = history.effects.some(effect => keys.some(([key]) => key === effect.key))
  if (isDone) return { decision: 'answer', option_id: 'happened', option_input: { result: 'seen' } }
  return { ...approval(gate), option_id: 'run_again' }
}

/** A person who is told of a failure sees nothing happen. */
async function quiet<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch {
    return undefined
  }
}

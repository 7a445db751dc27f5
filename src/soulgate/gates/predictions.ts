import { toIso } from '../../base/clock.ts'
import { GATE_PREDICTIONS_DOCUMENT, GatePredictions, type Prediction } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { actorOf } from '../../engine/gate/gate.ts'
import { findSecretReferences } from '../../engine/tools/tools.ts'
import { runInSandbox } from '../../sandbox/sandbox.ts'
import type { Engine } from '../engine.ts'

type Parts = Pick<Engine, 'store' | 'clock' | 'agentTools'>

/**
 * What the tools of the configuration predict of the calls of a waiting gate. A tool predicts once a person has confirmed the
 * definition that the call was proposed with, which holds the source. Computed when somebody first looks, then kept, each
 * as one event in the audit trail; of calls of executors outside nothing is predicted.
 */
export async function predictCalls(parts: Parts, who: Principal, gate: Gate): Promise<GatePredictions> {
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const predicted = calls.flatMap(call => {
    const source = sourceOf(parts, call)
    return source === undefined ? [] : [{ call, source }]
  })
  if (predicted.length === 0 || !(await runsHere(parts, gate))) return {}
  const kept = await parts.store.getDocument(GATE_PREDICTIONS_DOCUMENT, gate.gate_id)
  if (kept !== undefined) return GatePredictions.parse(kept.body)
  const told = await Promise.all(
    predicted.map(async ({ call, source }) => [call.call_id, await predict(source, call)] as const),
  )
  return keep(parts, who, { gate, predictions: Object.fromEntries(told) })
}

/** A definition that changed, or that nobody confirmed, predicts nothing. */
function sourceOf({ agentTools }: Parts, { tool, definition_hash }: ToolCall): string | undefined {
  const registered = agentTools.get(tool)
  if (registered === undefined || registered.claimed || registered.definition_hash !== definition_hash)
    return undefined
  const carried = agentTools.executable(tool)
  if (carried === undefined || carried.runsElsewhere === true) return undefined
  return carried.definition.simulation === registered.simulation ? registered.simulation : undefined
}

async function runsHere({ store }: Parts, { run_id }: Gate): Promise<boolean> {
  const run = run_id === undefined ? undefined : await store.getRun(run_id)
  return run !== undefined && run.kind !== 'external'
}

function predict(source: string, { arguments: args }: ToolCall): Promise<Prediction> | Prediction {
  if (findSecretReferences(args).length > 0)
    return { problem: 'It is called with a stored secret, which no prediction is given.' }
  return runInSandbox(source, args)
}

/** Two people who look at the same time are told the same. */
async function keep(
  { store, clock }: Parts,
  who: Principal,
  { gate, predictions }: { readonly gate: Gate; readonly predictions: GatePredictions },
): Promise<GatePredictions> {
  const at = toIso(clock.now())
  return store.transact(async tx => {
    const other = await tx.getDocument(GATE_PREDICTIONS_DOCUMENT, gate.gate_id)
    if (other !== undefined) return GatePredictions.parse(other.body)
    const body = JsonObject.parse(predictions)
    await tx.putDocument({ kind: GATE_PREDICTIONS_DOCUMENT, id: gate.gate_id, body, at })
    await tx.appendEvents(
      Object.entries(predictions).map(([call_id, prediction]) => ({
        ...{ stream: `run:${gate.run_id}`, type: 'call_simulated' as const, at, actor: actorOf(who) },
        payload: { gate_id: gate.gate_id, call_id, predicted: 'value' in prediction },
      })),
    )
    return predictions
  })
}

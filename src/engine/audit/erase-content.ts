import type { Decision } from '../../contracts/decision.ts'
import { GATE_EVIDENCE_DOCUMENT, GATE_PREDICTIONS_DOCUMENT } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Step } from '../../contracts/step.ts'
import type { LedgerCall, Page, Paged, StoreTransaction } from '../../store/store.ts'

const ERASED: JsonObject = { erased: true }
const DIGEST = /\b[0-9a-f]{64}\b/g

/**
 * Takes what was said, shown, called and answered out of the runs, gates, grants and calls of a session, in which nothing
 * goes on any more. What stays says that something happened, when, who decided, and under which digest. Copies kept for
 * undo go too. Answers how many rows lost something. Call it before the payloads of the events are erased: they name
 * the calls that no run made.
 */
export async function eraseContent(tx: StoreTransaction, sessionId: string): Promise<number> {
  const calls = await outsideCalls(tx, sessionId)
  let rows = 0
  const runs = await readAll(page => tx.listRuns({ session_id: sessionId }, page))
  for (const run of runs) {
    await tx.updateRun(run, { input: ERASED, output: undefined, error: undefined, conditions: [] })
    const steps = await tx.listSteps(run.run_id)
    await tx.putSteps(steps.map(withoutOutput))
    for (const call of await tx.listCalls(run.run_id)) calls.set(call.call_id, call)
    const grants = await tx.listGrants({ run_id: run.run_id })
    for (const grant of grants) await tx.updateGrant(withoutArguments(grant))
    rows += 1 + steps.length + grants.length
  }
  const gates = await readAll(page => tx.listGates({ session_id: sessionId }, page))
  for (const gate of gates) {
    await tx.updateGate(withoutWords(gate))
    await tx.deleteDocument(GATE_EVIDENCE_DOCUMENT, gate.gate_id)
    await tx.deleteDocument(GATE_PREDICTIONS_DOCUMENT, gate.gate_id)
  }
  for (const call of calls.values()) rows += await eraseCall(tx, call)
  const session = await tx.getSession(sessionId)
  if (session?.title !== undefined) await tx.putSession({ ...session, title: 'erased' })
  return rows + gates.length
}

async function eraseCall(tx: StoreTransaction, call: LedgerCall): Promise<number> {
  const { result: _result, undo, ...rest } = call
  for (const [digest] of JSON.stringify(undo ?? null).matchAll(DIGEST)) await tx.deleteBlob(digest)
  await tx.putCall({ ...rest, arguments: ERASED })
  const grants = await tx.listGrants({ call_id: call.call_id })
  for (const grant of grants) await tx.updateGrant(withoutArguments(grant))
  return 1 + grants.length
}

/** Calls of executors outside, found by the grants that their gates and the chain name. */
async function outsideCalls(tx: StoreTransaction, sessionId: string): Promise<Map<string, LedgerCall>> {
  const calls = new Map<string, LedgerCall>()
  const events = await readAll(page => tx.searchEvents({ session_id: sessionId }, page))
  for (const { payload } of events) {
    for (const callId of callIdsIn(payload ?? null)) {
      const call = calls.has(callId) ? undefined : await tx.getCall(callId)
      if (call?.session_id === sessionId) calls.set(callId, call)
    }
  }
  return calls
}

function callIdsIn(value: JsonValue): readonly string[] {
  return JSON.stringify(value).match(/\bcall_[0-9a-z]+/g) ?? []
}

function withoutOutput(step: Step): Step {
  const { output: _output, error: _error, ...rest } = step
  return rest
}

function withoutArguments(grant: Grant): Grant {
  return { ...grant, arguments: ERASED }
}

function withoutWords(gate: Gate): Gate {
  const { confidence, context: _context, result: _result, deciding: _deciding, ...shown } = gate
  const { definition: _definition, displays: _displays, ...rest } = shown
  const { constraint_info: _info, asked_for: _asked, agent_says: _says, ...told } = gate.briefing
  const { act: _act, reading: _reading, ...briefing } = told
  return {
    ...rest,
    briefing: { ...briefing, summary: 'erased', heading: 'erased', details: '', artifacts: [] },
    subject: { document: ERASED },
    why_held: gate.why_held.map(why => ({ ...why, text: 'erased' })),
    risks: [],
    alternatives: [],
    artifacts: [],
    decisions: gate.decisions.map(withoutSaid),
    ...(confidence
      ? {
          confidence: {
            ...confidence,
            factors: confidence.factors.map(factor => ({ ...factor, evidence: [] })),
            adjustments: confidence.adjustments.map(each => ({ ...each, text: 'erased' })),
          },
        }
      : {}),
  }
}

/** Who decided what and when; not what was written to it. */
function withoutSaid(decision: Decision): Decision {
  const { decision_id, gate_id, decided_by, decided_by_name, decided_at, late, option_id } = decision
  return {
    decision: decision.decision,
    decision_id,
    gate_id,
    decided_by,
    decided_at,
    late,
    ...(decided_by_name === undefined ? {} : { decided_by_name }),
    ...(option_id === undefined ? {} : { option_id }),
  }
}

async function readAll<Item>(list: (page: Page) => Promise<Paged<Item>>): Promise<readonly Item[]> {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page: Paged<Item> = await list({ limit: 500, ...(cursor === undefined ? {} : { cursor }) })
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined)
  return items
}

import {
  type CallEvidence,
  type Drift,
  GATE_EVIDENCE_DOCUMENT,
  GateEvidence,
} from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'
import { callsOf } from './build-gate.ts'
import type { GateEnvironment, ReadEvidence } from './gate-ports.ts'

/**
 * What calls rest on, by the id of the call. Targets that an earlier call of the same proposal touches are left out: they
 * are meant to change. Undefined where nothing can be compared later.
 */
export async function readEvidence(
  read: ReadEvidence | undefined,
  calls: readonly ToolCall[],
): Promise<GateEvidence | undefined> {
  if (read === undefined) return undefined
  const found: GateEvidence = {}
  const touched: string[] = []
  for (const call of calls) {
    const evidence = (await read(call).catch(() => undefined)) ?? []
    const untouched = evidence.filter(({ target }) => !touched.some(other => overlaps(other, target)))
    if (untouched.length > 0) found[call.call_id] = untouched
    touched.push(...evidence.map(({ target }) => target))
  }
  return Object.keys(found).length === 0 ? undefined : found
}

function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

/** Keeps what a gate rests on, in the transaction that opens it. */
export async function keepEvidence(
  tx: StoreTransaction,
  { gate_id, created_at }: Pick<Gate, 'gate_id' | 'created_at'>,
  evidence: GateEvidence | undefined,
): Promise<void> {
  if (evidence === undefined) return
  await tx.putDocument({
    kind: GATE_EVIDENCE_DOCUMENT,
    id: gate_id,
    body: JsonObject.parse(evidence),
    at: created_at,
  })
}

/** What a gate rests on; undefined where nothing was read when it opened. */
export async function loadEvidence(
  reader: Pick<StoreReader, 'getDocument'>,
  gateId: string,
): Promise<GateEvidence | undefined> {
  const kept = await reader.getDocument(GATE_EVIDENCE_DOCUMENT, gateId)
  return kept && GateEvidence.parse(kept.body)
}

/**
 * What of it is not as it stood when the gate opened. A target that the arguments do not name any more, because a person
 * edited them, is not compared; what cannot be read counts as changed.
 */
export async function findDrift(
  read: ReadEvidence | undefined,
  evidence: GateEvidence | undefined,
  calls: readonly Pick<ToolCall, 'call_id' | 'tool' | 'arguments'>[],
): Promise<readonly Drift[]> {
  if (evidence === undefined) return []
  const found: Drift[] = []
  for (const call of calls) {
    const before = evidence[call.call_id] ?? []
    if (before.length === 0) continue
    const now = await read?.(call).catch(() => undefined)
    for (const was of before) {
      const text = now === undefined ? `${was.target} cannot be compared any more.` : describeChange(was, now)
      if (text !== undefined) found.push({ call_id: call.call_id, target: was.target, text })
    }
  }
  return found
}

function describeChange(was: CallEvidence, standing: readonly CallEvidence[]): string | undefined {
  const { target } = was
  const now = standing.find(each => each.target === target)
  if (now === undefined) return undefined
  if (was.state !== now.state) {
    if (now.state === 'absent') return `${target} was deleted.`
    return was.state === 'absent' ? `${target} was created.` : `${target} is a ${now.state} now.`
  }
  if (was.sha256 === now.sha256) return undefined
  if (now.state !== 'folder') return `${target} was changed.`
  return was.entries === now.entries
    ? `What ${target} holds was changed.`
    : `${target} held ${was.entries ?? 0} entries and holds ${now.entries ?? 0} now.`
}

/** Drift of a gate that is still to be decided; `pick` says with which arguments a call counts, or that it does not. */
export async function driftOf(
  { store, readEvidence: read }: Pick<GateEnvironment, 'store' | 'readEvidence'>,
  gate: Gate,
  pick: (call: ToolCall) => ToolCall | undefined = call => call,
): Promise<readonly Drift[]> {
  // Of calls from outside nothing was read.
  const calls = gate.status === 'pending' && gate.run_id !== undefined ? callsOf(gate) : []
  if (read === undefined || calls.length === 0) return []
  const counted = calls.flatMap(call => pick(call) ?? [])
  return findDrift(read, await loadEvidence(store, gate.gate_id), counted)
}

/** Why a gate cannot be approved as it stands. */
export function refuseDrift(gate: Gate, drift: readonly Drift[]): Refusal {
  const said = drift.map(({ text }) => text).join(' ')
  return refuse(
    'evidence_changed',
    `${said} Nothing was approved. Propose the call again (\`soulgate gates reopen ${gate.gate_id}\`) and decide on the new gate.`,
    { gate, data: { changed: [...new Set(drift.map(({ target }) => target))], drift: [...drift] } },
  )
}

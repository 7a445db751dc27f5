import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import { quoteText } from '../../contracts/act-line.ts'
import type { Event } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import {
  type ConfidenceReport,
  ConfidenceReportRequest,
  type ConfidenceReportResponse,
} from '../../contracts/guideline.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { touchOwnSession } from '../../engine/calls/calls.ts'
import { actorOf, refuseMoreGates } from '../../engine/gate/gate.ts'
import type { EventDraft, StoreTransaction } from '../../store/store.ts'
import type { AuditSpool, SpooledEntry } from '../audit/audit-spool.ts'
import type { Engine } from '../engine.ts'
import { type Demands, demandedTerms, strictestQuorum } from '../gates/gate-terms.ts'
import type { Soulgate } from '../program.ts'
import { putConcern } from './concerns.ts'

/** Agents' own assessments: kept in the audit trail, and brought before people below the threshold. */
export function createConfidence(engine: Engine, late: Pick<AuditSpool, 'add'>): Soulgate['confidence'] {
  return {
    report: async (who, report) => {
      if (!may(who.role, 'confidence.report')) {
        return refuse('forbidden', `A ${who.role} may not report confidence.`)
      }
      const at = toIso(engine.clock.now())
      return keep(engine, late, { who, report, at, id: engine.ids.newId('report') })
    },
    list: (who, filter, limit) => list(engine, who, { filter, limit }),
  }
}

/**
 * Writes a report that the store could not take when it was made. It opens its gate now, as it would have then: the
 * agent was let go on, but its next call with an effect waits.
 */
export async function writeLateReport(engine: Engine, entry: SpooledEntry): Promise<void> {
  const { who, report } = LateReport.parse(entry.body)
  const { id, at } = entry
  const reporting: Reporting = { who, report, id, at, isLate: true }
  const written = await write(engine, reporting)
  if (!isRefusal(written)) return
  // The session was somebody else's: the report is still part of the trail.
  const { session_id: _foreign, ...rest } = report
  await write(engine, { ...reporting, report: rest })
}

const LateReport = z.object({ who: Principal, report: ConfidenceReportRequest })

interface Reporting {
  readonly who: Principal
  readonly report: ConfidenceReportRequest
  readonly id: string
  /** When it was reported. */
  readonly at: string
  readonly isLate?: boolean
}

/** What is wrong with the store never stops the agent: the report is then written once the store is back. */
async function keep(
  engine: Engine,
  late: Pick<AuditSpool, 'add'>,
  reporting: Reporting,
): Promise<ConfidenceReportResponse | Refusal> {
  const { id, at, who, report } = reporting
  try {
    return await write(engine, reporting)
  } catch (error) {
    engine.report(error, { during: 'confidence report', id })
    late.add({ id, kind: 'confidence_report', at, body: JsonObject.parse({ who, report }) })
    return { id, escalated: false, gate_id: null, stored: false }
  }
}

async function write(engine: Engine, reporting: Reporting): Promise<ConfidenceReportResponse | Refusal> {
  const { id, who, report, at } = reporting
  const { confidence_report: rule } = await engine.settings.get()
  const demands = await demandedTerms(engine, {
    type: 'confidence_threshold',
    agent: agentOf(reporting),
    session_id: report.session_id,
    paths: [],
  })
  // Which reports are looked at is settled by the setting, whether any is by a guideline about such gates.
  const isAsked = rule.enabled && rule.auto_escalate && demands.terms !== undefined
  const isLow = isAsked && report.score < rule.threshold
  const known = await isKnownAgent(engine, reporting)
  return engine.store.transact(async tx => {
    if (await tx.getIdempotent(WRITTEN, id)) return { id, escalated: false, gate_id: null, stored: true }
    const { session_id: sessionId } = report
    const foreign =
      sessionId === undefined ? undefined : await touchOwnSession(engine, tx, { who, sessionId })
    if (foreign) return foreign
    const gate = isLow
      ? await escalate(engine, tx, { ...reporting, demands, threshold: rule.threshold })
      : undefined
    if (isRefusal(gate)) return gate
    const facts = { escalated: gate !== undefined, gate_id: gate?.gate_id ?? null }
    // A commit whose answer was lost is found by this when the report is written late.
    await tx.putIdempotent(WRITTEN, id, { digest: id, answer: null, at })
    await tx.appendEvents([
      ...(gate?.events ?? []),
      reportEvent(reporting, {
        ...facts,
        ...(known ? {} : { warning: unknownAgent(reporting) }),
        ...(reporting.isLate ? { written_late: true } : {}),
      }),
    ])
    return { id, ...facts, stored: true }
  })
}

const WRITTEN = 'confidence_reports'

/** An agent's key is its name, whatever its report says; only people report for others. */
function agentOf({ who, report }: Reporting): string {
  return who.role === 'agent' ? who.name : report.agent
}

async function isKnownAgent(engine: Engine, reporting: Reporting): Promise<boolean> {
  const { who, report } = reporting
  if (who.role === 'agent') return report.agent === who.name
  const system: Principal = { kind: 'system', id: 'system:confidence', name: 'confidence', role: 'admin' }
  const tokens = await engine.access.listTokens(system)
  return tokens.some(token => token.role === 'agent' && token.name === report.agent)
}

function unknownAgent({ who, report }: Reporting): string {
  return who.role === 'agent'
    ? `Reported in the name of ${report.agent}, by the key of ${who.name}.`
    : `No agent’s key is named ${report.agent}.`
}

function reportEvent(reporting: Reporting, facts: JsonObject): EventDraft {
  const { who, report, id, at } = reporting
  const { task_id, score, reasons, session_id, metadata } = report
  return {
    stream: session_id === undefined ? 'system' : `session:${session_id}`,
    type: 'confidence_report',
    at,
    ...(session_id === undefined ? {} : { session_id }),
    actor: actorOf(who),
    payload: {
      id,
      task_id,
      agent: agentOf(reporting),
      reported_agent: report.agent,
      score,
      reasons,
      ...(metadata === undefined ? {} : { metadata }),
      ...facts,
    },
  }
}

interface Escalating extends Reporting {
  readonly demands: Demands
  readonly threshold: number
}

/**
 * One open gate for one task of one agent, about the lowest that was reported: a lower report replaces the gate, so that
 * nobody approves what they have not seen; another one is told of the gate that stands.
 */
async function escalate(
  engine: Engine,
  tx: StoreTransaction,
  escalating: Escalating,
): Promise<
  { readonly refused?: false; readonly gate_id: string; readonly events: readonly EventDraft[] } | Refusal
> {
  const { report, who } = escalating
  const standing = await findStanding(tx, escalating)
  const before = standing === undefined ? undefined : scoreOf(standing)
  if (standing !== undefined && before !== undefined && before <= report.score)
    return { gate_id: standing.gate_id, events: [] }
  // One that is replaced makes room; what was reported while the store was away has been answered already.
  const isMore = standing === undefined && !escalating.isLate
  const full = isMore ? await refuseMoreGates(tx, who, await engine.settings.get()) : undefined
  if (full) return full
  const gate = await engine.gates.open(tx, draftOf(engine, escalating, before))
  const at = toIso(engine.clock.now())
  const { gate_id } = gate
  // What a person has just decided takes effect as it was decided; the lower report is asked about beside it.
  const isReplaced = standing !== undefined && standing.deciding === undefined
  const replaced = isReplaced ? [await engine.gates.supersede(tx, standing, gate)] : []
  const session = report.session_id === undefined ? {} : { session_id: report.session_id }
  await putConcern(tx, { gate_id, agent: agentOf(escalating), score: report.score, ...session }, at)
  return { gate_id, events: [...replaced, engine.gates.openedEvent(gate)] }
}

async function findStanding(tx: StoreTransaction, escalating: Escalating): Promise<Gate | undefined> {
  const { who, report } = escalating
  const open = await tx.listGates(
    { type: 'confidence_threshold', status: 'pending', agent: who.id },
    { limit: 500 },
  )
  const same = open.items
    .filter(gate => gate.task_id === report.task_id && gate.briefing.agent === agentOf(escalating))
    .toSorted((left, right) => (scoreOf(left) ?? 0) - (scoreOf(right) ?? 0))[0]
  const locked = same && (await tx.lockGate(same.gate_id))
  return locked?.status === 'pending' ? locked : undefined
}

/** The score that a gate is about; undefined for a gate that somebody opened by hand. */
function scoreOf({ subject }: Gate): number | undefined {
  const score = 'document' in subject ? subject.document.score : undefined
  return typeof score === 'number' ? score : undefined
}

function draftOf(engine: Engine, escalating: Escalating, before: number | undefined) {
  const { who, report, demands, threshold } = escalating
  const { task_id, score, reasons, session_id } = report
  const agent = agentOf(escalating)
  const quorum = strictestQuorum(undefined, demands.terms)
  const text = `${agent} reported a confidence of ${score} of 100; below ${threshold} people decide.`
  return {
    gate_id: engine.ids.newId('gate'),
    terms: {
      type: 'confidence_threshold' as const,
      ...(demands.terms?.separate_approver === undefined
        ? {}
        : { separate_approver: demands.terms.separate_approver }),
      ...(demands.terms?.fresh_passkey === undefined ? {} : { fresh_passkey: demands.terms.fresh_passkey }),
      ...(demands.terms?.ttl_seconds === undefined ? {} : { ttl_seconds: demands.terms.ttl_seconds }),
    },
    requested_by: who.id,
    ...(who.person_id === undefined ? {} : { on_behalf_of: who.person_id }),
    agent,
    summary: `${agent === who.name ? agent : quoteText(agent)} is ${score} % sure of task ${quoteText(task_id)}${before === undefined ? '' : `, after ${before} % before`}`,
    details: reasons.map(reason => `- ${reason}`).join('\n'),
    subject: {
      document: {
        task_id,
        agent,
        score,
        ...(before === undefined ? {} : { earlier_score: before }),
        threshold,
        reasons,
        ...(report.metadata ? { output: report.metadata } : {}),
      },
    },
    why_held: [{ source: 'confidence' as const, text }, ...demands.why],
    confidence: {
      score: score / 100,
      factors: [
        {
          factor: 'self_report',
          weight: 1,
          value: score / 100,
          contribution: score / 100,
          evidence: reasons,
        },
      ],
      adjustments: [],
    },
    task_id,
    ...(session_id === undefined ? {} : { session_id }),
    ...(quorum === undefined ? {} : { quorum }),
  }
}

const SCANNED = 500
const MAX_SCANNED = 20_000

async function list(
  { store }: Engine,
  who: Principal,
  { filter, limit }: { filter: { readonly task_id?: string; readonly agent?: string }; limit: number },
): Promise<readonly ConfidenceReport[]> {
  const own = who.role === 'agent' ? { actor: who.id } : {}
  const found: ConfidenceReport[] = []
  let cursor: string | undefined
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += SCANNED) {
    const page = { limit: SCANNED, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor } = await store.searchEvents({ types: ['confidence_report'], ...own }, page)
    for (const event of items) {
      const { task_id, agent } = event.payload ?? {}
      const fits =
        event.payload !== null &&
        (filter.task_id === undefined || task_id === filter.task_id) &&
        (filter.agent === undefined || agent === filter.agent)
      if (fits && found.length < limit) found.push(toReport(event))
    }
    if (next_cursor === undefined || found.length >= limit) break
    cursor = next_cursor
  }
  return found
}

function toReport({ payload, at, session_id }: Event): ConfidenceReport {
  // Written by `reportEvent` alone.
  const kept = payload as unknown as Omit<ConfidenceReport, 'timestamp' | 'session_id'>
  return { ...kept, timestamp: at, ...(session_id === undefined ? {} : { session_id }) }
}

import { z } from 'zod'
import { toIso } from '../../base/clock.ts'
import type { Event, EventType } from '../../contracts/event.ts'
import type { TaskContext } from '../../contracts/guideline.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import type { LogDecisionRequest } from '../../contracts/requests/guardrails.ts'
import { may } from '../../engine/access/access.ts'
import { actorOf, evaluateCall, nameCall, reachOf } from '../../engine/gate/gate.ts'
import { type Evaluating, evaluateText, judgeTool } from '../../engine/guardrails/guardrails.ts'
import { effectiveAnnotations } from '../../engine/tools/tools.ts'
import type { AuditSpool, SpooledEntry } from '../audit/audit-spool.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import type { GuidelineAuditQuery } from './guardrails-part.ts'
import { previewOf, releasesOf } from './past-calls.ts'

/** Guardrails as surfaces see them. */
export function createGuardrails(engine: Engine, late: Pick<AuditSpool, 'add'>): Soulgate['guardrails'] {
  const { guidelines } = engine
  return {
    list: (_who, filter, page) => guidelines.list(filter, page),
    get: (_who, id) => guidelines.get(id),
    create: guidelines.create,
    update: guidelines.update,
    remove: guidelines.remove,
    toggle: guidelines.toggle,
    evaluate: async (who, context, options = {}) => {
      const { drafts = [], text, ...how } = options
      const { asked, by } = await asCall(engine, who, context, text)
      const told = { ...how, ...by }
      const evaluated =
        drafts.length === 0
          ? await guidelines.evaluate(asked, told)
          : await guidelines.dryRun(asked, drafts, told)
      if (isRefusal(evaluated) || asked.tool === undefined) return evaluated
      const verdict = judgeTool(evaluated, asked.tool)
      return { ...evaluated, tool_verdict: verdict }
    },
    audit: (_who, query, page) => searchAudit(engine, query, page),
    releases: (_who, id) => releasesOf(engine, id),
    previewRules: (who, gateId, request) => previewOf(engine, { who, gateId, request }),
    logDecision: (who, told) => logDecision(engine, late, { who, told }),
    exportAll: (_who, filter) => guidelines.exportAll(filter),
    importMany: guidelines.importMany,
    bootstrap: async (who, { dryRun }) =>
      may(who.role, dryRun ? 'guideline.read' : 'guideline.write')
        ? guidelines.bootstrap({ dryRun })
        : refuse('forbidden', 'Only a reviewer or an admin may store guidelines.'),
  }
}

/**
 * The context as a call would meet it, and the evaluation of a call: an agent asks for itself, and what the arguments
 * name and do counts whatever else is said.
 */
async function asCall(
  { toWorkspacePath, catalog }: Engine,
  who: Principal,
  context: TaskContext,
  text: string | undefined,
): Promise<{ readonly asked: TaskContext; readonly by: Pick<Evaluating, 'by'> }> {
  const agent = who.role === 'agent' ? { agent: who.name } : {}
  const paths = (context.paths ?? []).map(toWorkspacePath)
  if (context.tool === undefined) {
    const asked = { ...context, ...agent, ...(context.paths === undefined ? {} : { paths }) }
    if (text === undefined) return { asked, by: {} }
    return { asked, by: { by: (compiled, plain, how) => evaluateText(compiled, plain, text, how) } }
  }
  const tool = catalog.get(context.tool)
  const named = nameCall({ tool: context.tool, arguments: context.arguments ?? {} }, tool)
  const reach = await reachOf(named, toWorkspacePath)
  const { reversibility } = effectiveAnnotations(tool)
  const asked = {
    event: 'tool_call',
    reversibility,
    claimed: tool?.claimed ?? true,
    ...context,
    ...agent,
    paths: [...new Set([...reach.paths, ...paths])],
    hosts: [...new Set([...reach.hosts, ...(context.hosts ?? [])])],
  }
  return { asked, by: { by: (compiled, plain, how) => evaluateCall(compiled, plain, reach, how) } }
}

/** An agent that cannot have its words written is not stopped by that: they are written once the store is back. */
async function logDecision(
  engine: Engine,
  late: Pick<AuditSpool, 'add'>,
  { who, told }: { readonly who: Principal; readonly told: LogDecisionRequest },
): Promise<{ audit_id: string } | Refusal> {
  if (!may(who.role, 'guideline.log')) return refuse('forbidden', `A ${who.role} logs no decisions.`)
  const agent = who.role === 'agent' ? who.name : (told.agent ?? who.name)
  const entry: SpooledEntry = {
    id: engine.ids.newId('decision'),
    kind: 'gate_decision',
    at: toIso(engine.clock.now()),
    body: JsonObject.parse({ who, told: { ...told, agent } }),
  }
  try {
    return { audit_id: await writeDecision(engine, entry, {}) }
  } catch (error) {
    engine.report(error, { during: 'log of a decision', id: entry.id })
    late.add(entry)
    return { audit_id: entry.id }
  }
}

/** Writes a decision that the store could not take when it was told. */
export async function writeLateDecision(engine: Engine, entry: SpooledEntry): Promise<void> {
  await writeDecision(engine, entry, { written_late: true })
}

async function writeDecision({ store }: Engine, entry: SpooledEntry, facts: JsonObject): Promise<string> {
  const { who, told } = z.object({ who: Principal, told: JsonObject }).parse(entry.body)
  const { id, at } = entry
  return store.transact(async tx => {
    const known = await tx.getIdempotent(LOGGED, id)
    if (known) return String(known.answer)
    const payload = { ...told, ...facts }
    // The place is known only when it is written; until then its own id stands for it.
    await tx.putIdempotent(LOGGED, id, { digest: id, answer: id, at })
    const [event] = await tx.appendEvents([
      { stream: 'system', type: 'gate_decision', at, actor: actorOf(who), payload },
    ])
    return event ? `${event.stream}#${event.seq}` : id
  })
}

const LOGGED = 'logged_decisions'

const AUDITED: readonly EventType[] = [
  ...(['guideline_created', 'guideline_updated', 'guideline_deleted', 'guideline_toggled'] as const),
  ...(['guideline_imported', 'gate_decision', 'gate_decided', 'call_denied', 'confidence_report'] as const),
]
const PAGE = 500

/** A change names its guideline; a decision names the rules that held what it was about. */
function isAbout({ payload }: Event, guidelineId: string): boolean {
  const rules = payload?.rules
  return payload?.guideline_id === guidelineId || (Array.isArray(rules) && rules.includes(guidelineId))
}

async function searchAudit(
  { store }: Engine,
  { guideline_id, types, from, to }: GuidelineAuditQuery,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Event[]; readonly total: number }> {
  const filter = {
    types: types ?? AUDITED,
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
  const items: Event[] = []
  let total = 0
  let cursor: string | undefined
  do {
    const found = await store.searchEvents(filter, {
      limit: PAGE,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const event of found.items) {
      if (guideline_id !== undefined && !isAbout(event, guideline_id)) continue
      if (total >= page.offset && items.length < page.limit) items.push(event)
      total += 1
    }
    cursor = found.next_cursor
  } while (cursor !== undefined)
  return { items, total }
}

import { canonicalize } from '../../base/canonical-json.ts'
import { toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { AutonomyScope, AutonomySuggestion } from '../../contracts/autonomy.ts'
import { TryAutonomy } from '../../contracts/autonomy-contract.ts'
import type { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { PolicyReplayRequest } from '../../contracts/policy-replay.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { type ScopeLabel, toScopes } from '../../engine/autonomy/autonomy.ts'
import { callsOf, describeCall, previewRules } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import { tryPolicy } from '../policy/policy.ts'

const DAY_MS = 86_400_000
/** The span that is looked at, the longest first: the first with few enough verdicts of the agent and the tool. */
const SPANS_DAYS = [30, 7, 1]
const MAX_VERDICTS = 3_000
/** Fewer approvals in a row are no habit. */
const MIN_ROW = 5
/** What saves fewer questions is not worth a look. */
const MIN_SAVED = 3
const MAX_SCOPES = 4

type Draft = Pick<AutonomySuggestion, 'kind' | 'title' | 'draft' | 'still_needed' | 'risk'>

/**
 * Contracts, permissions and rules that would have saved questions and let through nothing that people rejected, edited
 * or steered, each tried on kept verdicts. Makes none of them.
 */
export async function findSuggestions(
  engine: Engine,
  who: Principal,
  labels: readonly ScopeLabel[],
): Promise<readonly AutonomySuggestion[]> {
  const contracts = await engine.contracts.list()
  const standing = new Set(contracts.filter(({ status }) => status !== 'ended').map(({ scope }) => scope))
  const habits = toScopes(labels)
    .map(scope => ({ scope, row: rowOf(labels.filter(label => label.scope === scope.scope)) }))
    .filter(({ scope, row }) => row.length >= MIN_ROW && !standing.has(scope.scope))
    .toSorted((a, b) => b.row.length - a.row.length)
    .slice(0, MAX_SCOPES)
  const found: AutonomySuggestion[] = []
  for (const { scope, row } of habits) {
    const gate = await engine.store.getGate(row.at(-1)?.gate_id ?? '')
    if (gate === undefined) continue
    for (const draft of await draftsOf(engine, who, { scope, gate }))
      found.push(...(await tryDraft(engine, { scope, gate, draft, row: row.length })))
  }
  return found.toSorted((a, b) => b.would_have_saved - a.would_have_saved)
}

/** The newest approvals as proposed, one after the other, oldest first. */
function rowOf(labels: readonly ScopeLabel[]): readonly ScopeLabel[] {
  const last = labels.findLastIndex(({ approved, label }) => !approved || label === 'wrong')
  return labels.slice(last + 1)
}

async function draftsOf(
  engine: Engine,
  who: Principal,
  { scope, gate }: { readonly scope: AutonomyScope; readonly gate: Gate },
): Promise<readonly Draft[]> {
  const pending: Gate = { ...gate, status: 'pending' }
  const { offers } = await engine.remember.find(who, pending)
  const [first] = offers
  const last = offers.at(-1)
  const permissions = [first, ...(last === first ? [] : [last])].flatMap((offer): Draft[] => {
    if (offer === undefined) return []
    const { title, risk, permissions } = offer
    return [{ kind: 'permission', title, draft: { permissions }, ...(risk === undefined ? {} : { risk }) }]
  })
  const request = { decision: 'approve', remember: 'rule' } as const
  const previewed = previewRules(pending, request, engine.clock.now())
  const rules = 'errors' in previewed ? [] : previewed.rules.map(rule => ruleOf(rule, actOf(engine, gate)))
  return [...permissions, ...rules, ...contractOf(scope)]
}

function actOf({ catalog }: Pick<Engine, 'catalog'>, gate: Gate): string {
  return callsOf(gate)
    .map(call => describeCall(catalog, call))
    .join('; ')
}

function ruleOf(rule: object, act: string): Draft {
  const { metadata: _of, name: _name, description: _made, ...plain } = JsonObject.parse(toJson(rule))
  const { condition } = plain
  const { agents = [], tools = [] } = JsonObject.parse(condition)
  const name = `${String(agents)} calls ${String(tools)} again without being asked`.slice(0, 200)
  return { kind: 'rule', title: `Let it run again: ${act}`, draft: { guidelines: [{ ...plain, name }] } }
}

function contractOf({ scope, why_no_contract: why, still_needed }: AutonomyScope): readonly Draft[] {
  if (why !== undefined) return []
  const title = 'A contract of autonomy: taken back by itself when calls get worse'
  return [{ kind: 'contract', title, still_needed, draft: { contracts: [TryAutonomy.parse({ scope })] } }]
}

async function tryDraft(
  engine: Engine,
  {
    scope: { scope, requester, tool, still_needed: needed },
    gate,
    draft,
    row,
  }: {
    readonly scope: AutonomyScope
    readonly gate: Gate
    readonly draft: Draft
    readonly row: number
  },
): Promise<readonly AutonomySuggestion[]> {
  const { agent } = gate.briefing
  const since = await spanOf(engine, { agent, tool })
  if (since === undefined) return []
  const request = PolicyReplayRequest.parse({ ...draft.draft, since, agent, tool, limit: 0 })
  const tried = await tryPolicy(engine, request)
  if (isRefusal(tried)) return []
  const { approval_saved: saved = 0, rejected_would_run: rejected, edited_would_run: edited } = tried.counts
  if (saved < MIN_SAVED || rejected !== 0 || edited !== 0) return []
  const wait = draft.kind === 'contract' ? `; it opens after about ${needed} more right decisions` : ''
  return [
    {
      ...draft,
      suggestion_id: digest('soulgate.suggestion.v1', canonicalize(toJson(draft.draft))).slice(0, 16),
      ...{ scope, requester, tool, since },
      approvals_in_a_row: row,
      would_have_saved: saved,
      why: `${tool} by ${agent}: ${row} approvals in a row, none edited. It would have saved ${saved} questions and let through nothing that people said no to${wait}.`,
    },
  ]
}

async function spanOf(
  { store, clock }: Pick<Engine, 'store' | 'clock'>,
  about: { readonly agent: string; readonly tool: string },
): Promise<string | undefined> {
  const to = toIso(clock.now() + 1)
  for (const days of SPANS_DAYS) {
    const from = toIso(clock.now() - days * DAY_MS)
    if ((await store.countVerdicts({ ...about, from, to })) <= MAX_VERDICTS) return from
  }
  return undefined
}

function toJson(value: object): JsonObject {
  return JsonObject.parse(JSON.parse(JSON.stringify(value)))
}

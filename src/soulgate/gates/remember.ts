import { canonicalize } from '../../base/canonical-json.ts'
import { type Clock, toIso } from '../../base/clock.ts'
import { digest } from '../../base/digest.ts'
import type { Gate } from '../../contracts/gate.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { CreatePermission, Permission } from '../../contracts/permission.ts'
import { HELD_ALL_THE_SAME, permissionWords } from '../../contracts/permission-words.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { RememberOffer, RememberOffers } from '../../contracts/remember.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import type { ToolCall } from '../../contracts/tool-call.ts'
import { may } from '../../engine/access/access.ts'
import { callsOf, factsOf, type JudgeCalls } from '../../engine/gate/gate.ts'
import { checkPermission, type PlaceFacts, proposePermissions } from '../../engine/permissions/permissions.ts'

/** What offers are found by. */
export interface OfferParts {
  readonly clock: Clock
  readonly places: PlaceFacts
  readonly getTool: (name: string) => RegisteredTool | undefined
  /** The release rule as it would be with further permissions. */
  readonly judgeWith: (further: readonly Permission[]) => JudgeCalls
  /** A permission that names a secret would keep it and tell it to everybody who reads permissions. */
  readonly holdsSecret: (text: string) => boolean
}

const MAX_OFFERS = 5
const MAX_CALLS = 3

/** What may be remembered beside the approval of a gate. */
export interface Remember {
  /** Only what the release rule says would have let its calls run. */
  find(who: Principal, gate: Gate): Promise<RememberOffers>
  /** Why a decision may not bring these permissions with it. */
  refuse(who: Principal, gate: Gate, permissions: readonly CreatePermission[]): Promise<Refusal | undefined>
}

export function createRemember(parts: OfferParts): Remember {
  return {
    find: (who, gate) => findOffers(parts, who, gate),
    refuse: (who, gate, permissions) => refusePermissions(parts, { who, gate, permissions }),
  }
}

async function findOffers(parts: OfferParts, who: Principal, gate: Gate): Promise<RememberOffers> {
  const why = whyNothing(who, gate)
  if (why !== undefined) return { offers: [], why_none: why }
  const found: RememberOffer[] = []
  let held: string | undefined
  for (const call of callsOf(gate).slice(0, MAX_CALLS)) {
    const { sets, because } = await releasingSets(parts, gate, call)
    held ??= because
    found.push(...sets.map(toOffer).filter(offer => !parts.holdsSecret(JSON.stringify(offer))))
  }
  const offers = [...new Map(found.map(offer => [offer.id, offer])).values()].slice(0, MAX_OFFERS)
  if (offers.length > 0) return { offers }
  return {
    offers,
    why_none: held ?? 'Nothing about these calls can be told apart from what the tool could do.',
  }
}

/** They must be an offer of this gate as it stands now. */
async function refusePermissions(
  parts: OfferParts,
  {
    who,
    gate,
    permissions,
  }: {
    readonly who: Principal
    readonly gate: Gate
    readonly permissions: readonly CreatePermission[]
  },
): Promise<Refusal | undefined> {
  if (who.kind === 'agent' || !may(who.role, 'permission.write'))
    return refuse('forbidden', 'Only a reviewer or an admin may give permissions.')
  const { offers } = await findOffers(parts, who, gate)
  const wanted = idOf(permissions)
  if (offers.some(({ id }) => id === wanted)) return undefined
  const message = 'are none of those that are offered for this gate now; read them again'
  return refuse('invalid', `Gate ${gate.gate_id} was not decided: permissions ${message}.`, {
    errors: [{ field: 'permissions', message }],
  })
}

function whyNothing(who: Principal, gate: Gate): string | undefined {
  if (who.kind === 'agent' || !may(who.role, 'permission.write'))
    return 'Permissions are given by reviewers and admins.'
  if (gate.status !== 'pending') return 'The gate is decided.'
  if (callsOf(gate).length === 0) return 'It holds no calls.'
  if (gate.quorum.approvals_required > 1) return 'Several people decide on such calls.'
  const asked = gate.why_held.find(({ source }) => source === 'agent_request' || source === 'in_doubt')
  return asked === undefined ? undefined : 'The agent asked for a person itself.'
}

/** The smallest sets of permissions under which the call alone would run. */
async function releasingSets(
  { clock, places, getTool, judgeWith }: OfferParts,
  gate: Gate,
  call: ToolCall,
): Promise<{ readonly sets: readonly CreatePermission[][]; readonly because?: string }> {
  const tool = getTool(call.tool)
  if (tool === undefined || tool.definition_hash !== call.definition_hash)
    return { sets: [], because: `${call.tool} was declared anew since. Look at its calls once more first.` }
  if (tool.claimed)
    return { sets: [], because: `What ${call.tool} does is only claimed. Confirm the tool first.` }
  const { agent } = gate.briefing
  const candidates = await proposePermissions({
    ...{ tool, arguments: call.arguments, origins: call.origins ?? [], agent },
    folder: call.folder,
  })
  const found: CreatePermission[][] = []
  let because: string | undefined
  for (const set of candidates) {
    if (found.some(smaller => smaller.every(one => set.some(other => isSame(one, other))))) continue
    const checks = await Promise.all(
      set.map(one => checkPermission(one, { tool, places, nowMs: clock.now() })),
    )
    if (checks.some(errors => errors.length > 0)) continue
    const further = set.map((one, index) => asGiven(one, { tool, index, at: toIso(clock.now()) }))
    const { verdict, suggest_only: suggestOnly } = await judgeWith(further)([call], factsOf(gate))
    if (verdict.outcome === 'released') found.push(set)
    because ??= suggestOnly ?? whyStill(verdict)
  }
  return { sets: found, ...(because === undefined ? {} : { because }) }
}

function whyStill(verdict: Awaited<ReturnType<JudgeCalls>>['verdict']): string | undefined {
  if (verdict.outcome === 'held') return verdict.why_held[0]?.text
  return verdict.outcome === 'released' ? undefined : verdict.why
}

function asGiven(
  body: CreatePermission,
  { tool, index, at }: { readonly tool: RegisteredTool; readonly index: number; readonly at: string },
): Permission {
  return {
    ...body,
    ...{ id: `offered_${index}`, definition_hash: tool.definition_hash, created_at: at, created_by: '' },
    ...{ review_at: at, released: 0 },
  }
}

function isSame(left: CreatePermission, right: CreatePermission): boolean {
  return textOf([left]) === textOf([right])
}

function textOf(permissions: readonly CreatePermission[]): string {
  return canonicalize(permissions.map(each => JsonObject.parse(JSON.parse(JSON.stringify(each)))))
}

function idOf(permissions: readonly CreatePermission[]): string {
  return digest('soulgate.remember-offer.v1', textOf(permissions)).slice(0, 16)
}

/** A folder that all are about is named once, at the end. */
function joinTitles(titles: readonly string[]): string {
  const place = /, in .*$/.exec(titles.at(-1) ?? '')?.[0] ?? ''
  return titles
    .map((title, index) =>
      index < titles.length - 1 && place !== '' && title.endsWith(place)
        ? title.slice(0, -place.length)
        : title,
    )
    .join(' · ')
}

function toOffer(permissions: CreatePermission[]): RememberOffer {
  const words = permissions.map(permissionWords)
  const risk = words.flatMap(each => each.risk ?? [])[0]
  return {
    id: idOf(permissions),
    title: joinTitles(words.map(({ title }) => title)),
    passes: words.map(({ passes }) => passes),
    never: [...new Set(words.map(({ never }) => never)), HELD_ALL_THE_SAME],
    ...(risk === undefined ? {} : { risk }),
    permissions,
  }
}

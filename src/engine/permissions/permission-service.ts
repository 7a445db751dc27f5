import { type Clock, toIso } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import { type CreatePermission, Permission } from '../../contracts/permission.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { RegisteredTool } from '../../contracts/tool.ts'
import {
  type EventDraft,
  type Store,
  type StoreReader,
  type StoreTransaction,
  watch,
} from '../../store/store.ts'
import { may } from '../access/access.ts'
import { checkPermission } from './check-permission.ts'
import type { PlaceFacts } from './places.ts'

type WithPermission = { readonly refused?: false; readonly permission: Permission } | Refusal

/** What reviewers let count for calls of tools: classes and trusted values. Every change is audited. */
export interface PermissionService {
  /** Every one that is not revoked, suspended and expired ones too, newest first, with how often calls ran by it. */
  list(): Promise<readonly Permission[]>
  /** The same as read at most a minute ago; another process's change is seen with its notice. Without counts. */
  current(): Promise<readonly Permission[]>
  create(who: Principal, body: CreatePermission): Promise<WithPermission>
  revoke(who: Principal, id: string): Promise<WithPermission>
  close(): void
}

export interface PermissionParts {
  readonly store: Store
  readonly clock: Clock
  readonly ids: Ids
  readonly places: PlaceFacts
  readonly getTool: (name: string) => RegisteredTool | undefined
}

const KIND = 'permission'
const USES = 'permission_use'
const MAX_AGE_MS = 60_000
const REVIEW_MS = 90 * 86_400_000
const MAX_PERMISSIONS = 1_000

export function createPermissionService(parts: PermissionParts): PermissionService {
  const { store, clock } = parts
  const read = () => readPermissions(store)
  const watched = watch({ store, topics: [`document:${KIND}`], clock, maxAgeMs: MAX_AGE_MS, read })
  return {
    list: async () =>
      Promise.all((await readPermissions(store)).map(permission => withUses(store, permission))),
    // A store that is down gives no permission.
    current: () => watched.get().catch(() => []),
    create: async (who, body) => {
      const answer = await create(parts, who, body)
      watched.invalidate()
      return answer
    },
    revoke: async (who, id) => {
      const answer = await revoke(parts, who, id)
      watched.invalidate()
      return answer
    },
    close: watched.close,
  }
}

async function create(
  parts: PermissionParts,
  who: Principal,
  body: CreatePermission,
): Promise<WithPermission> {
  if (!may(who.role, 'permission.write') || who.kind === 'agent')
    return refuse('forbidden', 'Only a reviewer or an admin may give permissions.')
  const tool = body.tool === '*' ? undefined : parts.getTool(body.tool)
  const nowMs = parts.clock.now()
  const errors = await checkPermission(body, { tool, places: parts.places, nowMs })
  const [first] = errors
  if (first !== undefined)
    return refuse('invalid', `The permission was not given: ${first.field} ${first.message}.`, { errors })
  const given = {
    ...{ body, definition_hash: tool?.definition_hash, nowMs },
    ...{ id: parts.ids.newId('permission'), by: who.id, name: who.name, kind: who.kind },
  }
  return parts.store.transact(async (tx): Promise<WithPermission> => {
    const put = await givePermission(tx, given)
    if (put === undefined)
      return refuse('invalid', `${MAX_PERMISSIONS} permissions stand. Revoke those that are not used first.`)
    await tx.appendEvents([put.event])
    return { permission: put.permission }
  })
}

/** A permission that was checked, and who gives it. */
export interface GivenPermission {
  readonly id: string
  readonly body: CreatePermission
  /** Of its tool, as whoever gives it saw it; without it for every tool. */
  readonly definition_hash: string | undefined
  readonly by: string
  readonly name: string | undefined
  readonly kind: Principal['kind']
  readonly nowMs: number
  /** The gate with whose approval it was given. */
  readonly gate_id?: string
}

/** Stores a permission inside the caller's transaction, which appends the event last; undefined where too many stand. */
export async function givePermission(
  tx: StoreTransaction,
  { body, nowMs, by, name, kind, gate_id, ...rest }: GivenPermission,
): Promise<{ readonly permission: Permission; readonly event: EventDraft } | undefined> {
  if ((await tx.listDocuments(KIND)).length >= MAX_PERMISSIONS) return undefined
  const at = toIso(nowMs)
  const permission: Permission = {
    ...{ ...body, id: rest.id },
    ...(rest.definition_hash === undefined ? {} : { definition_hash: rest.definition_hash }),
    ...{ created_at: at, created_by: by, ...(name === undefined ? {} : { created_by_name: name }) },
    ...{ review_at: toIso(nowMs + REVIEW_MS), released: 0 },
    ...(gate_id === undefined ? {} : { gate_id }),
  }
  await tx.putDocument({ kind: KIND, id: permission.id, body: JsonObject.parse(permission), at })
  const payload = { permission_id: permission.id, permission: JsonObject.parse(permission) }
  return { permission, event: eventOf('permission_given', { who: { kind, id: by }, at, payload }) }
}

async function revoke(parts: PermissionParts, who: Principal, id: string): Promise<WithPermission> {
  if (!may(who.role, 'permission.write') || who.kind === 'agent')
    return refuse('forbidden', 'Only a reviewer or an admin may revoke permissions.')
  const at = toIso(parts.clock.now())
  return parts.store.transact(async (tx): Promise<WithPermission> => {
    const document = await tx.getDocument(KIND, id)
    const permission = document && Permission.safeParse(document.body).data
    if (document === undefined || permission === undefined)
      return refuse('not_found', `There is no permission ${id}. List them with \`soulgate permissions\`.`)
    await tx.deleteDocument(KIND, id)
    const payload = { permission_id: id, tool: permission.tool }
    await tx.appendEvents([eventOf('permission_revoked', { who, at, payload })])
    return { permission }
  })
}

function eventOf(
  type: 'permission_given' | 'permission_revoked',
  {
    who,
    at,
    payload,
  }: { readonly who: Pick<Principal, 'kind' | 'id'>; readonly at: string; readonly payload: JsonObject },
): EventDraft {
  return { stream: 'system', type, at, actor: { kind: who.kind, id: who.id }, payload }
}

/** What cannot be read gives nothing. */
async function readPermissions(store: StoreReader): Promise<readonly Permission[]> {
  const documents = await store.listDocuments(KIND)
  return documents
    .flatMap(({ body }) => Permission.safeParse(body).data ?? [])
    .toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1))
}

async function withUses(store: StoreReader, permission: Permission): Promise<Permission> {
  const uses = await store.getDocument(USES, permission.id)
  return uses === undefined
    ? permission
    : { ...permission, released: uses.version, last_released_at: uses.updated_at }
}

/** Counts one call that ran by a permission, inside the transaction that gives its grant. */
export async function countPermission(tx: StoreTransaction, id: string, at: string): Promise<void> {
  await tx.putDocument({ kind: USES, id, body: { last_used_at: at }, at })
}

/** Takes permissions out of force inside the caller's transaction, which appends the events last. */
export async function suspendPermissions(
  tx: StoreTransaction,
  ids: readonly string[],
  { because, at }: { readonly because: string; readonly at: string },
): Promise<readonly EventDraft[]> {
  const events: EventDraft[] = []
  for (const id of new Set(ids)) {
    const document = await tx.getDocument(KIND, id)
    const permission = document && Permission.safeParse(document.body).data
    if (document === undefined || permission === undefined || permission.suspended !== undefined) continue
    const body = JsonObject.parse({ ...permission, suspended: { because: because.slice(0, 500), at } })
    await tx.putDocument({ kind: KIND, id, body, at, expectedVersion: document.version })
    const payload = { permission_id: id, because }
    events.push({ stream: 'system', type: 'permission_suspended', at, actor: SYSTEM, payload })
  }
  return events
}

const SYSTEM = { kind: 'system', id: 'system:permissions' } as const

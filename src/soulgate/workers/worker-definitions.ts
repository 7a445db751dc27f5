import { digest } from '../../base/digest.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  type CarriedDefinition,
  type WorkerAgent,
  WorkerDefinition,
} from '../../contracts/worker-protocol.ts'
import type { StoreReader, StoreTransaction } from '../../store/store.ts'

const KIND = 'worker_definition'
const MAX_WAITING = 20

/** What a worker brings under one name. */
export interface Brought {
  readonly kind: 'agent' | 'tool'
  readonly name: string
  readonly version?: string
  readonly hash: string
  readonly definition: object
}

/** The digest of what an agent says it is: name, version, description, schemas and tools. */
export function agentHash(agent: WorkerAgent): string {
  return digest('soulgate.agent.v1', JsonObject.parse(JSON.parse(JSON.stringify(agent))))
}

/**
 * Whether a definition counts: the first one of a name does, at once; another one waits for a person. A name belongs to
 * the worker that brought it first.
 */
export async function admitDefinition(
  tx: StoreTransaction,
  { who, brought, at }: { readonly who: Principal; readonly brought: Brought; readonly at: string },
): Promise<CarriedDefinition> {
  const { kind, name, version, hash, definition } = brought
  const answer = {
    ...{ kind, name, definition_hash: hash },
    ...(version === undefined ? {} : { version }),
  }
  const entry = { definition_hash: hash, ...(version === undefined ? {} : { version }), at }
  const known = await read(tx, kind, name)
  if (known === undefined) {
    await write(tx, { kind, name, owner: who.id, accepted: [entry], waiting: [] }, at)
    return { ...answer, status: 'carried' }
  }
  if (known.owner !== who.id)
    return {
      ...answer,
      status: 'refused',
      detail: `${name} is carried by ${known.owner}. Take another name.`,
    }
  if (known.accepted.some(item => item.definition_hash === hash)) return { ...answer, status: 'carried' }
  const detail = `${name} changed since it was first brought. A reviewer confirms it: soulgate workers confirm ${kind} ${name} ${hash}`
  if (known.waiting.some(item => item.definition_hash === hash))
    return { ...answer, status: 'waiting', detail }
  if (known.waiting.length >= MAX_WAITING)
    return {
      ...answer,
      status: 'refused',
      detail: `${MAX_WAITING} other definitions of ${name} wait already.`,
    }
  const waiting = [
    ...known.waiting,
    { ...entry, definition: JsonObject.parse(JSON.parse(JSON.stringify(definition))) },
  ]
  await write(tx, { ...known, waiting }, at)
  const payload = { kind, name, definition_hash: hash, worker: who.id }
  const actor = { kind: 'agent' as const, id: who.id }
  await tx.appendEvents([{ stream: 'system', type: 'worker_definition_waiting', at, actor, payload }])
  return { ...answer, status: 'waiting', detail }
}

/** A reviewer's word on a changed definition. */
export async function confirmDefinition(
  tx: StoreTransaction,
  {
    who,
    kind,
    name,
    hash,
    at,
  }: {
    readonly who: Principal
    readonly kind: 'agent' | 'tool'
    readonly name: string
    readonly hash: string
    readonly at: string
  },
): Promise<{ readonly refused?: false; readonly definition: WorkerDefinition } | Refusal> {
  const known = await read(tx, kind, name)
  if (known === undefined) return refuse('not_found', `No worker has brought the ${kind} ${name}.`)
  if (known.accepted.some(item => item.definition_hash === hash)) return { definition: known }
  const found = known.waiting.find(item => item.definition_hash === hash)
  if (found === undefined) return refuse('not_found', `No definition ${hash} of the ${kind} ${name} waits.`)
  const { definition: _definition, ...entry } = found
  const definition: WorkerDefinition = {
    ...known,
    accepted: [...known.accepted, { ...entry, confirmed_by: who.id }],
    waiting: known.waiting.filter(item => item !== found),
  }
  await write(tx, definition, at)
  const payload = { kind, name, definition_hash: hash, worker: known.owner }
  const actor = { kind: who.kind, id: who.id }
  await tx.appendEvents([{ stream: 'system', type: 'worker_definition_confirmed', at, actor, payload }])
  return { definition }
}

export async function listDefinitions(
  store: Pick<StoreReader, 'listDocuments'>,
): Promise<readonly WorkerDefinition[]> {
  const documents = await store.listDocuments(KIND)
  return documents.flatMap(({ body }) => WorkerDefinition.safeParse(body).data ?? [])
}

/** Undefined for a name that no worker ever brought. */
export function readDefinition(
  store: Pick<StoreReader, 'getDocument'>,
  kind: 'agent' | 'tool',
  name: string,
): Promise<WorkerDefinition | undefined> {
  return read(store, kind, name)
}

async function read(
  store: Pick<StoreReader, 'getDocument'>,
  kind: 'agent' | 'tool',
  name: string,
): Promise<WorkerDefinition | undefined> {
  const document = await store.getDocument(KIND, `${kind}:${name}`)
  return document && WorkerDefinition.parse(document.body)
}

async function write(tx: StoreTransaction, definition: WorkerDefinition, at: string): Promise<void> {
  const { kind, name } = definition
  await tx.putDocument({ kind: KIND, id: `${kind}:${name}`, body: JsonObject.parse(definition), at })
}

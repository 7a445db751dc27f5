import { toIso } from '../../base/clock.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import {
  type CarriedDefinition,
  ConnectedWorker,
  type ExchangeAnswer,
  type ExchangeRequest,
  type OpenWorkerSessionRequest,
  WORKER_PROTOCOL_VERSION,
  type WorkerAgent,
  type WorkerDefinition,
  type WorkerMessage,
  type WorkerSession,
  type WorkerTool,
} from '../../contracts/worker-protocol.ts'
import { may } from '../../engine/access/access.ts'
import { findRegistered, registerAgent } from '../../engine/run/run.ts'
import { definitionHash } from '../../engine/tools/tools.ts'
import { SYSTEM_PRINCIPAL } from '../agents/program-principal.ts'
import type { Engine } from '../engine.ts'
import { recordLateResult } from './late-result.ts'
import { createRemoteTool } from './remote-tools.ts'
import {
  admitDefinition,
  agentHash,
  type Brought,
  confirmDefinition,
  listDefinitions,
  readDefinition,
} from './worker-definitions.ts'
import { LINK_KIND, MAX_EXCHANGE_WAIT_MS, WORKER_SILENT_AFTER_MS } from './worker-hub.ts'
import type { RefusedMessage, WorkerLink } from './worker-session.ts'

type Answer<Value> = Promise<({ readonly refused?: false } & Value) | Refusal>

/** Workers beside the server: the process that carries a user's agents, next to the user's secrets. */
export interface WorkersPart {
  /** Opens a connection; what is carried of what it brings stands in the answer. */
  open(who: Principal, body: OpenWorkerSessionRequest): Answer<{ readonly session: WorkerSession }>
  /** Takes the messages of a worker in their order, each once, and answers what it is to be told. */
  exchange(
    who: Principal,
    sessionId: string,
    body: ExchangeRequest,
  ): Answer<{ readonly exchange: ExchangeAnswer }>
  leave(who: Principal, sessionId: string): Answer<object>
  list(): Promise<{
    readonly workers: readonly ConnectedWorker[]
    readonly definitions: readonly WorkerDefinition[]
  }>
  /** A reviewer's word on a changed definition, by its hash. */
  confirm(
    who: Principal,
    about: { readonly kind: 'agent' | 'tool'; readonly name: string; readonly definition_hash: string },
  ): Answer<{ readonly definition: WorkerDefinition }>
}

const MAX_SESSIONS_PER_TOKEN = 100

const NO_RIGHT = refuse(
  'forbidden',
  'Only the token of a worker carries agents (`soulgate token create --role worker`).',
)

export function createWorkersPart(engine: Engine, isWorking: () => boolean): WorkersPart {
  const { store, clock, remoteWorkers: hub } = engine
  return {
    open: async (who, body) => {
      if (who.role !== 'worker' || !may(who.role, 'worker.carry')) return NO_RIGHT
      if (!isWorking())
        return refuse(
          'not_waiting',
          'This process executes no runs. Connect to one that does, such as `soulgate up`.',
        )
      const open = hub.links().filter(link => link.who.credential_id === who.credential_id).length
      if (open >= MAX_SESSIONS_PER_TOKEN)
        return refuse(
          'too_many_workers',
          `${who.id} has ${open} sessions here, and ${MAX_SESSIONS_PER_TOKEN} are allowed. Close those that are not used; a silent one ends after ${WORKER_SILENT_AFTER_MS / 1000} seconds.`,
          { data: { open } },
        )
      const link = hub.open(who, body.label)
      try {
        const definitions = await bringAll(engine, link, body)
        await hub.carried(link, definitions)
        return { session: toSession(link) }
      } catch (error) {
        await hub.end(link, 'it could not be opened')
        throw error
      }
    },
    exchange: async (who, sessionId, { received, messages, wait_ms: waitMs }) => {
      const link = findLink(engine, who, sessionId)
      if (isRefusal(link)) return link
      link.lastSeenMs = clock.now()
      link.acknowledge(received)
      const refused: ExchangeAnswer['refused'] = []
      for (const message of messages) {
        const fault = await take(engine, link, message)
        if (fault) refused.push({ seq: message.seq, ...fault })
      }
      await link.wait(refused.length > 0 ? 0 : Math.min(waitMs, MAX_EXCHANGE_WAIT_MS))
      if (link.isClosed()) return gone(sessionId)
      return { exchange: { received: link.received, messages: [...link.pending()], refused } }
    },
    leave: async (who, sessionId) => {
      const link = findLink(engine, who, sessionId)
      if (isRefusal(link)) return link
      await hub.end(link, 'it left')
      return {}
    },
    list: async () => {
      const documents = await store.listDocuments(LINK_KIND)
      const workers = documents.flatMap(({ body }) => ConnectedWorker.safeParse(body).data ?? [])
      return { workers, definitions: await listDefinitions(store) }
    },
    confirm: async (who, { kind, name, definition_hash: hash }) => {
      if (!may(who.role, 'worker.confirm'))
        return refuse('forbidden', 'Confirming what a worker brings needs a reviewer.')
      const at = toIso(clock.now())
      const answer = await store.transact(tx => confirmDefinition(tx, { who, kind, name, hash, at }))
      if (!isRefusal(answer)) await carryConfirmed(engine, { kind, name, hash })
      return answer
    },
  }
}

function toSession({ id, definitions }: WorkerLink): WorkerSession {
  return {
    ...{ session_id: id, protocol: WORKER_PROTOCOL_VERSION, definitions: [...definitions] },
    ...{ silent_after_ms: WORKER_SILENT_AFTER_MS, max_wait_ms: MAX_EXCHANGE_WAIT_MS },
  }
}

/** Another token's connection is as unknown as one that is over. */
function findLink({ remoteWorkers }: Engine, who: Principal, sessionId: string): WorkerLink | Refusal {
  const link = remoteWorkers.get(sessionId)
  if (link === undefined || who.credential_id === undefined || link.who.credential_id !== who.credential_id)
    return gone(sessionId)
  return link
}

function gone(sessionId: string): Refusal {
  return refuse(
    'not_found',
    `Worker session ${sessionId} is over: the worker was silent, its token was revoked, or the server was started anew. Open another one.`,
  )
}

async function bringAll(
  engine: Engine,
  link: WorkerLink,
  { agents, tools }: OpenWorkerSessionRequest,
): Promise<readonly CarriedDefinition[]> {
  const definitions: CarriedDefinition[] = []
  for (const tool of tools) definitions.push(await bringTool(engine, link, tool))
  for (const agent of agents) definitions.push(await bringAgent(engine, link, agent))
  return definitions
}

async function bringAgent(engine: Engine, link: WorkerLink, agent: WorkerAgent): Promise<CarriedDefinition> {
  const { name, version } = agent
  const hash = agentHash(agent)
  const brought: Brought = { kind: 'agent', name, version, hash, definition: agent }
  const refused = (detail: string): CarriedDefinition => ({
    ...{ kind: 'agent', name, version, definition_hash: hash, status: 'refused', detail },
  })
  const objection = await findObjection(engine, link.who, name)
  if (objection !== undefined) return refused(objection)
  const carried = await admit(engine, link, brought)
  if (carried.status === 'carried') await carryAgent(engine, link, agent)
  link.offered.set(`agent:${name}:${hash}`, agent)
  return carried
}

async function findObjection(engine: Engine, who: Principal, name: string): Promise<string | undefined> {
  const { store, access, ownAgents } = engine
  if (who.agents?.includes(name) !== true) return `The token of ${who.id} does not name the agent ${name}.`
  const isElsewhere =
    ownAgents.names.includes(name) ||
    ((await findRegistered(store, name)) !== undefined &&
      (await readDefinition(store, 'agent', name)) === undefined)
  if (isElsewhere) return `The configuration of the server carries an agent ${name}. Take another name.`
  const tokens = await access.listTokens(SYSTEM_PRINCIPAL)
  const isKey = tokens.some(
    token => token.role === 'agent' && token.name === name && token.revoked_at === undefined,
  )
  return isKey ? `An agent’s key is called ${name}. Rename the agent, or revoke the key.` : undefined
}

function admit({ store, clock }: Engine, { who }: WorkerLink, brought: Brought): Promise<CarriedDefinition> {
  return store.transact(tx => admitDefinition(tx, { who, brought, at: toIso(clock.now()) }))
}

async function carryAgent({ store, clock }: Engine, link: WorkerLink, agent: WorkerAgent): Promise<void> {
  const { tools: _tools, limits: _limits, steps: _steps, ...registered } = agent
  await store.transact(tx => registerAgent(tx, registered, toIso(clock.now())))
  link.agents.set(`${agent.name}@${agent.version}`, agent)
}

async function bringTool(engine: Engine, link: WorkerLink, tool: WorkerTool): Promise<CarriedDefinition> {
  const { has_undo: _hasUndo, ...definition } = tool
  const { name } = definition
  const hash = definitionHash(definition)
  const standing = engine.catalog.get(name)
  if (standing !== undefined && standing.declared_by !== link.who.id) {
    const detail = `There is a tool ${name} already, declared by ${standing.declared_by}. Take another name.`
    return { kind: 'tool', name, definition_hash: hash, status: 'refused', detail }
  }
  const carried = await admit(engine, link, { kind: 'tool', name, hash, definition })
  link.offered.set(`tool:${name}:${hash}`, tool)
  return carried.status === 'carried' ? carryTool(engine, link, { tool, hash }) : carried
}

async function carryTool(
  engine: Engine,
  link: WorkerLink,
  { tool, hash }: { readonly tool: WorkerTool; readonly hash: string },
): Promise<CarriedDefinition> {
  const { catalog, ids, remoteWorkers } = engine
  const { has_undo: hasUndo = false, ...definition } = tool
  const { name } = definition
  const answer = { kind: 'tool' as const, name, definition_hash: hash }
  const mayRepeat = (of: string): boolean => {
    const known = catalog.get(of)
    return known?.claimed === false && (known.annotations.idempotent || known.annotations.read_only)
  }
  const parts = { ids, links: remoteWorkers.links, mayRepeat }
  try {
    await catalog.carry([createRemoteTool(parts, { definition, hash, hasUndo })], link.who)
  } catch (error) {
    return { ...answer, status: 'refused', detail: error instanceof Error ? error.message : String(error) }
  }
  link.tools.set(name, hash)
  return { ...answer, status: 'carried' }
}

/** What a person confirmed is carried at once by the workers that wait with it. */
async function carryConfirmed(
  engine: Engine,
  { kind, name, hash }: { readonly kind: 'agent' | 'tool'; readonly name: string; readonly hash: string },
): Promise<void> {
  for (const link of engine.remoteWorkers.links()) {
    const offered = link.offered.get(`${kind}:${name}:${hash}`)
    if (offered === undefined) continue
    if (kind === 'agent') await carryAgent(engine, link, offered as WorkerAgent)
    else await carryTool(engine, link, { tool: offered as WorkerTool, hash })
    const definitions = link.definitions.map(item => {
      if (item.kind !== kind || item.name !== name || item.definition_hash !== hash) return item
      const { detail: _detail, ...rest } = item
      return { ...rest, status: 'carried' as const }
    })
    await engine.remoteWorkers.carried(link, definitions)
  }
}

/** One message; what was taken before changes nothing, and what follows on a gap is refused. */
async function take(
  engine: Engine,
  link: WorkerLink,
  message: WorkerMessage,
): Promise<RefusedMessage | undefined> {
  if (message.seq <= link.received) return undefined
  if (message.seq !== link.received + 1)
    return { code: 'out_of_order', detail: `Message ${link.received + 1} is missing; send it first.` }
  link.received = message.seq
  switch (message.type) {
    case 'operations':
    case 'worked': {
      const run = link.runs.get(message.run_id)
      if (run === undefined || run.leaseToken !== message.lease_token)
        return {
          code: 'lease_lost',
          detail: `Run ${message.run_id} is not leased to this worker under token ${message.lease_token}; nothing was written.`,
        }
      return message.type === 'operations' ? run.operations(message) : run.worked(message)
    }
    case 'tool_result':
    case 'undone': {
      const task = link.tasks.get(message.task_id)
      if (task === undefined)
        return { code: 'unknown_task', detail: `No call waits for task ${message.task_id} of this worker.` }
      if (message.type === 'tool_result') task.settle(message.outcome)
      else task.undone(message.answer)
      return undefined
    }
    case 'late_result':
      return recordLateResult(engine, link, message)
  }
}

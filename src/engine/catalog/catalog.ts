import type { Clock } from '../../base/clock.ts'
import { toIso } from '../../base/clock.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { RegisteredTool, type Tool } from '../../contracts/tool.ts'
import type { Store } from '../../store/store.ts'
import { actorOf } from '../gate/gate.ts'
import {
  confirmTool,
  createToolRegistry,
  type ExecutableTool,
  type ToolRegistry,
  validateArguments,
} from '../tools/tools.ts'

type WithTool = { readonly refused?: false; readonly tool: RegisteredTool }

/** The tools of this installation: built-in ones, and declared ones that live in the store for every process. */
export interface Catalog {
  get(name: string): RegisteredTool | undefined
  executable(name: string): ExecutableTool | undefined
  list(): readonly RegisteredTool[]
  validate(tool: RegisteredTool, args: JsonObject): ReturnType<typeof validateArguments>
  /** Reads what other processes declared or confirmed. */
  load(): Promise<void>
  declare(who: Principal, tool: Tool): Promise<WithTool | Refusal>
  /** A reviewer's word on what a claimed tool does; refused when the definition changed since it was read. */
  confirm(who: Principal, name: string, body: ToolConfirmationBody): Promise<WithTool | Refusal>
}

export interface ToolConfirmationBody {
  readonly definition_hash: string
  readonly reversibility?: Tool['reversibility']
  readonly annotations?: Tool['annotations']
}

export function createCatalog(given: {
  readonly store: Store
  readonly clock: Clock
  readonly registry: ToolRegistry
  /** Told of each tool before a call of it can be proposed. */
  readonly known?: (tool: RegisteredTool) => void
}): Catalog {
  const { store, clock, known } = given
  const registry: ToolRegistry = {
    ...given.registry,
    restore: tool => {
      known?.(tool)
      given.registry.restore(tool)
    },
  }
  const environment = { store, clock, registry }
  for (const tool of registry.list()) known?.(tool)
  const load = async (): Promise<void> => {
    for (const document of await store.listDocuments('tool'))
      registry.restore(RegisteredTool.parse(document.body))
  }
  store.subscribe(topics => {
    if (topics.includes('document:tool') || topics.includes('*')) load().catch(() => {})
  })
  return {
    get: registry.get,
    executable: registry.executable,
    list: registry.list,
    validate: (tool, args) => validateArguments(tool, args),
    load,
    declare: (who, tool) => declare(environment, who, tool),
    confirm: (who, name, body) => confirm(environment, { who, name, body }),
  }
}

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly registry: ToolRegistry
}

async function declare(
  { store, clock, registry }: Parts,
  who: Principal,
  definition: Tool,
): Promise<WithTool | Refusal> {
  if (who.role === 'viewer' || who.role === 'member') {
    return refuse('forbidden', 'Declaring a tool needs an agent key or a reviewer.')
  }
  const claimed = who.kind !== 'person'
  // Tried on the side first: what the store did not take is not known here either.
  const trial = createToolRegistry({ tools: [] })
  const standing = registry.get(definition.name)
  if (standing) trial.restore(standing)
  const outcome = trial.register({ definition, origin: 'declared', claimed, declaredBy: who.id })
  if (!outcome.ok) return refuse('invalid', 'The tool was not declared.', { errors: outcome.errors })
  const { tool } = outcome
  const at = toIso(clock.now())
  await store.transact(async tx => {
    await tx.putDocument({ kind: 'tool', id: tool.name, body: tool as unknown as JsonObject, at })
    const payload = { tool: tool.name, definition_hash: tool.definition_hash, claimed: tool.claimed }
    await tx.appendEvents([{ stream: 'system', type: 'tool_declared', at, actor: actorOf(who), payload }])
  })
  registry.restore(tool)
  return { tool }
}

async function confirm(
  { store, clock, registry }: Parts,
  { who, name, body }: { who: Principal; name: string; body: ToolConfirmationBody },
): Promise<WithTool | Refusal> {
  if (who.role !== 'reviewer' && who.role !== 'admin')
    return refuse('forbidden', 'Confirming a tool needs a reviewer.')
  const standing = registry.get(name)
  if (!standing) return refuse('not_found', `There is no tool ${name}.`)
  if (standing.origin === 'built_in')
    return refuse('invalid', `${name} is built in and needs no confirmation.`)
  if (standing.declared_by === who.id)
    return refuse('self_approval', `You declared ${name} yourself; another reviewer confirms it.`)
  const at = toIso(clock.now())
  const outcome = confirmTool(standing, {
    definitionHash: body.definition_hash,
    confirmedBy: who.id,
    confirmedAt: at,
    ...(body.annotations ? { annotations: body.annotations } : {}),
    ...(body.reversibility ? { reversibility: body.reversibility } : {}),
  })
  if (!outcome.ok)
    return refuse('version_conflict', outcome.message, { data: { definition_hash: outcome.definition_hash } })
  const { tool } = outcome
  await store.transact(async tx => {
    await tx.putDocument({ kind: 'tool', id: name, body: tool as unknown as JsonObject, at })
    const payload = { tool: name, definition_hash: tool.definition_hash, reversibility: tool.reversibility }
    await tx.appendEvents([{ stream: 'system', type: 'tool_confirmed', at, actor: actorOf(who), payload }])
  })
  registry.restore(tool)
  return { tool }
}

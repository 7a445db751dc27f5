import { z } from 'zod'
import type { Clock } from '../../base/clock.ts'
import { toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { JsonSchema, RegisteredTool, type Tool } from '../../contracts/tool.ts'
import type { Store, StoreTransaction } from '../../store/store.ts'
import { actorOf } from '../gate/gate.ts'
import {
  confirmTool,
  type ExecutableTool,
  findStandingObjection,
  markedSchemas,
  redeclareTool,
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
  /**
   * Takes a declared tool back: an agent its own, a reviewer any. It is unknown from then on, so its calls are held, and
   * grants that were given for it cannot be consumed.
   */
  withdraw(who: Principal, name: string): Promise<WithTool | Refusal>
  /**
   * Declares tools that run in this process. As long as the definition that stands is theirs they are executable here;
   * what they say of themselves is a claim until a person has confirmed it. Throws `invalid_tool`.
   */
  carry(tools: readonly ExecutableTool[], who: Principal): Promise<void>
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
  /** The stored text that stands in the registry, so that only what changed is read anew. */
  const texts = new Map<string, string>()
  const registry: ToolRegistry = {
    ...given.registry,
    restore: tool => {
      texts.delete(tool.name)
      known?.(tool)
      given.registry.restore(tool)
    },
  }
  const environment = { store, clock, registry }
  const carried = new Map<string, { readonly tool: ExecutableTool; readonly definitionHash: string }>()
  for (const tool of registry.list()) known?.(tool)
  const load = async (): Promise<void> => {
    const documents = await store.listDocuments(KIND)
    const stored = new Set(documents.map(document => document.id))
    for (const tool of registry.list()) if (!stored.has(tool.name)) registry.forget(tool.name)
    for (const { id, body } of documents) {
      const text = JSON.stringify(body)
      if (texts.get(id) === text && registry.get(id) !== undefined) continue
      // What cannot be read is unknown, so its calls are held.
      const tool = RegisteredTool.safeParse(body)
      if (tool.success) registry.restore(tool.data)
      else registry.forget(id)
      texts.set(id, text)
    }
  }
  const reload = oneAtATime(load)
  store.subscribe(topics => {
    if (topics.includes('document:tool') || topics.includes('*')) reload()
  })
  return {
    get: registry.get,
    executable: name => {
      const own = carried.get(name)
      if (own === undefined) return registry.executable(name)
      return own.definitionHash === registry.get(name)?.definition_hash ? own.tool : undefined
    },
    list: registry.list,
    validate: (tool, args) => validateArguments(tool, args),
    load,
    declare: (who, tool) => declare(environment, who, tool),
    confirm: (who, name, body) => confirm(environment, { who, name, body }),
    withdraw: (who, name) => withdraw(environment, who, name),
    carry: async (tools, who) => {
      for (const tool of tools) {
        const declared = await declare(environment, who, tool.definition)
        if (isRefusal(declared)) throw new SoulgateError('invalid_tool', whyNotCarried(tool, declared))
        carried.set(tool.definition.name, { tool, definitionHash: declared.tool.definition_hash })
      }
    },
  }
}

/** Many changes that arrive while the tools are read are read together, once more. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isUnderWay = false
  let isWanted = false
  return function run() {
    if (isUnderWay) {
      isWanted = true
      return
    }
    isUnderWay = true
    isWanted = false
    work()
      .catch(() => {})
      .finally(() => {
        isUnderWay = false
        if (isWanted) run()
      })
  }
}

const KIND = 'tool'
/** What an agent's own withdrawn tools had marked, so that withdrawing and declaring anew drops no mark. */
const MARKS_KIND = 'tool_marks'
const MAX_EARLIER_SCHEMAS = 20
const MAX_TOOLS_PER_KEY = 1000

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
  const answer = await store.transact(async tx => {
    const standing =
      registry.get(definition.name)?.origin === 'built_in' ? undefined : await readTool(tx, definition.name)
    const outcome = await judgeDeclaration(tx, { registry, standing, who, definition })
    if (isRefusal(outcome) || outcome.tool === standing) return outcome
    const { tool } = outcome
    const at = toIso(clock.now())
    await tx.putDocument({ kind: KIND, id: tool.name, body: JsonObject.parse(tool), at })
    const payload = { tool: tool.name, definition_hash: tool.definition_hash, claimed: tool.claimed }
    await tx.appendEvents([{ stream: 'system', type: 'tool_declared', at, actor: actorOf(who), payload }])
    return outcome
  })
  if (!isRefusal(answer)) registry.restore(answer.tool)
  return answer
}

function whyNotCarried({ definition }: ExecutableTool, { detail, errors = [] }: Refusal): string {
  const [first] = errors
  return `Tool ${definition.name} cannot be carried: ${first === undefined ? detail : `${first.field} ${first.message}`}`
}

/** What would stand, before it does: what the store does not take is not known here either. */
async function judgeDeclaration(
  tx: StoreTransaction,
  declaring: {
    readonly registry: ToolRegistry
    readonly standing: RegisteredTool | undefined
    readonly who: Principal
    readonly definition: Tool
  },
): Promise<WithTool | Refusal> {
  const { registry, standing, who, definition } = declaring
  const outcome = registry.examine({
    ...{ definition, origin: 'declared', claimed: who.kind !== 'person' },
    ...{ declaredBy: who.id, declaredRole: who.role },
  })
  if (!outcome.ok) return refuse('invalid', 'The tool was not declared.', { errors: outcome.errors })
  if (standing === undefined)
    return refuseMoreTools(registry, who) ?? { tool: await withMarks(tx, outcome.tool) }
  const { definition_hash: definitionHash } = outcome.tool
  const objection = findStandingObjection(standing, { definitionHash, by: who })
  if (objection !== undefined) {
    const data = { declared_by: standing.declared_by, definition_hash: standing.definition_hash }
    return refuse('declaration_exists', objection, { data })
  }
  const tool = redeclareTool(standing, outcome.tool)
  if ((tool.earlier_schemas?.length ?? 0) <= MAX_EARLIER_SCHEMAS) return { tool }
  const detail = `Tool ${tool.name} was declared more than ${MAX_EARLIER_SCHEMAS} times with other marks. Ask a reviewer to withdraw it first.`
  return refuse('declaration_exists', detail)
}

/** One agent's key or worker leaves room for the others: each tool is read by every process, for every goal. */
function refuseMoreTools(registry: ToolRegistry, who: Principal): Refusal | undefined {
  if (who.kind !== 'agent') return undefined
  const declared = registry.list().filter(tool => tool.declared_by === who.id).length
  if (declared < MAX_TOOLS_PER_KEY) return undefined
  const detail = `${who.id} has declared ${declared} tools, and ${MAX_TOOLS_PER_KEY} are allowed. Withdraw those that are not used (\`soulgate tools withdraw NAME\`).`
  return refuse('too_many_tools', detail, { data: { declared } })
}

async function readTool(tx: StoreTransaction, name: string): Promise<RegisteredTool | undefined> {
  const document = await tx.getDocument(KIND, name)
  return document && RegisteredTool.safeParse(document.body).data
}

const Marks = z.object({ schemas: z.array(JsonSchema) })

async function withMarks(tx: StoreTransaction, tool: RegisteredTool): Promise<RegisteredTool> {
  const kept = await tx.getDocument(MARKS_KIND, tool.name)
  return kept ? { ...tool, earlier_schemas: Marks.parse(kept.body).schemas } : tool
}

async function withdraw(
  { store, clock, registry }: Parts,
  who: Principal,
  name: string,
): Promise<WithTool | Refusal> {
  if (registry.get(name)?.origin === 'built_in')
    return refuse('invalid', `${name} is built in and cannot be withdrawn.`)
  const isReviewer = who.role === 'reviewer' || who.role === 'admin'
  const answer = await store.transact(async (tx): Promise<WithTool | Refusal> => {
    const tool = await readTool(tx, name)
    if (tool === undefined) return refuse('not_found', `There is no declared tool ${name}.`)
    if (!isReviewer && (who.role !== 'agent' || tool.declared_by !== who.id))
      return refuse('forbidden', `Tool ${name} was declared by somebody else; a reviewer can withdraw it.`)
    const at = toIso(clock.now())
    await tx.deleteDocument(KIND, name)
    const schemas = isReviewer ? [] : markedSchemas(tool)
    if (schemas.length === 0) await tx.deleteDocument(MARKS_KIND, name)
    else await tx.putDocument({ kind: MARKS_KIND, id: name, body: JsonObject.parse({ schemas }), at })
    const payload = { tool: name, definition_hash: tool.definition_hash, declared_by: tool.declared_by }
    await tx.appendEvents([{ stream: 'system', type: 'tool_withdrawn', at, actor: actorOf(who), payload }])
    return { tool }
  })
  if (!isRefusal(answer)) registry.forget(name)
  return answer
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
  const isSame = await store.transact(async tx => {
    if ((await readTool(tx, name))?.definition_hash !== tool.definition_hash) return false
    await tx.putDocument({ kind: KIND, id: name, body: JsonObject.parse(tool), at })
    const payload = { tool: name, definition_hash: tool.definition_hash, reversibility: tool.reversibility }
    await tx.appendEvents([{ stream: 'system', type: 'tool_confirmed', at, actor: actorOf(who), payload }])
    return true
  })
  if (!isSame)
    return refuse('version_conflict', `Tool ${name} was changed or withdrawn meanwhile. Look again.`)
  registry.restore(tool)
  return { tool }
}

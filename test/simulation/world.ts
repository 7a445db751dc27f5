import { canonicalize } from '../../src/base/canonical-json.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import type { ExecutableTool, ToolOutcome } from '../../src/engine/tools/tools.ts'
import type { History } from './history.ts'
import type { Owner, Scheduler } from './scheduler.ts'

interface Kind {
  readonly name: string
  readonly reversibility: Tool['reversibility']
  readonly idempotent: boolean
  readonly readOnly?: boolean
}

export const TOOLS: readonly Kind[] = [
  { name: 'read_thing', reversibility: 'read_only', idempotent: true, readOnly: true },
  { name: 'put_thing', reversibility: 'reversible', idempotent: true },
  { name: 'move_thing', reversibility: 'reversible', idempotent: false },
  { name: 'delete_thing', reversibility: 'irreversible', idempotent: false },
  { name: 'flaky_thing', reversibility: 'reversible', idempotent: false },
]

const idempotentTools = new Set(TOOLS.filter(tool => tool.idempotent).map(tool => tool.name))

export interface WorldOptions {
  readonly scheduler: Scheduler
  readonly owner: Owner
  readonly history: History
  /** A worker may be stopped between being handed the call and doing it; only where nobody takes over meanwhile. */
  readonly pausesBefore: boolean
}

/** The world's tools as one worker holds them. Each touch is checked against what was durable at that moment. */
export function createWorldTools(options: WorldOptions): readonly ExecutableTool[] {
  return TOOLS.map(kind => ({
    definition: definitionOf(kind),
    execute: async call => {
      const { scheduler, owner } = options
      if (options.pausesBefore) await scheduler.pause(owner)
      if (kind.name === 'flaky_thing' && scheduler.chance(0.3)) return failed(scheduler)
      touch(options, kind, call)
      await scheduler.pause(owner)
      if (kind.name === 'flaky_thing' && scheduler.chance(0.3)) {
        throw new Error('the connection broke after the effect')
      }
      return { result: { success: true, output: { done: kind.name } } }
    },
  }))
}

function failed(scheduler: Scheduler): ToolOutcome {
  if (scheduler.chance(0.5)) throw new Error('the connection broke before the effect')
  return { result: { success: false, output: null, error: 'no' }, effect: 'none' }
}

function touch(
  { history, owner }: WorldOptions,
  kind: Kind,
  call: Parameters<ExecutableTool['execute']>[0],
): void {
  const { arguments: args, idempotencyKey: key } = call
  const intents = history.intents.get(key) ?? []
  const covering = intents.filter(
    intent => intent.tool === kind.name && canonicalize(intent.arguments) === canonicalize(args),
  )
  if (covering.length === 0) {
    history.violate(`gated: ${kind.name} ran without a durable intent for ${JSON.stringify(args)}`)
  }
  for (const intent of covering) {
    const grant = history.consumed.get(intent.grant_id)
    if (!grant) history.violate(`gated: ${kind.name} ran while its grant ${intent.grant_id} was not consumed`)
    else if (grant.digest !== intent.digest || canonicalize(grant.arguments) !== canonicalize(args)) {
      history.violate(`what you saw: ${kind.name} ran with other arguments than grant ${grant.grant_id} says`)
    }
  }
  history.effects.push({ tool: kind.name, arguments: args, key, worker: owner })
  const times = history.effects.filter(effect => effect.key === key).length
  if (times > 1 && !idempotentTools.has(kind.name)) {
    history.violate(`at most once: ${kind.name} touched the world ${times} times for one call`)
  }
}

function definitionOf(kind: Kind): Tool {
  return {
    name: kind.name,
    description: `Does ${kind.name}`,
    input_schema: {
      type: 'object',
      properties: { path: { type: 'string', 'x-soulgate': 'path' } },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: {
      read_only: kind.readOnly ?? false,
      idempotent: kind.idempotent,
      destructive: kind.name === 'delete_thing',
      open_world: false,
    },
    reversibility: kind.reversibility,
    prerequisites: [],
    produces: [],
  }
}

import type { JsonObject, JsonValue } from '../../src/contracts/json-value.ts'
import type { AgentDefinition, RunContext } from '../../src/engine/run/run.ts'
import type { ExecutableTool } from '../../src/engine/tools/tools.ts'
import { moveTool, type World } from '../engine/engine-fixture.ts'

/** A run that uses everything: steps, branches, gates, a child, a sleep, tools that may and may not be repeated. */
const tour: AgentDefinition = {
  kind: 'plan',
  version: '1',
  run: async context => {
    const looked = await context.step('look', () => 1)
    context.emit('agent_progress', { at: 'look' })
    const [child, gate, released] = await Promise.all([
      context.child('errand', 'reasoning', {}),
      context.gate('outline', {
        terms: { type: 'plan_approval' },
        summary: 'An outline',
        subject: { plan: { title: 'outline' } },
        why_held: [{ source: 'agent_request', text: 'An outline is approved by people.' }],
      }),
      propose(context, [{ tool: 'move_thing', path: 'released' }], 0.95),
    ])
    await context.sleep('rest', 5_000)
    const held = await propose(
      context,
      [
        { tool: 'move_thing', path: 'held' },
        { tool: 'put_thing', path: 'again and again' },
      ],
      0.7,
    )
    const end = await context.step('sum up', () => 2)
    return { looked, child: child.output ?? null, gate: gate.gate.status, released, held, end }
  },
}

const errand: AgentDefinition = {
  kind: 'reasoning',
  version: '1',
  run: context => propose(context, [{ tool: 'move_thing', path: 'errand' }], 0.7),
}

export const TOUR: readonly AgentDefinition[] = [tour, errand]

/** What the tour answers when nothing disturbs it. */
export const TOUR_OUTPUT: JsonValue = {
  looked: 1,
  child: ['succeeded'],
  gate: 'approved',
  released: ['succeeded'],
  held: ['succeeded', 'succeeded'],
  end: 2,
}

export function tourTools(world: World): readonly ExecutableTool[] {
  const move = moveTool(world)
  const put: ExecutableTool = {
    definition: {
      ...move.definition,
      name: 'put_thing',
      annotations: { ...move.definition.annotations, idempotent: true },
    },
    execute: async call => {
      world.effects.push({ tool: 'put_thing', arguments: call.arguments, key: call.idempotencyKey })
      return { result: { success: true, output: { done: true } } }
    },
  }
  return [move, put]
}

async function propose(
  context: RunContext,
  calls: readonly { readonly tool: string; readonly path: string }[],
  score: number,
): Promise<string[]> {
  const outcome = await context.propose(
    calls.map(call => ({ tool: call.tool, arguments: { path: call.path } satisfies JsonObject })),
    { confidence: { score, factors: [], adjustments: [] } },
  )
  return outcome.results.map(result => result.status)
}

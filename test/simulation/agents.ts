import type { JsonObject, JsonValue } from '../../src/contracts/json-value.ts'
import type { AgentDefinition, ProposalOutcome, RunContext } from '../../src/engine/run/run.ts'

/** Several calls, put to people as often as they steer. */
const proposer: AgentDefinition = {
  kind: 'reasoning',
  version: '1',
  run: async (context, input) => {
    const results: JsonValue[] = []
    let outcome = await propose(context, input as JsonObject)
    results.push(...outcome.results.map(toSummary))
    for (let round = 0; round < 2 && outcome.outcome === 'steered'; round += 1) {
      context.emit('agent_progress', { round })
      outcome = await propose(context, input as JsonObject)
      results.push(...outcome.results.map(toSummary))
    }
    return { results, outcome: outcome.outcome }
  },
}

/** Branches side by side: several open gates, results that race, a sleep and a failing step. */
const brancher: AgentDefinition = {
  kind: 'chat',
  version: '1',
  run: async (context, input) => {
    const given = input as { branches: JsonObject[] }
    const branches = given.branches.map(async (branch, index) => {
      for (let tick = 0; tick < index; tick += 1) await null
      const value = await context.step(`look ${index}`, () => ({ index }))
      if (index % 2 === 1) await context.sleep(`rest ${index}`, 1_000 * (1 + index))
      const failed = await context.step(`fail ${index}`, () => failing(index)).catch(String)
      const outcome = await propose(context, branch)
      return { value, failed, results: outcome.results.map(toSummary) }
    })
    const ended = await Promise.all(branches)
    return { results: ended.flatMap(branch => branch.results) }
  },
}

function failing(index: number): number {
  if (index === 0) throw new TypeError('the first one always fails')
  return index
}

/** A child run with gates of its own beside a gate of the parent. */
const parent: AgentDefinition = {
  kind: 'plan',
  version: '1',
  run: async (context, input) => {
    const given = input as { child: JsonObject; own: JsonObject }
    const [child, answer] = await Promise.all([
      context.child('errand', 'reasoning', given.child),
      context.gate('outline', {
        terms: { type: 'plan_approval', ttl_seconds: 90 },
        summary: 'An outline',
        subject: { plan: { title: 'outline' } },
        why_held: [{ source: 'agent_request', text: 'An outline is approved by people.' }],
      }),
    ])
    const own = answer.gate.status === 'approved' ? await propose(context, given.own) : undefined
    return { child: child.status, gate: answer.gate.status, results: own?.results.map(toSummary) ?? [] }
  },
}

/** A gate against a timer; whoever is late is left behind. */
const racer: AgentDefinition = {
  kind: 'iteration',
  version: '1',
  run: async (context, input) => {
    const startedAt = await context.now()
    const first = await Promise.race([
      context.sleep('patience', 20_000).then(() => 'time'),
      context
        .gate('checkpoint', {
          terms: { type: 'checkpoint', ttl_seconds: 60 },
          summary: 'Go on?',
          subject: { document: { at: startedAt } },
          why_held: [{ source: 'agent_request', text: 'A checkpoint.' }],
        })
        .then(answer => answer.gate.status),
    ])
    const outcome = await propose(context, input as JsonObject)
    return { first, id: context.id('thing'), results: outcome.results.map(toSummary) }
  },
}

export const AGENTS: readonly AgentDefinition[] = [proposer, brancher, parent, racer]

function propose(context: RunContext, input: JsonObject): Promise<ProposalOutcome> {
  const calls = input.calls as { tool: string; path: string }[]
  return context.propose(
    calls.map(call => ({ tool: call.tool, arguments: { path: call.path } })),
    {
      confidence: { score: Number(input.confidence), factors: [], adjustments: [] },
      ttl_seconds: Number(input.ttl_seconds),
      texts: { personTexts: calls.map(call => call.path), trustedReads: [], untrustedReads: [] },
    },
  )
}

function toSummary(result: ProposalOutcome['results'][number]): JsonObject {
  return { call_id: result.call_id, tool: result.tool_name, status: result.status, input: result.input }
}

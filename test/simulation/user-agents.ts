import { z } from 'zod'
import { type CallResult, defineAgent, toEngineAgent } from '../../src/agents/agents.ts'
import type { AgentDefinition as EngineAgent } from '../../src/engine/run/run.ts'

const Call = z.object({ tool: z.string(), path: z.string() })
const Proposal = z.object({ calls: z.array(Call), ttl_seconds: z.number() })
type Proposal = z.infer<typeof Proposal>

const summaries = (results: readonly Pick<CallResult, 'status'>[]) =>
  results.map(({ status }) => ({ status }))

/** What a user of the package writes against the public context: several calls, put again as often as people steer. */
const proposer = defineAgent({
  name: 'user-proposer',
  input: Proposal,
  run: async (context, { calls, ttl_seconds }) => {
    const planned = calls.map(({ tool, path }) => ({ tool, input: { path } }))
    const options = { reason: 'It was asked for.', within: { seconds: ttl_seconds } }
    const results = [...(await context.calls(planned, options))]
    for (let round = 0; round < 2 && results.at(-1)?.status === 'steered'; round += 1) {
      context.emit({ round })
      results.push(...(await context.calls(planned, options)))
    }
    return { results: summaries(results) }
  },
})

/** Side by side: a child, a question, a gate of its own, a step that is tried again and fails, a sleep. */
const brancher = defineAgent({
  name: 'user-brancher',
  input: z.object({ child: Proposal, own: Proposal }),
  run: async (context, { child, own }: { child: Proposal; own: Proposal }) => {
    const [ended, decided, looked] = await context.all([
      context.child(proposer, child),
      context.gate('outline', {
        title: 'Go on?',
        choices: { go: { label: 'Go', outcome: 'approve' }, stop: { label: 'Stop', outcome: 'reject' } },
        within: { seconds: 90 },
      }),
      context
        .step('look', () => Promise.reject(new TypeError('it always fails')), {
          retry: { maxAttempts: 2, initialInterval: { seconds: 1 } },
        })
        .catch(String),
    ])
    await context.sleep({ seconds: 2 })
    const results =
      decided.status === 'decided' && decided.choice === 'go'
        ? await context.calls(own.calls.map(({ tool, path }) => ({ tool, input: { path } })))
        : []
    return { child: ended.status, looked, id: context.id('thing'), results: summaries(results) }
  },
})

const ENVIRONMENT: Parameters<typeof toEngineAgent>[1] = {
  llm: {
    generate: () => Promise.reject(new Error('no agent of these asks a model')),
    describe: () => {
      throw new Error('no agent of these asks a model')
    },
  },
  tool: () => undefined,
  toolsOf: () => [],
  budgetUsd: async () => 0,
  memory: { recall: async () => undefined, remember: async () => undefined },
  demands: async () => ({ terms: undefined, why: [] }),
}

/** As the engine runs them: through the door that every user's agent goes. */
export const USER_AGENTS: readonly EngineAgent[] = [proposer, brancher].map(agent =>
  toEngineAgent(agent, ENVIRONMENT),
)

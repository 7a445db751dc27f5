import { isSoulgateError, SoulgateError } from '../base/errors.ts'
import type { JsonObject } from '../contracts/json-value.ts'
import {
  type ModelMessage,
  ModelResponse,
  type ModelTier,
  type ModelTool,
  type ModelToolCall,
} from '../contracts/model.ts'
import type { RegisteredTool, ToolResult } from '../contracts/tool.ts'
import { type ProvenanceTexts, textsOf } from '../engine/gate/gate.ts'
import type { ProposalOutcome, RunContext } from '../engine/run/run.ts'
import { type ResolveSecrets, toOpenAiName } from '../engine/tools/tools.ts'
import type { Llm } from '../llm/llm.ts'
import type { AgentDefinition, ModelWork, Remembered } from './agent-context.ts'
import { agentOf } from './agent-tool.ts'
import { askForBudget, type Budget, budgetOf, type Raised, type ReadBudgets, spendWithin } from './budget.ts'
import { toCallResults } from './call-result.ts'
import { describeAgent, type ModelAgentInput, type ModelAgentOutput } from './define-agent.ts'
import { isMcpSource, type McpSource } from './mcp-source.ts'
import { TIERS } from './model-choice.ts'
import type { DemandTerms } from './standard-gate.ts'

/** What agents need of the program. */
export interface AgentEnvironment {
  readonly llm: Pick<Llm, 'generate' | 'describe'>
  readonly tool: (name: string) => RegisteredTool | undefined
  /** The tools of an MCP server of the configuration that this process can call. */
  readonly toolsOf: (source: McpSource) => readonly RegisteredTool[]
  /** USD that the model calls of one run may cost where the agent says nothing. */
  readonly budgetUsd: () => Promise<number>
  /** What bounds that a run spends; absent: its own budget alone. */
  readonly budgets?: ReadBudgets
  /** Opens stored secrets; absent: none is opened. */
  readonly resolveSecrets?: ResolveSecrets
  /** Asks a built-in tool that only reads, within the workspace; absent: nothing is looked at. */
  readonly look?: (tool: string, input: JsonObject) => Promise<ToolResult>
  readonly memory: SessionMemory
  readonly demands: DemandTerms
}

/** The memory of sessions, as agents use it. */
export interface SessionMemory {
  recall(sessionId: string, name: string): Promise<Remembered | undefined>
  /** Done once for each `changeId`. Answers why nothing was kept, or undefined. */
  remember(change: {
    readonly sessionId: string
    readonly runId: string
    readonly changeId: string
    readonly agent: string
    readonly name: string
    readonly text: string
  }): Promise<string | undefined>
}

const DEFAULT_TURNS = 20
interface Conversation {
  readonly messages: readonly ModelMessage[]
  readonly spentUsd: number
  /** Of the run itself. */
  readonly budgetUsd: number
  readonly raised: Raised
  /** What calls may take values from: people's words, and what was read meanwhile. */
  readonly texts: ProvenanceTexts
}

/**
 * Lets the model call tools turn by turn until it answers in words. The calls of one turn are one proposal: rules and
 * people decide over them as over anybody's. Throws `turn_limit` when it never came to an answer.
 */
export async function runModelAgent(
  environment: AgentEnvironment,
  run: RunContext,
  {
    agent,
    work,
    input,
  }: { readonly agent: AgentDefinition; readonly work: ModelWork; readonly input: ModelAgentInput },
): Promise<ModelAgentOutput> {
  const offered = offeredTools(environment, work)
  const turns = work.maxTurns ?? DEFAULT_TURNS
  let talk: Conversation = {
    messages: [
      { role: 'system', content: work.instructions },
      { role: 'user', content: input.message },
    ],
    ...{ spentUsd: 0, raised: {} },
    budgetUsd: agent.limits?.budgetUsd ?? (await run.step('budget', () => environment.budgetUsd())),
    texts: textsOf(run.asked_by, [input.message]),
  }
  for (let turn = 1; turn <= turns; turn += 1) {
    const asked = await askModel(environment, run, { agent: agent.name, work, offered, talk, turn })
    if ('exceeded' in asked) {
      const { exceeded: budget, because } = asked
      const facts = { turns: turn - 1 }
      const name = `limit:budget:${turn}`
      talk = hearOfBudget(talk, await askForBudget(run, { agent: agent.name, name, budget, because, facts }))
      continue
    }
    const { response } = asked
    const said: ModelMessage = { role: 'assistant', content: response.text, tool_calls: response.tool_calls }
    talk = { ...talk, messages: [...talk.messages, said], spentUsd: talk.spentUsd + response.cost_usd }
    if (response.tool_calls.length === 0) return { text: response.text }
    talk = await act(run, { offered, talk, calls: response.tool_calls, said: response.text })
  }
  throw new SoulgateError(
    'turn_limit',
    `Agent ${agent.name} asked its model ${turns} times without coming to an answer. Raise \`maxTurns\` or say in its instructions when it is done.`,
  )
}

interface Offered {
  readonly tool: ModelTool
  readonly name: string
  readonly isAgent: boolean
}

/** What the model is told of, by the name that it is told; a tool that nobody has declared is left out. */
function offeredTools(environment: AgentEnvironment, { tools }: ModelWork): ReadonlyMap<string, Offered> {
  const all = tools.flatMap((item): Offered[] => {
    const agent = agentOf(item)
    if (agent !== undefined) {
      const { name, description } = typeof item === 'object' && 'agent' in item ? item : agent.asTool()
      const { input_schema } = describeAgent(agent)
      return [{ name, isAgent: true, tool: { name, description, input_schema: input_schema as JsonObject } }]
    }
    if (isMcpSource(item)) return environment.toolsOf(item).map(toOffered)
    const registered = environment.tool(typeof item === 'string' ? item : item.name)
    return registered === undefined ? [] : [toOffered(registered)]
  })
  return new Map(all.map(offered => [offered.tool.name, offered]))
}

function toOffered({ name, description, input_schema }: RegisteredTool): Offered {
  const tool = { name: toOpenAiName(name), description, input_schema: input_schema as JsonObject }
  return { name, isAgent: false, tool }
}

async function askModel(
  environment: AgentEnvironment,
  run: RunContext,
  asking: {
    readonly agent: string
    readonly work: ModelWork
    readonly offered: ReadonlyMap<string, Offered>
    readonly talk: Conversation
    readonly turn: number
  },
): Promise<{ readonly response: ModelResponse } | { readonly exceeded: Budget; readonly because: string }> {
  const { llm } = environment
  const { work, offered, talk, turn } = asking
  try {
    const answered = await run.step(
      `model:${turn}`,
      async signal => {
        const tools = [...offered.values()].map(({ tool }) => tool)
        const request = { tier: TIERS[work.model], messages: [...talk.messages], tools, purpose: 'agent' }
        const spend = (budgetUsd: number) => llm.generate(request, { signal, budgetUsd })
        const budgets = await budgetsOf(environment, run.run_id, asking)
        return JSON.parse(JSON.stringify(await spendWithin(budgets, talk.raised, spend)))
      },
      { kind: 'model', input: { turn }, measure: measure(TIERS[work.model]) },
    )
    return { response: ModelResponse.parse(answered) }
  } catch (error) {
    if (!isSoulgateError(error, 'budget_exceeded')) throw error
    // Journals of before name no budget: there was that of the run alone.
    const exceeded = budgetOf(error) ?? ownBudget(run.run_id, asking, talk.spentUsd)
    return { exceeded, because: error.message }
  }
}

interface Spending {
  readonly agent: string
  readonly talk: Conversation
}

/** All that bound the next model call. */
async function budgetsOf(
  { budgets }: AgentEnvironment,
  runId: string,
  spending: Spending,
): Promise<readonly Budget[]> {
  const { agent, talk } = spending
  if (budgets === undefined) return [ownBudget(runId, spending, talk.spentUsd)]
  return budgets({ runId, agent, limitUsd: talk.budgetUsd, spentUsd: talk.spentUsd })
}

function ownBudget(key: string, { agent, talk }: Spending, spent: number): Budget {
  return { key, of: 'run', agent, limit: talk.raised[key] ?? talk.budgetUsd, spent }
}

function hearOfBudget(
  talk: Conversation,
  { raised, instruction }: Awaited<ReturnType<typeof askForBudget>>,
): Conversation {
  const allowed = { ...talk, raised: { ...talk.raised, ...raised } }
  if (instruction === undefined) return allowed
  const messages: readonly ModelMessage[] = [...talk.messages, { role: 'user', content: instruction }]
  return {
    ...allowed,
    messages,
    texts: { ...talk.texts, personTexts: [...talk.texts.personTexts, instruction] },
  }
}

const measure = (model_tier: ModelTier) => (answered: unknown) => {
  const { usage, cost_usd, model } = ModelResponse.parse(answered)
  return { tokens: usage.input_tokens + usage.output_tokens, cost_usd, model, model_tier }
}

interface Acting {
  readonly offered: ReadonlyMap<string, Offered>
  readonly talk: Conversation
  readonly calls: readonly ModelToolCall[]
  readonly said: string
}

/** One result message for each call, in its order. */
async function act(run: RunContext, { offered, talk, calls, said }: Acting): Promise<Conversation> {
  const results = new Map<string, string>()
  const proposed: { readonly id: string; readonly tool: string; readonly arguments: JsonObject }[] = []
  for (const [index, call] of calls.entries()) {
    const known = offered.get(call.name)
    const id = `${index}`
    if (known === undefined) results.set(id, `There is no tool ${call.name}.`)
    else if (call.arguments === undefined)
      results.set(id, 'The arguments were no JSON object. Write them again.')
    else if (known.isAgent) results.set(id, await runChild(run, known.name, call.arguments))
    else proposed.push({ id, tool: known.name, arguments: call.arguments })
  }
  let { texts } = talk
  if (proposed.length > 0) {
    const outcome = await run.propose(
      proposed.map(({ tool, arguments: args }) => ({ tool, arguments: args })),
      { texts, ...(said.trim() === '' ? {} : { agent_says: said }) },
    )
    for (const [index, result] of toCallResults(outcome).entries())
      results.set(proposed[index]?.id ?? '', JSON.stringify(result))
    texts = withLearned(texts, outcome)
  }
  const answers = calls.map(({ id, name }, index): ModelMessage => {
    return { role: 'tool', tool_call_id: id, name, content: results.get(`${index}`) ?? 'Not run.' }
  })
  return { ...talk, texts, messages: [...talk.messages, ...answers] }
}

async function runChild(run: RunContext, agent: string, input: JsonObject): Promise<string> {
  const { status, output = null, error } = await run.child(`child:${agent}`, { agent }, input)
  return JSON.stringify({ status, output, ...(error === undefined ? {} : { error: error.message }) })
}

/** What a person said in a steer is the person's; what tools answered is data that vouches for nothing. */
function withLearned(texts: ProvenanceTexts, outcome: ProposalOutcome): ProvenanceTexts {
  const instruction = 'answer' in outcome ? outcome.answer.decision?.steer_instructions : undefined
  const reads = outcome.results
    .filter(({ success }) => success)
    .map(({ tool_name, output }) => ({ label: tool_name, text: JSON.stringify(output ?? null) }))
  return {
    ...texts,
    personTexts: [...texts.personTexts, ...(instruction === undefined ? [] : [instruction])],
    untrustedReads: [...texts.untrustedReads, ...reads],
  }
}

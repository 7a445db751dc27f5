import { SoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { RunKind } from '../contracts/run.ts'
import type { AgentDefinition as EngineAgent, RunContext } from '../engine/run/run.ts'
import type { AgentContext, AgentDefinition } from './agent-context.ts'
import { toRunLimits } from './agent-limits.ts'
import { createAgentContext, parse } from './create-context.ts'
import type { ModelAgentInput } from './define-agent.ts'
import { type AgentEnvironment, runModelAgent } from './model-agent.ts'
import { withOwnLine } from './own-line.ts'
import { toJson } from './schema.ts'

/** The agent as the engine runs it: its input checked before the first line, its answer after the last. */
export function toEngineAgent(
  agent: AgentDefinition,
  environment: AgentEnvironment,
  /** The word on the wire for runs of a bundled agent, which has its name. */
  kind: RunKind = 'agent',
): EngineAgent {
  const { name, version } = agent
  const limits = toRunLimits(agent.limits)
  return {
    ...{ kind, version },
    ...(kind === 'agent' ? { agent: name } : {}),
    ...(limits === undefined ? {} : { limits }),
    run: async (run, input) =>
      toJson(await work(agent, environment, { run, input, isBundled: kind !== 'agent' }), `Agent ${name}`),
  }
}

async function work(
  agent: AgentDefinition,
  environment: AgentEnvironment,
  {
    run,
    input,
    isBundled,
  }: { readonly run: RunContext; readonly input: JsonValue; readonly isBundled: boolean },
): Promise<unknown> {
  const { name, work: how } = agent
  const parsed = await parse(agent.input, input, `The input of agent ${name}`)
  if (how.kind === 'model')
    return runModelAgent(environment, run, { agent, work: how, input: parsed as ModelAgentInput })
  const context = createAgentContext({ run, agent, environment, input, isBundled })
  return answerOf(agent, await runOwn(() => how.run(context, parsed as never)))
}

/** What the user's function throws tells the line of theirs that it came from. */
async function runOwn(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    throw withOwnLine(error)
  }
}

/** Runs the function of an agent over any context, with the checks of `toEngineAgent`. */
export async function runCodeAgent(
  agent: AgentDefinition,
  context: AgentContext,
  input: JsonValue,
): Promise<JsonValue> {
  const { name, work: how } = agent
  if (how.kind === 'model')
    throw new SoulgateError('invalid_agent', `Agent ${name} is driven by a model, which runs in the program.`)
  const parsed = await parse(agent.input, input, `The input of agent ${name}`)
  const answer = await runOwn(() => how.run(context, parsed as never))
  return toJson(await answerOf(agent, answer), `Agent ${name}`)
}

async function answerOf(agent: AgentDefinition, answer: unknown): Promise<unknown> {
  const { name, output, declaredAt } = agent
  if (output === undefined || isContinued(answer)) return answer
  const where = declaredAt === undefined ? '' : ` (${declaredAt})`
  return parse(output, answer, `The answer of agent ${name}${where}`)
}

function isContinued(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'continued' in answer
}

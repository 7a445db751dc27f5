import { SoulgateError } from '../base/errors.ts'
import { JsonObject, type JsonValue } from '../contracts/json-value.ts'
import type { WorkerAgent, WorkerAgentLimits, WorkerOperation } from '../contracts/worker-protocol.ts'
import type { RunContext, RunLimits } from '../engine/run/run.ts'
import { findSchemaError, validateArguments } from '../engine/tools/tools.ts'
import type { AgentContext, AgentDefinition, PlannedCall } from './agent-context.ts'
import { type AgentLimits, toRunLimits } from './agent-limits.ts'
import { createAgentContext } from './create-context.ts'
import { describeAgent } from './define-agent.ts'
import { toMilliseconds } from './duration.ts'
import { isMcpSource } from './mcp-source.ts'
import type { AgentEnvironment } from './model-agent.ts'
import type { OpenedQuestion } from './open-gate.ts'
import type { StepOptions } from './step-retry.ts'

/** The context of a run whose function executes on a remote worker; it is the same as in process, without secrets. */
export function createRemoteContext(
  run: RunContext,
  {
    agent,
    environment,
    input,
  }: {
    readonly agent: WorkerAgent
    readonly environment: Omit<AgentEnvironment, 'resolveSecrets'>
    readonly input: JsonValue
  },
): AgentContext {
  const { llm, tool, toolsOf, budgetUsd, budgets, memory, demands } = environment
  return createAgentContext({
    ...{ run, input },
    agent: toDefinition(agent),
    environment: { llm, tool, toolsOf, budgetUsd, memory, demands, ...(budgets && { budgets }) },
  })
}

/** An agent as a worker describes it. Throws `invalid_worker` for what cannot be told as data. */
export function toWorkerAgent(agent: AgentDefinition): WorkerAgent {
  const { name, limits, steps } = agent
  const source = agent.work.tools?.find(isMcpSource)
  if (source !== undefined)
    throw new SoulgateError(
      'invalid_worker',
      `Agent ${name} names the MCP server ${source.name}. Put it into the configuration of the server, and name its tools here.`,
    )
  const tools = agent.work.tools?.map(item => (typeof item === 'string' ? item : item.name))
  if (typeof limits?.perKey?.key === 'function')
    throw new SoulgateError(
      'invalid_worker',
      `limits.perKey.key of agent ${name} is a function, which the server cannot call. Name a field of its input instead, such as key: 'customer'.`,
    )
  const told = limits === undefined ? {} : { limits: toWorkerLimits(limits) }
  return {
    ...{ ...describeAgent(agent), ...told },
    ...(tools === undefined ? {} : { tools }),
    ...(steps === undefined ? {} : { steps: JsonObject.parse(JSON.parse(JSON.stringify(steps))) }),
  }
}

function toWorkerLimits({ concurrency, perKey, rate, deadline }: AgentLimits): WorkerAgentLimits {
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perKey === undefined
      ? {}
      : { per_key: { field: String(perKey.key), concurrency: perKey.concurrency ?? 1 } }),
    ...(rate === undefined ? {} : { rate: { limit: rate.limit, period_ms: toMilliseconds(rate.period) } }),
    ...(deadline === undefined ? {} : { deadline_ms: toMilliseconds(deadline) }),
  }
}

/** What the engine enforces of what a worker says of its agent. */
export function limitsOfWorkerAgent({ limits }: WorkerAgent): RunLimits | undefined {
  if (limits === undefined) return undefined
  const { concurrency, per_key: perKey, rate, deadline_ms: deadlineMs } = limits
  return toRunLimits({
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(perKey === undefined ? {} : { perKey: { key: perKey.field, concurrency: perKey.concurrency } }),
    ...(rate === undefined ? {} : { rate: { limit: rate.limit, period: { milliseconds: rate.period_ms } } }),
    ...(deadlineMs === undefined ? {} : { deadline: { milliseconds: deadlineMs } }),
  })
}

/** What the context reads of a definition: its name, all that it may call, and what holds for its steps. */
function toDefinition({ name, version, tools, steps }: WorkerAgent): AgentDefinition {
  const definition = {
    ...{ name, version, work: { kind: 'code', ...(tools === undefined ? {} : { tools }) } },
    ...(steps === undefined ? {} : { steps }),
  }
  return definition as unknown as AgentDefinition
}

/**
 * Does what a remote agent calls, with the method of the context that does it in process. Takes its place in the journal
 * before it returns; `work` has the worker do the work of a step.
 */
export async function performOperation(
  context: AgentContext,
  operation: WorkerOperation,
  work: (signal: AbortSignal) => Promise<JsonValue>,
): Promise<unknown> {
  switch (operation.kind) {
    case 'step':
      return context.step(operation.name, work, operation.options as StepOptions | undefined)
    case 'calls': {
      const { calls, reason, within_ms: withinMs } = operation
      const planned: readonly PlannedCall[] = calls
      return context.calls([...planned], {
        ...(reason === undefined ? {} : { reason }),
        ...(withinMs === undefined ? {} : { within: { milliseconds: withinMs } }),
      })
    }
    case 'ask':
      return context.ask(operation.name, operation.questions as Parameters<AgentContext['ask']>[1])
    case 'gate':
      return context.gate(operation.name, readQuestion(operation.question))
    case 'child':
      return context.child({ name: operation.agent } as AgentDefinition, operation.input)
    case 'sleep':
      return context.sleep({ milliseconds: operation.duration_ms })
    case 'until':
      return context.until(operation.moment)
    case 'receive':
      return context.receive(operation.mailbox)
    case 'emit':
      return context.emit(operation.progress)
    case 'remember':
      return context.memory.remember(operation.name, operation.text)
    case 'recall':
      return context.memory.recall(operation.name)
    case 'now':
      return context.now()
    case 'patched':
      return context.patched(operation.change)
    case 'continue':
      return context.continueWith(operation.instruction)
  }
}

/** What a worker says of its gate types is a claim, and its fields have to fit it. */
function readQuestion(question: Extract<WorkerOperation, { kind: 'gate' }>['question']): OpenedQuestion {
  const { definition, card = {}, ...rest } = question as Omit<typeof question, 'definition'> & OpenedQuestion
  if (definition === undefined) return { ...rest, card }
  const { name, fields } = definition
  const unusable = findSchemaError(fields)?.message
  const checked = validateArguments({ name: `gate type ${name}`, input_schema: fields }, card)
  const problem = unusable ?? (checked.ok ? undefined : checked.errors[0]?.message)
  if (problem !== undefined)
    throw new SoulgateError('invalid_input', `The fields of gate type ${name} do not fit: ${problem}`)
  return { ...rest, card, definition: { ...definition, claimed: true } }
}

import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SoulgateError } from '../base/errors.ts'
import { OwnAgentName } from '../contracts/run.ts'
import type { AgentContext, AgentDefinition, Callable, Continued, ModelWork } from './agent-context.ts'
import { type AgentLimits, checkLimits } from './agent-limits.ts'
import { type AgentScheduleOptions, schedulesOf } from './agent-schedules.ts'
import { toAgentTool } from './agent-tool.ts'
import { type AgentTrigger, triggersOf } from './agent-triggers.ts'
import { findOwnLine } from './own-line.ts'
import { checkSchema, type InputOf, inputJsonSchema, type OutputOf, outputJsonSchema } from './schema.ts'
import { readRetryPolicy, type StepPolicy } from './step-retry.ts'

interface AgentBasics<Input extends StandardSchemaV1> {
  /** 1–64 of the characters a–z 0–9 _ -, beginning with a letter. */
  readonly name: string
  readonly description?: string
  /** What it is started with. */
  readonly input: Input
  /** Raise it when the order or the inputs of its operations change; runs under way go on under theirs. Default `1`. */
  readonly version?: string
  readonly limits?: AgentLimits<InputOf<Input>>
  /** When the clock starts it, by name. */
  readonly schedules?: Readonly<Record<string, AgentScheduleOptions<InputOf<Input>>>>
  /** What else starts it, by name: `webhook(…)`, `onEvent(…)`. */
  readonly triggers?: Readonly<Record<string, AgentTrigger<InputOf<Input>>>>
}

/** An agent whose next step code decides. */
export interface CodeAgentOptions<Input extends StandardSchemaV1, Output> extends AgentBasics<Input> {
  /** What it answers; its answer is checked against it. */
  readonly output?: StandardSchemaV1<unknown, Output>
  /** Retry policy and timeout of its steps that name none. */
  readonly steps?: StepPolicy
  readonly run: (context: AgentContext, input: OutputOf<Input>) => Promise<Output | Continued>
  /** All that it may call; every other call is denied. Default: whatever it names, each decided over in any case. */
  readonly tools?: readonly Callable[]
}

/** An agent whose next step a language model decides; the same rules and people stand before each of its calls. */
export interface ModelAgentOptions extends Omit<AgentBasics<StandardSchemaV1>, 'input'>, ModelWork {}

/** What a model-driven agent is started with, and what it answers. */
export interface ModelAgentInput {
  readonly message: string
}
export interface ModelAgentOutput {
  readonly text: string
}

/**
 * Declares an agent: with `run` code decides, with `model` a language model does. Throws `invalid_agent` when the
 * declaration contradicts itself.
 */
export function defineAgent<Input extends StandardSchemaV1, Output>(
  options: CodeAgentOptions<Input, Output>,
): AgentDefinition<Input, Output>
export function defineAgent(
  options: ModelAgentOptions,
): AgentDefinition<StandardSchemaV1<ModelAgentInput>, ModelAgentOutput>
export function defineAgent<Input extends StandardSchemaV1, Output>(
  options: CodeAgentOptions<Input, Output> | ModelAgentOptions,
): AgentDefinition<Input, Output> | AgentDefinition<StandardSchemaV1<ModelAgentInput>, ModelAgentOutput> {
  const name = OwnAgentName.safeParse(options.name)
  if (!name.success)
    throw invalid(String(options.name), name.error.issues[0]?.message ?? 'its name does not fit')
  const { version = '1', description, schedules, triggers } = options
  schedulesOf({ name: name.data, ...(schedules === undefined ? {} : { schedules }) })
  triggersOf({ name: name.data, ...(triggers === undefined ? {} : { triggers }) })
  // A function of one's own input takes nothing but what the input's schema takes.
  const limits = options.limits as AgentLimits | undefined
  if (limits !== undefined) checkLimits(name.data, limits)
  const declaredAt = findOwnLine(new Error('declared'))
  const basics = {
    ...{ name: name.data, version },
    ...(declaredAt === undefined ? {} : { declaredAt }),
    ...(description === undefined ? {} : { description }),
    ...(limits === undefined ? {} : { limits }),
    ...(schedules === undefined ? {} : { schedules }),
    ...(triggers === undefined ? {} : { triggers }),
  }
  if ('model' in options) {
    const { model, instructions, tools, maxTurns } = options
    const turns = maxTurns === undefined ? {} : { maxTurns }
    const work = { kind: 'model', model, instructions, tools, ...turns } as const
    return withTool<StandardSchemaV1<ModelAgentInput>, ModelAgentOutput>({ ...basics, input: MESSAGE, work })
  }
  if (typeof options.run !== 'function') throw invalid(name.data, 'it has neither `run` nor `model`')
  const { input, output, run, tools, steps } = options
  if (steps !== undefined) readRetryPolicy(steps.retry)
  inputJsonSchema(input, `agent ${name.data}`)
  if (output !== undefined) checkSchema(output, `The output schema of agent ${name.data}`)
  const work = { kind: 'code', run, ...(tools === undefined ? {} : { tools }) } as const
  return withTool<Input, Output>({
    ...{ ...basics, input, work },
    ...(output === undefined ? {} : { output }),
    ...(steps === undefined ? {} : { steps }),
  })
}

function withTool<Input extends StandardSchemaV1, Output>(
  agent: Omit<AgentDefinition<Input, Output>, 'asTool'>,
): AgentDefinition<Input, Output> {
  const whole: AgentDefinition<Input, Output> = { ...agent, asTool: options => toAgentTool(whole, options) }
  return whole
}

/** The schemas of an agent as JSON Schema, for people and other processes. */
export function describeAgent({ name, version, description, input, output, limits = {} }: AgentDefinition) {
  const answered = output === undefined ? undefined : outputJsonSchema(output, `agent ${name}`)
  return {
    ...{ name, version, input_schema: inputJsonSchema(input, `agent ${name}`) },
    ...(description === undefined ? {} : { description }),
    ...(answered === undefined ? {} : { output_schema: answered }),
    ...(limits.budgetUsd === undefined ? {} : { budget_usd: limits.budgetUsd }),
    ...(limits.dailyBudgetUsd === undefined ? {} : { daily_budget_usd: limits.dailyBudgetUsd }),
  }
}

/** What a model-driven agent takes: `{ message }`, as a Standard Schema that describes itself. */
const MESSAGE: StandardSchemaV1<ModelAgentInput> = {
  '~standard': {
    version: 1,
    vendor: 'soulgate',
    validate: value => {
      const message =
        typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined
      if (typeof message === 'string' && message.trim() !== '') return { value: { message } }
      return { issues: [{ message: 'must be a text that is not empty', path: ['message'] }] }
    },
    jsonSchema: {
      input: () => MESSAGE_SCHEMA,
      output: () => MESSAGE_SCHEMA,
    },
  } as StandardSchemaV1.Props<ModelAgentInput>,
}
const MESSAGE_SCHEMA = {
  type: 'object',
  properties: { message: { type: 'string', minLength: 1 } },
  required: ['message'],
  additionalProperties: false,
}

function invalid(name: string, why: string): SoulgateError {
  return new SoulgateError('invalid_agent', `Agent ${name} cannot be used: ${why}.`)
}

import { SoulgateError } from '../base/errors.ts'
import type { JsonValue } from '../contracts/json-value.ts'
import type { WorkerAgent, WorkerOperation } from '../contracts/worker-protocol.ts'
import type { RunContext } from '../engine/run/run.ts'
import { findSchemaError, validateArguments } from '../engine/tools/tools.ts'
import type { AgentContext, AgentDefinition, PlannedCall } from './agent-context.ts'
import { createAgentContext } from './create-context.ts'
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
  const { llm, tool, budgetUsd, memory } = environment
  return createAgentContext({
    ...{ run, input },
    agent: toDefinition(agent),
    environment: { llm, tool, budgetUsd, memory },
  })
}

/** What the context reads of a definition: its name, and all that it may call. */
function toDefinition({ name, version, tools }: WorkerAgent): AgentDefinition {
  const definition = { name, version, work: { kind: 'code', ...(tools === undefined ? {} : { tools }) } }
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

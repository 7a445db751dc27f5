import type { JsonValue } from '../contracts/json-value.ts'
import type { WorkerAgent, WorkerOperation } from '../contracts/worker-protocol.ts'
import type { RunContext } from '../engine/run/run.ts'
import type { AgentContext, AgentDefinition, GateChoice, GateQuestion, PlannedCall } from './agent-context.ts'
import { createAgentContext } from './create-context.ts'
import type { AgentEnvironment } from './model-agent.ts'
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
    case 'gate': {
      const question = operation.question as GateQuestion<Readonly<Record<string, GateChoice>>>
      return context.gate(operation.name, question)
    }
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

import { isSoulgateError } from '../../base/errors.ts'
import type { Step } from '../../contracts/step.ts'
import type { StoredRun } from '../../store/store.ts'
import { conditionsOf } from '../gate/gate.ts'
import { agentName } from './agent-name.ts'
import { type Completion, endRun, suspendRun } from './completion.ts'
import { createDerivation } from './derivation.ts'
import { CANCELLED, createExecution, type Execution, isStoreFailure } from './execution.ts'
import { definitionChanged } from './journal.ts'
import { receiveMessage } from './messages.ts'
import { askedBy, askGate, emit, isPatched, runChild, runStep, sleep } from './operations.ts'
import { judgeProposed, proposeCalls } from './propose.ts'
import type { AgentDefinition, AttachedAgent, RunContext } from './run-context.ts'
import type { RunEnvironment } from './run-ports.ts'
import { agentSpan, untraced } from './trace.ts'

/** Executes a claimed run until it waits or ends. Throws only when the store cannot be written. */
export async function executeClaimed(
  environment: RunEnvironment,
  claimed: { readonly run: StoredRun; readonly steps: readonly Step[] },
  onStart: (execution: Execution) => void,
): Promise<void> {
  const { run, steps } = claimed
  const definition = environment.agent(run)
  const attached = run.cancel_requested ? undefined : definition?.attach?.(run)
  const execution = createExecution(environment, run, steps, attached && inStep(environment, attached))
  onStart(execution)
  try {
    const { trace = untraced } = environment
    await trace(agentSpan(run), () =>
      drive(execution, attached ?? (definition?.attach ? 'gone' : definition)),
    )
  } finally {
    execution.retire()
    attached?.detach()
  }
}

/** A turn of the engine is then also one of the other process: each result is handed out when the last one is dealt with. */
function inStep(environment: RunEnvironment, { quiet }: AttachedAgent): RunEnvironment['turn'] {
  return async () => {
    await environment.turn()
    await quiet()
    await environment.turn()
  }
}

type Runnable = Pick<AgentDefinition, 'run'>

async function drive(execution: Execution, definition: Runnable | 'gone' | undefined): Promise<void> {
  const { run } = execution
  if (run.cancel_requested) return endRun(execution, { ending: 'cancelled' })
  if (definition === 'gone') return endRun(execution, { ending: 'released' })
  if (!definition) {
    const error = new Error(`No agent ${run.agent ?? `of kind ${run.kind}`} is registered on this worker.`)
    return endRun(execution, { ending: 'failed', error })
  }
  const failed = failureOf(execution)
  const running = runAgent(definition, execution)
  while (true) {
    const suspended = execution.idle().then((): Completion => ({ ending: 'suspended' }))
    const ending = await Promise.race([running, suspended, failed])
    if (ending.ending !== 'suspended') return endRun(execution, ending)
    if ((await suspendRun(execution)) !== 'arrived') return
    execution.rearm()
    execution.checkWaits()
  }
}

async function runAgent(definition: Runnable, execution: Execution): Promise<Completion> {
  const ending = await callAgent(definition, execution)
  // An agent that swallows the engine's own failure does not turn it into an outcome.
  const broken = execution.brokenBy()
  if (broken !== undefined) return endingOf(execution, broken)
  const [forgotten] = execution.journal.unasked()
  const isOver = ending.ending === 'completed' || ending.ending === 'failed'
  if (forgotten === undefined || !isOver) return ending
  const found = { kind: 'end', name: 'the end of the run' }
  return { ending: 'definition_changed', error: definitionChanged(execution.run.run_id, forgotten, found) }
}

async function callAgent(definition: Runnable, execution: Execution): Promise<Completion> {
  try {
    const output = await definition.run(createContext(execution), execution.run.input)
    return { ending: 'completed', output: output ?? null }
  } catch (error) {
    return endingOf(execution, error)
  }
}

function endingOf(execution: Execution, error: unknown): Completion {
  if (isSoulgateError(error, CANCELLED)) {
    const { because } = error.data
    return { ending: 'cancelled', ...(typeof because === 'string' ? { because } : {}) }
  }
  if (isSoulgateError(error, 'run_definition_changed')) return { ending: 'definition_changed', error }
  if (isSoulgateError(error, 'lease_lost')) return { ending: 'lost' }
  if (isSoulgateError(error, 'worker_lost')) return { ending: 'released' }
  if (error === execution.brokenBy() || isStoreFailure(error)) {
    return { ending: 'interrupted', error }
  }
  return { ending: 'failed', error }
}

async function failureOf(execution: Execution): Promise<Completion> {
  try {
    return await execution.failed
  } catch (error) {
    return endingOf(execution, error)
  }
}

/** The context an agent is written against, over one execution. */
export function createContext(execution: Execution): RunContext {
  const { run, environment } = execution
  const conditions: string[] = []
  const received = new Map<string, number>()
  const derived = createDerivation(run.run_id)
  return {
    run_id: run.run_id,
    session_id: run.session_id,
    agent: agentName(run),
    ...(run.on_behalf_of === undefined ? {} : { on_behalf_of: run.on_behalf_of }),
    asked_by: askedBy(run),
    conditions,
    signal: execution.signal,
    step: (name, work, options) => runStep(execution, name, work, options),
    gate: async (name, ask) => {
      const answer = await askGate(execution, name, ask)
      conditions.push(...conditionsOf(answer.gate))
      return answer
    },
    propose: (calls, terms) => proposeCalls({ execution, conditions }, calls, terms),
    judge: (calls, terms) => judgeProposed({ execution, conditions }, calls, terms),
    child: (name, of, input) =>
      runChild(execution, name, {
        ...(typeof of === 'string' ? { kind: of } : { kind: 'agent', agent: of.agent }),
        input,
        conditions: [...new Set([...run.conditions, ...conditions])],
      }),
    receive: mailbox => {
      const nth = (received.get(mailbox) ?? 0) + 1
      received.set(mailbox, nth)
      return receiveMessage(execution, mailbox, nth)
    },
    sleep: (name, durationMs) => sleep(execution, name, durationMs),
    now: () => runStep(execution, 'now', () => environment.clock.now()),
    id: derived.id,
    random: derived.random,
    emit: (type, payload) => emit(execution, type, payload),
    patched: change => isPatched(execution, change),
  }
}

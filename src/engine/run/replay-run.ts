import { isSoulgateError } from '../../base/errors.ts'
import type { Step } from '../../contracts/step.ts'
import type { StoredRun } from '../../store/store.ts'
import { createExecution, type Execution } from './execution.ts'
import { createContext } from './executor.ts'
import { definitionChanged } from './journal.ts'
import type { RunEnvironment } from './run-ports.ts'

/** How a definition goes with the record of one run. */
export type ReplayResult =
  /** It asks for what is recorded, in the recorded order; `steps` of them. */
  | { readonly status: 'same'; readonly steps: number }
  /** The first place at which it asks for something else, in words. */
  | { readonly status: 'different'; readonly detail: string; readonly seq?: number }
  /** This process has no definition of the agent in the version that the run was started with. */
  | { readonly status: 'not_carried' }

/** As many turns without a recorded result as let everything go on that can. */
const QUIET_TURNS = 64

/**
 * Runs a definition against a record without doing anything: what is recorded is answered, what comes behind it never
 * comes. Nothing is written, no tool is touched and nobody is asked.
 */
export async function replayRun(
  environment: RunEnvironment,
  run: StoredRun,
  steps: readonly Step[],
): Promise<ReplayResult> {
  const definition = environment.agent(run)
  if (definition === undefined || definition.attach !== undefined) return { status: 'not_carried' }
  const execution = recordOnly(createExecution(environment, run, steps))
  const ended = definition.run(createContext(execution), run.input).then(
    () => undefined,
    error => ({ error }),
  )
  const stopped = await Promise.race([
    ended.then(found => ({ ended: true, found })),
    quiet(environment, execution),
  ])
  execution.retire()
  if ('found' in stopped && isSoulgateError(stopped.found?.error, 'run_definition_changed')) {
    const { message, data } = stopped.found.error
    return {
      status: 'different',
      detail: message,
      ...(typeof data.seq === 'number' ? { seq: data.seq } : {}),
    }
  }
  const [left] = execution.journal.unasked()
  if (left === undefined) return { status: 'same', steps: steps.length }
  const found =
    'found' in stopped
      ? { kind: 'end', name: 'the end of the run' }
      : { kind: 'wait', name: 'something else' }
  return { status: 'different', detail: definitionChanged(run.run_id, left, found).message, seq: left.seq }
}

/** Operations without a recorded result wait for ever; none of them begins. */
function recordOnly(execution: Execution): Execution {
  const { journal } = execution
  const never = new Promise<never>(() => {})
  let isRecorded = false
  const noted = <Found extends { readonly record: Step | undefined }>(place: Found): Found => {
    isRecorded = place.record?.settled !== undefined
    return place
  }
  return {
    ...execution,
    journal: {
      ...journal,
      place: (...given) => noted(journal.place(...given)),
      aside: (...given) => noted(journal.aside(...given)),
      live: () => never,
    },
    // Called in the same turn as the place that it belongs to was taken.
    busy: work => (isRecorded ? execution.busy(work) : never),
    buffer: () => {},
    commit: () => never,
    commitSoon: () => {},
    checkWaits: () => {},
  }
}

async function quiet({ turn }: RunEnvironment, { journal }: Execution): Promise<{ readonly ended: false }> {
  for (let still = 0; still < QUIET_TURNS; ) {
    await turn()
    still = journal.isReplaying() && !journal.isStalled() ? 0 : still + 1
  }
  return { ended: false }
}

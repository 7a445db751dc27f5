import type { Actor } from '../../contracts/event.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import type { StoredRun } from '../../store/store.ts'
import { closeRun } from './close-run.ts'
import type { RunEnvironment } from './run-ports.ts'

/** How a run that executes outside ended, as whoever runs it says. */
export interface OutsideEnd {
  readonly status: 'completed' | 'failed'
  readonly output?: JsonValue
}

/** Ends a run of kind `external`, and with it what was proposed under it. */
export async function endOutsideRun(
  environment: RunEnvironment,
  { actor, runId, end }: { readonly actor: Actor; readonly runId: string; readonly end: OutsideEnd },
): Promise<{ readonly run: StoredRun; readonly accepted: boolean } | Refusal> {
  return environment.store.transact(async tx => {
    const standing = await tx.lockRun(runId)
    if (!standing) return refuse('not_found', `There is no run ${runId}.`)
    if (standing.kind !== 'external')
      return refuse(
        'invalid',
        `Run ${runId} is of kind ${standing.kind} and ends by itself. Cancel it instead.`,
      )
    if (standing.status !== 'running') return { run: standing, accepted: false }
    const type = end.status === 'completed' ? ('run_completed' as const) : ('run_failed' as const)
    const patch = end.output === undefined ? {} : { output: end.output }
    const events = await closeRun(environment, tx, standing, { status: end.status, type, patch })
    await tx.appendEvents(events.map(event => (event.type === type ? { ...event, actor } : event)))
    return { run: (await tx.getRun(runId)) ?? standing, accepted: true }
  })
}

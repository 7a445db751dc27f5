import { setTimeout as pause } from 'node:timers/promises'
import type { Run } from '../../contracts/run.ts'
import type { Step } from '../../contracts/step.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

const LOOK_AGAIN_MS = 200
const MAX_WAIT_MS = 60_000

/** A run once it waits or has ended; after a minute as it stands. */
export async function runAtRest(
  client: { readonly runs: { get(runId: string): Promise<Run> } },
  runId: string,
): Promise<Run> {
  for (let waitedMs = 0; ; waitedMs += LOOK_AGAIN_MS) {
    const run = await client.runs.get(runId)
    const isHeldBack = run.waiting_reason !== undefined || run.waiting_detail !== undefined
    const goesOn = run.status === 'running' || (run.status === 'queued' && !isHeldBack)
    if (!goesOn || waitedMs >= MAX_WAIT_MS) return run
    await pause(LOOK_AGAIN_MS)
  }
}

/** What a script may conclude: a queued run waits for a person to start a worker or to lift a limit; refused is a run that ended although a rule or a person refused all that it wanted to do. */
export function exitCodeOfRun(run: Run, steps: readonly Step[]): ExitCode {
  if (run.status === 'waiting_input' || run.status === 'queued') return EXIT.waiting
  if (run.status === 'failed' || run.status === 'cancelled') return EXIT.failed
  if (run.status !== 'completed') return EXIT.done
  const ran = (run.calls ?? []).some(({ status }) => status !== 'not_run')
  return !ran && steps.some(isHeldBack) ? EXIT.refused : EXIT.done
}

/** A proposal that a rule or people had to let through, or that could not run at all. */
function isHeldBack({ output }: Step): boolean {
  const { verdict, unfit }: Readonly<Record<string, unknown>> = Object(output)
  return ['denied', 'held'].includes(Object(verdict).outcome) || (Array.isArray(unfit) && unfit.length > 0)
}

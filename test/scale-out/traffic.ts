import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Run } from '../../src/contracts/run.ts'
import { isRefused, type ResultClient, SoulgateProblem } from '../../src/sdk/sdk.ts'

/** One run that waits at a gate before it appends its line, which is not idempotent: a second effect is a second line. */
export interface Waiting {
  readonly runId: string
  readonly gateId: string
  /** Inside the workspace. */
  readonly file: string
}

/** Every write waits for a person, and goals may come as fast as they are sent. */
export async function holdEverything(at: ResultClient): Promise<void> {
  const { version } = await at.settings.get()
  const patch = {
    version,
    thresholds: { high: 0.99, medium: 0.5 },
    limits: { starts_per_second: 10_000 },
  }
  const answer = await at.settings.update(patch)
  if (isRefused(answer)) throw new Error(answer.problem.detail)
}

/** Starts a goal at a node and answers where it waits. */
export async function startWaiting(at: ResultClient, name: string): Promise<Waiting> {
  const file = `${name}.txt`
  const answer = await patiently(() => at.reasoning.execute({ goal: `Append the text “done” to ${file}` }))
  if (isRefused(answer)) throw new Error(answer.problem.detail)
  const run = await at.runs.get(answer.run_id)
  const [gateId] = run.waiting_gate_ids
  if (gateId === undefined) throw new Error(`${run.run_id} does not wait at a gate: it is ${run.status}`)
  return { runId: run.run_id, gateId, file }
}

/** New settings hold everywhere within a second; until then the old limit may answer 429, and says how long to wait. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof SoulgateProblem) || error.problem.status !== 429) throw error
      await new Promise(resolve => setTimeout(resolve, error.retryAfterMs ?? 1000))
    }
  }
}

/** Approves as the person at a node; throws when it is refused. */
export async function approve(at: ResultClient, { gateId }: Waiting): Promise<void> {
  const answer = await at.gates.decide(gateId, { decision: 'approve' })
  if (isRefused(answer)) throw new Error(answer.problem.detail)
}

/** Resolves when each run has ended or asks a person what happened, and answers them. Throws after `withinMs`. */
export async function settle(
  at: ResultClient,
  waiting: readonly Waiting[],
  withinMs: number,
): Promise<readonly Run[]> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const runs = await Promise.all(waiting.map(({ runId }) => at.runs.get(runId)))
    const open = runs.filter((run, index) => !isSettled(run, waiting[index]?.gateId))
    if (open.length === 0) return runs
    if (Date.now() > deadline)
      throw new Error(`not settled: ${open.map(({ run_id, status }) => `${run_id} ${status}`).join(', ')}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

/** Behind a decision a run still waits at its old gate until a worker has taken it. */
function isSettled({ status, waiting_gate_ids }: Run, decided: string | undefined): boolean {
  if (status === 'waiting_input') return waiting_gate_ids.every(gateId => gateId !== decided)
  return status !== 'queued' && status !== 'running'
}

/** How often the line of a run was appended. */
export function effectsOf(workspace: string, { file }: Waiting): number {
  const path = join(workspace, file)
  return existsSync(path) ? (readFileSync(path, 'utf8').match(/done/g) ?? []).length : 0
}

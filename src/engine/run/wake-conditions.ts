import type { Step } from '../../contracts/step.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { isClosedGate } from '../gate/gate.ts'
import { isThere } from './messages.ts'
import type { RunEnvironment } from './run-ports.ts'

const ENDED: readonly string[] = ['completed', 'failed', 'cancelled']

/**
 * Whether something a suspended run waits for has come: a gate was closed, a child ended, a message
 * came, a timer is due. A timer
 * that was woken too early, because the clock went back, is set again.
 */
export async function isWakeConditionMet(
  environment: RunEnvironment,
  tx: StoreTransaction,
  run: StoredRun,
): Promise<boolean> {
  if (run.waiting_reason === 'resuming') return true
  const steps = await tx.listSteps(run.run_id)
  const open = steps.filter(step => step.settled === undefined && step.output !== undefined)
  const dueMs: number[] = []
  let isWaiting = false
  for (const step of open) {
    const found = await lookAtStep(tx, step)
    if (found === 'arrived') return true
    if (typeof found === 'number') dueMs.push(found)
    isWaiting ||= found !== 'nothing'
  }
  const now = environment.clock.now()
  if (!isWaiting || dueMs.some(due => due <= now)) return true
  const [earliest] = dueMs.sort((a, b) => a - b)
  if (earliest !== undefined) {
    await environment.dispatch.enqueue(tx, { queue: 'run', key: run.run_id, due_at: earliest, payload: {} })
  }
  return false
}

async function lookAtStep(
  tx: StoreTransaction,
  step: Step,
): Promise<'arrived' | 'waiting' | 'nothing' | number> {
  const output = step.output as {
    gate_id?: unknown
    run_id?: unknown
    due_ms?: unknown
    message?: unknown
  } | null
  if (typeof output !== 'object' || output === null) return 'nothing'
  if (typeof output.gate_id === 'string') {
    const gate = await tx.getGate(output.gate_id)
    return gate && isClosedGate(gate) ? 'arrived' : 'waiting'
  }
  if (typeof output.run_id === 'string') {
    const child = await tx.getRun(output.run_id)
    return child && ENDED.includes(child.status) ? 'arrived' : 'waiting'
  }
  if (typeof output.message === 'string') return (await isThere(tx, output.message)) ? 'arrived' : 'waiting'
  return typeof output.due_ms === 'number' ? output.due_ms : 'nothing'
}

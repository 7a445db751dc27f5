import type { GateEvidence } from '../../contracts/evidence.ts'
import { readEvidence } from '../gate/gate.ts'
import type { Execution } from './execution.ts'
import type { GateAsk } from './run-context.ts'

/** What people are asked about is compared later with what stands now; of a call in doubt nobody knows what it changed. Undefined where nothing has to be waited for. */
export function evidenceOf(
  execution: Execution,
  ask: GateAsk,
): Promise<GateEvidence | undefined> | undefined {
  const read = execution.environment.readEvidence
  if (read === undefined || !('tool_calls' in ask.subject) || ask.terms.type === 'unknown_outcome')
    return undefined
  const calls = ask.subject.tool_calls
  return execution.busy(() => readEvidence(read, calls))
}

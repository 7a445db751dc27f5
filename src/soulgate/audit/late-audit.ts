import { writeLateReport } from '../confidence/confidence.ts'
import type { Engine } from '../engine.ts'
import { writeLateDecision } from '../guardrails/guardrails.ts'
import { createLateWrites, type LateEntry, type LateWrites } from './late-writes.ts'

/** What happened while the store was down, kept in a folder and written into the trail in order. */
export function createLateAudit(engine: Engine, folder: string): LateWrites {
  const { timers, report } = engine
  const write = (entry: LateEntry): Promise<void> => {
    switch (entry.kind) {
      case 'confidence_report':
        return writeLateReport(engine, entry)
      case 'gate_decision':
        return writeLateDecision(engine, entry)
    }
  }
  const late = createLateWrites({ timers, report, folder, write })
  late.start()
  return late
}

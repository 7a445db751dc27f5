import { writeLateReport } from '../confidence/confidence.ts'
import type { Engine } from '../engine.ts'
import { writeLateDecision } from '../guardrails/guardrails.ts'
import { type AuditSpool, createAuditSpool, type SpooledEntry } from './audit-spool.ts'

/** What happened while the store was down, kept in a folder and written into the trail in order. */
export function createLateAudit(engine: Engine, folder: string): AuditSpool {
  const { timers, report } = engine
  const write = (entry: SpooledEntry): Promise<void> => {
    switch (entry.kind) {
      case 'confidence_report':
        return writeLateReport(engine, entry)
      case 'gate_decision':
        return writeLateDecision(engine, entry)
    }
  }
  const late = createAuditSpool({ timers, report, folder, write })
  late.start()
  return late
}

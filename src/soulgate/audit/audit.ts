import { join } from 'node:path'
import { toIso } from '../../base/clock.ts'
import { SoulgateError } from '../../base/errors.ts'
import { isRefusal, type Refusal, refuse } from '../../contracts/refusal.ts'
import { may } from '../../engine/access/access.ts'
import { type Audit, createAudit, historyDiffers } from '../../engine/audit/audit.ts'
import { withGateOutcomes } from '../../engine/gate/gate.ts'
import { erasePlans } from '../../engine/iterations/iterations.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { createAuditKeyFiles } from './key-files.ts'
import { makeReceipt } from './receipt.ts'

/** The audit chain as surfaces see it, and the sealing that this process does while it holds the lease. */
export function createAuditPart(
  engine: Engine,
  home: string,
): {
  readonly part: Soulgate['audit']
  readonly seal: Audit['checkpoint']
  /** Makes the signing key of a new home, before anything can be written that it would take as right. */
  readonly ready: () => Promise<void>
  /** Why the store is not what this home sealed, if it is not. */
  readonly difference: () => Promise<string | undefined>
  readonly close: () => void
} {
  const { store, clock, ids } = engine
  const audit = createAudit({
    store,
    clock,
    ids,
    keys: createAuditKeyFiles(join(home, 'keys')),
    alsoErase: async (tx, sessionId) =>
      (await engine.memory.erase(tx, sessionId)) +
      (await engine.pages.erase(tx, sessionId)) +
      (await erasePlans(tx, sessionId)) +
      (await tx.deletePlans(sessionId)) +
      (await tx.deleteVerdicts({ session_id: sessionId })),
  })
  return {
    part: {
      search: async (who, query, page) =>
        may(who.role, 'audit.read') ? audit.search(query, page) : { items: [] },
      verify: async who => (may(who.role, 'audit.read') ? audit.verifyStore() : notForAgents()),
      key: async who => (may(who.role, 'audit.read') ? audit.key() : notForAgents()),
      rotateKey: audit.rotateKey,
      export: who => (may(who.role, 'audit.read') ? audit.exportLines() : refuseExport()),
      receipt: async (who, gateId, { include }) => {
        const gate = await engine.store.getGate(gateId)
        const [read] = gate === undefined ? [] : await withGateOutcomes(store, [gate], toIso(clock.now()))
        if (read === undefined) return refuse('not_found', `There is no gate ${gateId}.`)
        const receipt = await makeReceipt(engine, who, { gate: read, include })
        return isRefusal(receipt) ? receipt : { file: await audit.signReceipt(receipt) }
      },
      eraseSession: (who, sessionId) => audit.eraseSession(who, sessionId),
    },
    seal: audit.checkpoint,
    // Without its key a home decides and runs as before; it seals, exports and verifies nothing.
    ready: async () => {
      try {
        await audit.key()
        const bad = await audit.findDifference()
        if (bad !== undefined) throw historyDiffers(bad)
      } catch (error) {
        engine.report(error, { during: 'reading the audit key and what it sealed' })
      }
    },
    difference: async () => {
      const bad = await audit.findDifference()
      return bad && historyDiffers(bad).message
    },
    close: audit.close,
  }
}

function notForAgents(): Refusal {
  return refuse('forbidden', 'Agents do not read the audit trail.')
}

/** Surfaces have looked at the right before; whoever comes here all the same gets no line. */
// biome-ignore lint/correctness/useYield: there is nothing to give
async function* refuseExport(): AsyncGenerator<string> {
  throw new SoulgateError('forbidden', notForAgents().detail)
}

import { toIso } from '../../base/clock.ts'
import type { DecideRequest } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { reviewParts } from '../../contracts/review-parts.ts'
import { holdsSecretMark } from '../../contracts/secret-mark.ts'
import { may } from '../../engine/access/access.ts'
import { revealedEvent, viewedParts } from '../../engine/gate/gate.ts'
import { mayRead } from '../artifacts.ts'
import type { Engine } from '../engine.ts'
import type { Soulgate } from '../program.ts'
import { gateChanges } from './changes.ts'

export type Seen = <Result>(
  who: Principal,
  gateId: string,
  act: (gate: Gate) => Promise<Result>,
) => Promise<Result | Refusal>

/** What people look at before they decide, and what of it they have looked at. */
export function createReviews(
  engine: Engine,
  seen: Seen,
): Pick<Soulgate['gates'], 'viewed' | 'viewedParts' | 'changes' | 'reveal'> {
  const { store, gates, clock } = engine
  return {
    viewed: (who, gateId, viewDigest, parts) =>
      seen(who, gateId, async () =>
        may(who.role, 'gate.view')
          ? gates.markViewed(who, gateId, viewDigest, parts)
          : refuse('forbidden', `A ${who.role} may not do this.`),
      ),
    viewedParts: (who, gateId) =>
      seen(who, gateId, async gate => ({
        parts: reviewParts(gate),
        viewed: await viewedParts(store, gate, who.id),
      })),
    changes: (who, gateId) =>
      seen(who, gateId, async gate =>
        mayRead(who, gate)
          ? gateChanges(engine, who, gate)
          : refuse('forbidden', `What gate ${gateId} would change is read by reviewers, and by whose it is.`),
      ),
    reveal: (who, gateId) =>
      seen(who, gateId, async gate => {
        if (!may(who.role, 'gate.reveal') || !mayRead(who, gate))
          return refuse(
            'forbidden',
            `The secrets of gate ${gateId} are shown to reviewers, and to whose it is.`,
          )
        // Told before it is shown.
        await store.transact(tx => tx.appendEvents([revealedEvent(gate, who, toIso(clock.now()))]))
        const [shown, changes] = await Promise.all([withDrift(engine, gate), gateChanges(engine, who, gate)])
        return { gate: shown, changes }
      }),
  }
}

/** What was edited around secrets that were not shown keeps them. */
export function withSecrets(
  { secrets }: Engine,
  gate: Gate,
  request: DecideRequest,
): DecideRequest | Refusal {
  const { edited_arguments: edited } = request
  if (edited === undefined || !holdsSecretMark(JSON.stringify(edited))) return request
  const meant = secrets.unmark(edited, JSON.stringify(gate))
  if (meant !== undefined) return { ...request, edited_arguments: meant as typeof edited }
  const message = 'holds a mark that stands for no secret of this gate'
  const detail = `Gate ${gate.gate_id} was not decided: edited_arguments ${message}. Read the gate again, or ask for its secrets with POST /api/gates/${gate.gate_id}/reveal.`
  return refuse('invalid', detail, { errors: [{ field: 'edited_arguments', message }] })
}

/** What its calls rest on is read again before it is shown. */
export async function withDrift({ gates }: Engine, gate: Gate, shown: Gate = gate): Promise<Gate> {
  const drift = await gates.drift(gate)
  return drift.length === 0 ? shown : { ...shown, drift: [...drift] }
}

import type { Gate } from '../../contracts/gate.ts'
import { reviewTemplate } from '../../contracts/gate-review.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal, type Refusal } from '../../contracts/refusal.ts'
import type { BatchDecideRequest, BatchResult } from '../../contracts/requests/gates.ts'
import type { Soulgate } from '../program.ts'

type Gates = Pick<Soulgate['gates'], 'get' | 'decide'>

/**
 * Decides several gates, each on its own. What is approved together asks the same for the same reasons: an item that
 * differs from the largest such group is answered `needs_single_review`. Rejecting needs nothing in common.
 */
export async function decideBatch(
  gates: Gates,
  who: Principal,
  items: BatchDecideRequest['items'],
): Promise<readonly BatchResult[]> {
  const asked: { item: (typeof items)[number]; gate: Gate | Refusal }[] = []
  for (const item of items) asked.push({ item, gate: await gates.get(who, item.gate_id) })
  const approved = asked.flatMap(({ item, gate }) =>
    isRefusal(gate) || item.decision === 'reject' ? [] : [reviewTemplate(gate)],
  )
  const template = commonest(approved)
  const results: BatchResult[] = []
  for (const { item, gate } of asked) {
    const { gate_id, ...request } = item
    if (isRefusal(gate)) results.push({ gate_id, ok: false, code: gate.code })
    else if (item.decision !== 'reject' && reviewTemplate(gate) !== template)
      results.push({ gate_id, ok: false, code: 'needs_single_review', gate })
    else results.push(toResult(gate_id, await gates.decide(who, gate_id, request, { batch: true })))
  }
  return results
}

function toResult(gate_id: string, answer: Awaited<ReturnType<Gates['decide']>>): BatchResult {
  if (!isRefusal(answer))
    return { gate_id, ok: true, gate: answer.gate, ...(answer.repeated ? { repeated: true } : {}) }
  return { gate_id, ok: false, code: answer.code, ...(answer.gate ? { gate: answer.gate } : {}) }
}

/** Of equally common ones the first. */
function commonest(texts: readonly string[]): string | undefined {
  const groups = Map.groupBy(texts, text => text)
  return [...groups.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]
}

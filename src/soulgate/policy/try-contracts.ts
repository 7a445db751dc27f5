import type { TryAutonomy } from '../../contracts/autonomy-contract.ts'
import { tryContracts } from '../../engine/autonomy/autonomy.ts'
import { judgeInput, type ReleaseInput, type ReleasePolicy } from '../../engine/gate/gate.ts'
import type { ReplayEnvironment } from '../../engine/policy/policy.ts'
import type { StoredVerdict } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/** Lays contracts of autonomy over kept calls, one after the other: what people approved before is seen by then. */
export function triedContracts(
  { catalog }: Pick<Engine, 'catalog'>,
  terms: readonly TryAutonomy[],
  { answerOf, policy }: { readonly answerOf: ReplayEnvironment['answerOf']; readonly policy: ReleasePolicy },
): (input: ReleaseInput, verdict: StoredVerdict) => Promise<ReleaseInput> {
  const tried = tryContracts(terms, ({ tool, definition_hash }) => {
    const standing = catalog.get(tool)
    return standing?.definition_hash === definition_hash ? standing.input_schema : undefined
  })
  return async (input, verdict) => {
    const [about, ...more] = input.calls
    const requester = input.facts.requested_by
    if (about === undefined || more.length > 0 || requester === undefined) return input
    const found = tried.find({ call: about.call, requester, nowMs: Date.parse(input.now) })
    if (found === undefined) return input
    const { person } = await answerOf(verdict, [about.call.call_id])
    if (person === 'approved') found.approved()
    if (found.contract === undefined || input.contract !== undefined) return input
    const under = { ...input, contract: found.contract }
    const { verdict: judged } = judgeInput(under, policy)
    if (judged.outcome === 'released' && judged.basis === 'contract') found.released()
    return under
  }
}

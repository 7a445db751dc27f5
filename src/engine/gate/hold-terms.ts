import type { GateThreshold } from '../../contracts/gate.ts'
import type { HoldTerms } from './judge.ts'

/** What one reason demands of a gate; what it leaves out or open, it does not ask for. */
export type DemandedTerms = Pick<HoldTerms, 'type' | 'threshold'> & {
  readonly [Term in keyof HoldTerms]?: HoldTerms[Term] | undefined
}

/** What a gate asks for when no guideline says more. */
export const PLAIN_TERMS: HoldTerms = { type: 'tool_approval', threshold: 'mandatory' }

/**
 * One gate for several reasons: the strictest threshold with its type (of equals the first that is more than a plain
 * approval, because its options say more), the largest quorum,
 * the roles that satisfy all, a separate approver and a passkey if any asks for one, the shortest life.
 */
export function strictestTerms(terms: readonly DemandedTerms[]): HoldTerms {
  const rank = ({ threshold, type }: DemandedTerms) =>
    2 * SEVERITY[threshold] + (type === PLAIN_TERMS.type ? 0 : 1)
  const first = terms.toSorted((a, b) => rank(b) - rank(a))[0] ?? PLAIN_TERMS
  const quorums = terms.flatMap(({ quorum }) => quorum ?? [])
  const lives = terms.flatMap(({ ttl_seconds: seconds }) => seconds ?? [])
  const roles = intersectRoles(terms.flatMap(({ roles: list }) => (list === undefined ? [] : [list])))
  return {
    type: first.type,
    threshold: first.threshold,
    ...(quorums.length > 0 && { quorum: Math.max(...quorums) }),
    ...(roles !== undefined && { roles }),
    ...(terms.some(term => term.separate_approver === true) && { separate_approver: true }),
    ...(terms.some(term => term.fresh_passkey === true) && { fresh_passkey: true }),
    ...(lives.length > 0 && { ttl_seconds: Math.min(...lives) }),
  }
}

const SEVERITY: Readonly<Record<GateThreshold, number>> = { mandatory: 2, conditional: 1, advisory: 0 }

/** Lists that no role satisfies together leave it to admins. */
function intersectRoles(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  const [first, ...others] = lists
  if (first === undefined) return undefined
  const shared = first.filter(role => others.every(list => list.includes(role)))
  return shared.length > 0 ? shared : ['admin']
}

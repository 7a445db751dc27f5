import type { Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import { refusePerson } from '../../contracts/gate-review.ts'
import type { Person } from '../../contracts/principal.ts'
import { refuseUnfillable } from './deciders.ts'

/**
 * Why an answer that somebody gave counts no longer: they were disabled, or lost the right to decide this gate.
 * Undefined where it stands, and for whoever is not in the list.
 */
export function whyVoid(
  { decided_by: id }: Pick<Decision, 'decided_by'>,
  gate: Gate,
  people: readonly Person[],
): string | undefined {
  const person = people.find(one => one.person_id === id)
  if (person === undefined) return undefined
  if (person.disabled_at !== undefined) return `${person.name} was disabled at ${person.disabled_at}.`
  const refused = refusePerson({ id, role: person.role }, gate)
  return refused && `${person.name} is ${person.role} now and may not decide it any more.`
}

/** The last vote of each person, without those that are void. */
export function standingVotes(
  gate: Gate,
  people: readonly Person[],
): ReadonlyMap<string, Decision['decision']> {
  const counted = gate.decisions.filter(item => !item.late && whyVoid(item, gate, people) === undefined)
  return new Map(counted.map(item => [item.decided_by, item.decision]))
}

/** Whether who is registered changes what is told of a gate: it waits for several people, or for certain ones. */
export function dependsOnPeople({ status, quorum, separate_approver }: Gate): boolean {
  return (
    status === 'pending' && (quorum.approvals_required > 1 || quorum.roles.length > 0 || separate_approver)
  )
}

/**
 * A waiting gate with its approvals as they stand with the people of this moment: whose vote is void, and whether those
 * who are left can fill the quorum at all.
 */
export function withStandingVotes(gate: Gate, people: readonly Person[]): Gate {
  const { quorum } = gate
  if (!dependsOnPeople(gate) || people.length === 0) return gate
  const voters = [...new Map(gate.decisions.filter(item => !item.late).map(item => [item.decided_by, item]))]
  const gone = voters.flatMap(([decided_by, item]) => {
    const because = whyVoid(item, gate, people)
    return because === undefined ? [] : [{ decided_by, because }]
  })
  const unfillable = refuseUnfillable(people, gate)
  const isVoted = quorum.approvals_required > 1 && gate.decisions.length > 0
  const have = isVoted
    ? [...standingVotes(gate, people).values()].filter(vote => vote !== 'reject').length
    : gate.approvals.have
  return {
    ...gate,
    approvals: {
      ...{ have, need: gate.approvals.need },
      ...(gone.length === 0 ? {} : { void: gone }),
      ...(unfillable === undefined ? {} : { unfillable: unfillable.detail }),
    },
  }
}

import type { AutonomyContract } from 'soulgate/contracts/autonomy-contract'

export const STATUS_WORDS = {
  shadow: 'Gathering evidence',
  open: 'Runs by itself',
  suspended: 'Taken back',
  ended: 'Ended',
} as const satisfies Readonly<Record<AutonomyContract['status'], string>>

/** Where a contract stands, in plain words. */
export function standingOf(contract: AutonomyContract): string {
  const { right, wrong, unsettled, still_needed: needed, released, reported } = contract.evidence
  const waiting = unsettled > 0 ? ` ${unsettled} more approvals count once they are a week old.` : ''
  switch (contract.status) {
    case 'shadow':
      if (needed === 0) return 'The evidence suffices; it is kept in shadow, so nothing runs by it.'
      return `${right} of about ${right + needed} right decisions, ${wrong} wrong.${waiting} Nothing runs by it yet.`
    case 'open':
      return `Calls that ran by themselves: ${released}. Reported, undone or failed: ${reported}.`
    case 'suspended':
      return `${contract.suspended_detail ?? ''} People decide each call again.`.trim()
    case 'ended':
      return 'It is over; people decide each call.'
  }
}

export function percentText(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}

/** The name of an agent as its own key calls it. */
export function agentText(requester: string): string {
  return requester.replace(/^agent:/, '')
}

/** A place of the arguments as its name: `/status` is `status`, `/lines/0` is `lines/0`. */
export function placeText(place: string): string {
  return place.replace(/^\//, '')
}

/** What calls of a scope have in common, as one line. */
export function shapeText(shape: readonly string[]): string {
  return shape.map(placeText).join(', ') || 'no arguments'
}

import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { hiddenCharactersIn, mustBeOpened, toolCallsOf } from '../inbox/decision-draft.ts'
import { oddOnes } from './odd-ones.ts'

/** Selected gates of one template: what they share is said once, what differs stands beside each. */
export interface BatchGroup {
  readonly template: string
  readonly gates: readonly Gate[]
  readonly same: readonly BatchValue[]
  readonly differing: readonly string[]
  /** Those unlike the rest by a value, with how. */
  readonly odd: ReadonlyMap<string, string>
}

export interface BatchValue {
  readonly name: string
  readonly value: JsonValue
}

export function groupsOf(gates: readonly Gate[]): readonly BatchGroup[] {
  return [...Map.groupBy(gates, reviewTemplate)].map(([template, members]) => {
    const values = members.map(valuesOf)
    const [first = []] = values
    const isSame = ({ name, value }: BatchValue) =>
      values.every(each => each.some(other => other.name === name && isEqual(other.value, value)))
    const same = first.filter(isSame)
    const differing = first.filter(value => !isSame(value)).map(({ name }) => name)
    return { template, gates: members, same, differing, odd: oddOnes(members) }
  })
}

/** Every argument of every call of a gate; named with the place of its call where there are several. */
export function valuesOf(gate: Gate): readonly BatchValue[] {
  const calls = toolCallsOf(gate)
  return calls.flatMap((call, index) =>
    Object.entries(call.arguments)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => ({ name: calls.length > 1 ? `${index + 1}. ${name}` : name, value })),
  )
}

/** Why a gate must be looked at by itself; undefined when it may be decided with others. */
export function alone(gate: Gate): string | undefined {
  if (gate.status !== 'pending') return 'was decided'
  if (gate.confirm_word !== undefined) return 'needs the typed word'
  if (gate.fresh_passkey) return 'is signed with a passkey'
  if (gate.quorum.approvals_required > 1) return 'needs several people'
  if (toolCallsOf(gate).length === 0) return 'is not about calls'
  if (gate.artifacts.length > 0) return 'has attached files to read'
  if (mustBeOpened(gate).length > 0) return 'is too long to be seen at once'
  if (hiddenCharactersIn(gate) > 0) return 'has hidden characters'
  return gate.deciding === undefined ? undefined : 'was just decided'
}

function isEqual(one: JsonValue, other: JsonValue): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

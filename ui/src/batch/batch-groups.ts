import { headingPartsOf, quoteText } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { reviewTemplate } from 'soulgate/contracts/gate-review'
import type { JsonValue } from 'soulgate/contracts/json-value'
import { hiddenCharactersIn, mustBeOpened, toolCallsOf } from '../inbox/decision-draft.ts'
import { heldOtherwise, oddOnes } from './odd-ones.ts'

/** Selected gates of one template: what they share is said once, what differs stands beside each. */
export interface BatchGroup {
  readonly template: string
  readonly gates: readonly Gate[]
  readonly same: readonly BatchValue[]
  readonly differing: readonly string[]
  /** Of those that differ the ones that the act line of an item does not show whole. */
  readonly columns: readonly string[]
  /** Those unlike the rest by a value, with how. */
  readonly odd: ReadonlyMap<string, string>
}

export interface BatchValue {
  readonly name: string
  readonly value: JsonValue
}

export function groupsOf(gates: readonly Gate[]): readonly BatchGroup[] {
  const otherwise = heldOtherwise(gates)
  return [...Map.groupBy(gates, reviewTemplate)].map(([template, members]) => {
    const values = members.map(valuesOf)
    const [first = []] = values
    const isSame = ({ name, value }: BatchValue) =>
      values.every(each => each.some(other => other.name === name && isEqual(other.value, value)))
    const same = first.filter(isSame)
    const differing = first.filter(value => !isSame(value)).map(({ name }) => name)
    const columns = differing.filter(name => !members.every(gate => isTold(gate, name)))
    const apart = members.flatMap(({ gate_id: id }) => {
      const why = otherwise.get(id)
      return why === undefined ? [] : [[id, why] as const]
    })
    return {
      template,
      gates: members,
      same,
      differing,
      columns,
      odd: new Map([...oddOnes(members), ...apart]),
    }
  })
}

/** Whether the act line of a gate with one call shows this argument, and all of it. */
function isTold(gate: Gate, name: string): boolean {
  const [call, ...others] = toolCallsOf(gate)
  if (!call || others.length > 0) return false
  const shown = headingPartsOf(gate).filter(part => part.kind === 'value')
  const amounts = (call.origins ?? []).filter(origin => origin.meaning === 'amount')
  if (amounts.some(({ pointer }) => pointer === `/${name}`))
    return amounts.length === 1 && shown.filter(part => part.meaning === 'amount').length === 1
  const value = call.arguments[name]
  if (typeof value !== 'string') return false
  const equal = Object.values(call.arguments).filter(other => other === value).length
  return shown.filter(part => part.text === quoteText(value, Number.POSITIVE_INFINITY)).length >= equal
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
  if (gate.confirm_word !== undefined) return 'needs confirmation'
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

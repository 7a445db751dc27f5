import { headingPartsOf, isWorkingFolder } from 'soulgate/contracts/act-line'
import type { Gate } from 'soulgate/contracts/gate'
import { holdsSecretMark } from 'soulgate/contracts/secret-mark'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { countHiddenCharacters } from '../text/hidden-characters.ts'
import { toolCallsOf } from './decision-draft.ts'
import { isRisky } from './pace.ts'

/** What somebody types before something dangerous is approved: a value of the call, which has to be read to be known. */
export interface ConfirmProof {
  /** `Type the amount to approve`. */
  readonly label: string
  /** Why it is asked for, as it applies to this gate. */
  readonly reason: string
  readonly matches: (typed: string) => boolean
}

/** The most telling first. */
const ASKED_MEANINGS = ['amount', 'recipient', 'path', 'host'] as const
/** What is longer is not typed by anybody. */
const MAX_TYPED_CHARACTERS = 60

/**
 * What to type for a gate that wants a confirmation: the amount or the recipient of its most dangerous call, else what it
 * is about, else the tool's name. Undefined where none is wanted; of somebody who was slowed, risky ones want one too. What is sent is the gate's own word in any case.
 */
export function confirmProof(gate: Gate, slowed = false): ConfirmProof | undefined {
  const isAsked = gate.confirm_word !== undefined
  if (!isAsked && !(slowed && isRisky(gate))) return undefined
  const calls = toolCallsOf(gate)
  const risky = calls.find(call => call.reversibility === 'irreversible') ?? calls[0]
  const reason = isAsked
    ? reasonOf(gate, risky)
    : 'Your last approvals were faster than their cards can be read.'
  const asked = risky && askedValue(gate, risky)
  if (asked === undefined || risky === undefined) {
    const word = gate.confirm_word ?? risky?.tool ?? ''
    return { label: `Type “${word}” to approve`, reason, matches: typed => typed.trim() === word }
  }
  const place = calls.length > 1 ? ` of call ${calls.indexOf(risky) + 1}` : ''
  return { label: `Type the ${asked.name}${place} to approve`, reason, matches: asked.matches }
}

function reasonOf({ briefing }: Gate, call: ToolCall | undefined): string {
  if (call?.claimed) return 'Nobody has confirmed what this tool does.'
  if (call?.reversibility === 'irreversible') return 'It cannot be undone.'
  return briefing.truncated ? 'It is too long to be seen at once.' : 'It needs a confirmation.'
}

function askedValue(gate: Gate, call: ToolCall) {
  for (const meaning of ASKED_MEANINGS) {
    const names = [...new Set(namesOf(call, meaning))]
    const [name] = names
    if (name === undefined || names.length > 1) continue
    const value = call.arguments[name]
    if (meaning === 'amount') {
      const shown = amountShown(gate, value)
      if (shown !== undefined)
        return { name: 'amount', matches: (typed: string) => plain(typed) === plain(shown) }
    } else if (typeof value === 'string' && isTypeable(value)) {
      return { name: meaning, matches: (typed: string) => typed.trim() === value }
    }
  }
  return undefined
}

/** Arguments of a meaning that are one value, by their names. */
function namesOf({ origins = [] }: ToolCall, meaning: string): readonly string[] {
  return origins
    .filter(origin => origin.meaning === meaning && origin.pointer.lastIndexOf('/') === 0)
    .map(origin => origin.pointer.slice(1).replaceAll('~1', '/').replaceAll('~0', '~'))
    .filter(name => !isWorkingFolder(name))
}

/** An amount as the heading shows it, with its currency where that is known. */
function amountShown(gate: Gate, value: unknown): string | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined
  const amounts = headingPartsOf(gate).filter(part => part.kind === 'value' && part.meaning === 'amount')
  const shown = amounts.length === 1 ? amounts[0]?.text : String(value)
  return shown !== undefined && /\d/.test(shown) ? shown : undefined
}

/** An amount by its number alone: `€4,200.00` is `4200`, and nothing else is. */
function plain(text: string): string {
  const number = text.replace(/[^\d.-]/g, '')
  return number.includes('.') ? number.replace(/\.?0+$/, '') : number
}

function isTypeable(value: string): boolean {
  const isPlain = countHiddenCharacters(value) === 0 && value.trim() === value && !value.includes('\n')
  if (holdsSecretMark(value)) return false
  return value !== '' && value.length <= MAX_TYPED_CHARACTERS && isPlain
}

import type { Gate } from './gate.ts'
import { GATE_TYPE_NAMES } from './gate-type-names.ts'
import { writeOutHidden } from './hidden-characters.ts'
import type { JsonValue } from './json-value.ts'
import type { ToolCall } from './tool-call.ts'

/** What of a call the line is made from; nothing that an agent says about the call is. */
export type ActCall = Pick<ToolCall, 'tool' | 'arguments' | 'origins' | 'claimed' | 'reversibility'>

export interface ActLineOptions {
  /** Whether a value must not be shown; what an argument's meaning calls a secret never is. */
  readonly isSecret?: (text: string) => boolean
}

/** Meanings of arguments, the most telling first. */
const TELLING: readonly string[] = ['amount', 'recipient', 'receiver', 'host', 'path']
const NOT_TELLING = TELLING.length
const MAX_CALLS = 3
const MAX_PARTS = 4
/** Of each of several calls, and of a call none of whose arguments is known to be telling. */
const MAX_OTHER_PARTS = 3
const MAX_VALUE = 60
const MAX_FILLING_VALUE = 80
const MAX_LISTED = 3

/** The most dangerous call comes first, whatever the order in which they run. */
const DANGER: Readonly<Record<ToolCall['reversibility'], number>> = {
  irreversible: 3,
  externally_reversible: 2,
  reversible: 1,
  read_only: 0,
}

/**
 * What calls do, in one line: the tool's name and its most telling arguments by their meaning, as in
 * `refund_payment · amount 4200 · to "ada@example.org"`. Everything quoted was given by somebody else; a name that
 * only an agent vouches for is quoted too. Answers an empty line for no calls.
 */
export function actLine(calls: readonly ActCall[], options: ActLineOptions = {}): string {
  const ordered = calls.toSorted((a, b) => dangerOf(b) - dangerOf(a))
  const [only] = ordered
  if (ordered.length === 1 && only !== undefined) return lineOf(only, MAX_PARTS, options)
  const shown = ordered.slice(0, MAX_CALLS).map(call => lineOf(call, MAX_OTHER_PARTS, options))
  const rest = ordered.length - shown.length
  return ordered.length === 0
    ? ''
    : `${ordered.length} calls: ${[...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(' | ')}`
}

/**
 * The heading of a gate, the same on every surface. A gate of before headings were kept shows what its calls do, or its
 * kind, and never the summary that was sent with it.
 */
export function headingOf({ type, briefing, subject }: Pick<Gate, 'type' | 'briefing' | 'subject'>): string {
  if (briefing.heading !== undefined) return briefing.heading
  return 'tool_calls' in subject ? actLine(subject.tool_calls) : GATE_TYPE_NAMES[type]
}

/** A text of somebody else as one quoted piece: escaped, hidden characters written out, cut in the middle. */
export function quoteText(text: string, maxCharacters: number = MAX_VALUE): string {
  const characters = [...text]
  if (characters.length <= maxCharacters) return `"${escapeText(text)}"`
  const head = Math.ceil(maxCharacters * 0.6)
  const start = characters.slice(0, head).join('')
  const end = characters.slice(head - maxCharacters).join('')
  return `"${escapeText(start)}…${escapeText(end)}" (${characters.length} characters)`
}

function dangerOf(call: ActCall): number {
  return DANGER[call.reversibility] + (call.claimed ? DANGER.irreversible : 0)
}

function lineOf(call: ActCall, maxParts: number, options: ActLineOptions): string {
  const parts = partsOf(call).toSorted((a, b) => a.rank - b.rank)
  const telling = parts.filter(part => part.rank < NOT_TELLING).slice(0, maxParts)
  const filling = parts
    .filter(part => part.rank === NOT_TELLING && (telling.length === 0 || isShort(part)))
    .slice(0, Math.max(0, MAX_OTHER_PARTS - telling.length))
  const shown = [...telling, ...filling]
  const rest = parts.length - shown.length
  const name = call.claimed ? quoteText(call.tool) : call.tool
  return [
    name,
    ...shown.map(part => showPart(part, options)),
    ...(rest > 0 ? [`${rest} more argument${rest === 1 ? '' : 's'}`] : []),
  ].join(' · ')
}

interface Leaf {
  readonly value: string | number | boolean | null
  readonly meaning: string | undefined
  /** It names a stored secret. */
  readonly isReference: boolean
}

/** One argument, or one field of one; the items of a list belong together. */
interface Part {
  readonly label: string
  readonly rank: number
  readonly leaves: readonly Leaf[]
}

function partsOf(call: ActCall): readonly Part[] {
  const leavesByLabel = new Map<string, Leaf[]>()
  const visit = (value: JsonValue, pointer: string, label: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
        const isNamed = !Array.isArray(value) && key !== '$secret'
        visit(inner, `${pointer}/${step}`, isNamed ? [label, key].filter(Boolean).join('.') : label)
      }
      return
    }
    const leaf = { value, meaning: meaningAt(call, pointer), isReference: pointer.endsWith('/$secret') }
    leavesByLabel.set(label, [...(leavesByLabel.get(label) ?? []), leaf])
  }
  visit(call.arguments, '', '')
  return [...leavesByLabel].map(([label, leaves]) => ({ label, leaves, rank: rankOf(leaves) }))
}

/** An argument may have several meanings; a secret stays one, else the most telling counts. */
function meaningAt({ origins = [] }: ActCall, pointer: string): string | undefined {
  const meanings = origins.flatMap(origin => (origin.pointer === pointer ? (origin.meaning ?? []) : []))
  return meanings.find(meaning => meaning === 'secret') ?? meanings.toSorted(byTelling)[0]
}

function byTelling(a: string, b: string): number {
  return rankOfMeaning(a) - rankOfMeaning(b)
}

function rankOfMeaning(meaning: string | undefined): number {
  const rank = TELLING.indexOf(meaning ?? '')
  return rank < 0 ? NOT_TELLING : rank
}

function rankOf(leaves: readonly Leaf[]): number {
  return Math.min(...leaves.map(leaf => rankOfMeaning(leaf.meaning)))
}

function isShort({ leaves }: Part): boolean {
  return leaves.length <= MAX_LISTED && leaves.every(({ value }) => String(value).length <= MAX_FILLING_VALUE)
}

function showPart({ label, leaves }: Part, options: ActLineOptions): string {
  const shown = leaves.slice(0, MAX_LISTED).map(leaf => showLeaf(leaf, options))
  const rest = leaves.length - shown.length
  return `${showLabel(label)} ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** A name that could be read as a sentence is quoted like a value. */
function showLabel(label: string): string {
  return /^[A-Za-z_$][\w$.-]{0,39}$/.test(label) ? label : quoteText(label, 40)
}

function showLeaf({ value, meaning, isReference }: Leaf, { isSecret }: ActLineOptions): string {
  if (isReference) return `(stored secret ${quoteText(String(value))})`
  if (meaning === 'secret' || isSecret?.(String(value)) === true) return '(a secret)'
  return typeof value === 'string' ? quoteText(value) : String(value)
}

function escapeText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
  return writeOutHidden(escaped)
}

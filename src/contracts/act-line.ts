import type { Gate } from './gate.ts'
import { GATE_TYPE_NAMES } from './gate-type-names.ts'
import { writeOutHidden } from './hidden-characters.ts'
import type { JsonValue } from './json-value.ts'
import { moneyText } from './money.ts'
import type { ToolCall } from './tool-call.ts'
import {
  type ActPart,
  type MoneyMarks,
  splitTemplate,
  type TemplatePart,
  type ToolDisplay,
} from './tool-display.ts'

/** What of a call the line is made from; nothing that an agent says about the call is. */
export type ActCall = Pick<ToolCall, 'tool' | 'arguments' | 'origins' | 'claimed' | 'reversibility'>

/** What is known beside the call when its act line is made. */
export interface ActLineOptions {
  /** Whether a value must not be shown; what an argument's meaning calls a secret never is. */
  readonly isSecret?: (text: string) => boolean
  /** What is known of a tool that a person vouches for; undefined for claims. */
  readonly displayOf?: (tool: string) => CallDisplay | undefined
}

/** Meanings of arguments, the most telling first. */
const TELLING: readonly string[] = ['amount', 'recipient', 'receiver', 'host', 'path']
const NOT_TELLING = TELLING.length
/** Who gets a stored secret is never left out. */
const BEFORE_ALL = -1
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

/** What is known of a tool that a person vouches for: its template, and how its amounts are read. */
export interface CallDisplay {
  readonly display?: ToolDisplay
  /** By the argument's name. */
  readonly money: Readonly<Record<string, MoneyMarks>>
}

/**
 * What calls do, in one line: by the template of the tool where a person confirmed one (`Refund €42.00 to "pay_974kf2"`),
 * else the tool's name and its most telling arguments by their meaning (`refund_payment · amount 4200 · to "ada"`).
 * Everything quoted was given by somebody else; a name that only an agent vouches for is quoted too. Answers an empty line
 * for no calls.
 */
export function actLine(calls: readonly ActCall[], options: ActLineOptions = {}): string {
  return actText(actParts(calls, options))
}

/** The same in its pieces, for places that draw values apart from words. */
export function actParts(calls: readonly ActCall[], options: ActLineOptions = {}): readonly ActPart[] {
  const ordered = calls.toSorted((a, b) => dangerOf(b) - dangerOf(a))
  const [only] = ordered
  if (ordered.length === 1 && only !== undefined) return partsOfCall(only, MAX_PARTS, options)
  if (ordered.length === 0) return []
  const shown = ordered.slice(0, MAX_CALLS)
  const rest = ordered.length - shown.length
  return [
    words(`${ordered.length} calls: `),
    ...shown.flatMap((call, index) => [
      ...(index === 0 ? [] : [words(' | ')]),
      ...partsOfCall(call, MAX_OTHER_PARTS, options),
    ]),
    ...(rest > 0 ? [words(` | ${rest} more`)] : []),
  ]
}

/** An act line as one text. */
export function actText(parts: readonly ActPart[]): string {
  return parts.map(part => part.text).join('')
}

/**
 * The heading of a gate, the same on every surface. A gate of before headings were kept shows what its calls do, or its
 * kind, and never the summary that was sent with it.
 */
export function headingOf({ type, briefing, subject }: Pick<Gate, 'type' | 'briefing' | 'subject'>): string {
  if (briefing.heading !== undefined) return briefing.heading
  return 'tool_calls' in subject ? actLine(subject.tool_calls) : GATE_TYPE_NAMES[type]
}

/** The heading in its pieces; of a gate of before they were kept one piece. */
export function headingPartsOf(gate: Pick<Gate, 'type' | 'briefing' | 'subject'>): readonly ActPart[] {
  return gate.briefing.act?.parts ?? [words(headingOf(gate))]
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

function partsOfCall(call: ActCall, maxParts: number, options: ActLineOptions): readonly ActPart[] {
  const known = call.claimed ? undefined : options.displayOf?.(call.tool)
  const arguments_ = partsOf(call, known?.money).toSorted((a, b) => a.rank - b.rank)
  const template = known?.display?.act === undefined ? undefined : splitTemplate(known.display.act)
  return template === undefined
    ? listParts(call, arguments_, { maxParts, options })
    : fillTemplate(template, arguments_, options)
}

/** What the template leaves out stands behind it as far as it is telling or a switch; of the rest it says how many there are. */
function fillTemplate(
  template: readonly TemplatePart[],
  parts: readonly Part[],
  options: ActLineOptions,
): readonly ActPart[] {
  const named = new Set(template.flatMap(piece => ('argument' in piece ? [piece.argument] : [])))
  const others = parts.filter(part => !named.has(part.argument))
  const shown = others.filter(part => part.rank < NOT_TELLING || part.leaves.every(isSwitch))
  return [
    ...template.flatMap(piece =>
      'words' in piece ? [words(piece.words)] : fillArgument(piece.argument, parts, options),
    ),
    ...shown.flatMap(part => [words(' · '), ...showPart(part, options)]),
    ...moreArguments(others.length - shown.length),
  ]
}

function isSwitch({ value }: Leaf): boolean {
  return typeof value === 'boolean'
}

function moreArguments(count: number): readonly ActPart[] {
  return count > 0 ? [words(` · ${count} more argument${count === 1 ? '' : 's'}`)] : []
}

function fillArgument(argument: string, parts: readonly Part[], options: ActLineOptions): readonly ActPart[] {
  const found = parts.filter(part => part.argument === argument)
  if (found.length === 0) return [{ kind: 'value', text: `(no ${showLabel(argument)})` }]
  return found.flatMap((part, index) => {
    // An amount in no known currency is a bare number, which says nothing without its name.
    const isBare = part.label === argument && part.leaves.every(leaf => !isUnnamed(leaf))
    const shown = isBare ? showLeaves(part, options) : showPart(part, options)
    return index === 0 ? shown : [words(' · '), ...shown]
  })
}

function isUnnamed({ meaning, value, money }: Leaf): boolean {
  return meaning === 'amount' && money === undefined && value !== null
}

function listParts(
  call: ActCall,
  parts: readonly Part[],
  { maxParts, options }: { readonly maxParts: number; readonly options: ActLineOptions },
): readonly ActPart[] {
  const telling = parts.filter(part => part.rank < NOT_TELLING).slice(0, maxParts)
  const filling = parts
    .filter(part => part.rank === NOT_TELLING && (telling.length === 0 || isShort(part)))
    .toSorted((left, right) => Number(isWorkingFolder(left.label)) - Number(isWorkingFolder(right.label)))
    .slice(0, Math.max(0, MAX_OTHER_PARTS - telling.length))
  const shown = [...telling, ...filling]
  const rest = parts.length - shown.length
  const name: ActPart = call.claimed ? { kind: 'value', text: quoteText(call.tool) } : words(call.tool)
  return [name, ...shown.flatMap(part => [words(' · '), ...showPart(part, options)]), ...moreArguments(rest)]
}

interface Leaf {
  readonly value: string | number | boolean | null
  readonly meaning: string | undefined
  /** It names a stored secret. */
  readonly isReference: boolean
  /** An amount with its currency, where its marks name one. */
  readonly money: string | undefined
}

/** One argument, or one field of one; the items of a list belong together. */
interface Part {
  readonly label: string
  /** The argument that it is, or is part of. */
  readonly argument: string
  readonly rank: number
  readonly leaves: readonly Leaf[]
}

function partsOf(call: ActCall, money: CallDisplay['money'] = {}): readonly Part[] {
  const leavesByLabel = new Map<string, Leaf[]>()
  const argumentByLabel = new Map<string, string>()
  const visit = (value: JsonValue, pointer: string, label: string, argument: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
        const isNamed = !Array.isArray(value) && key !== '$secret'
        const name = isNamed ? [label, key].filter(Boolean).join('.') : label
        visit(inner, `${pointer}/${step}`, name, pointer === '' ? key : argument)
      }
      return
    }
    const marks =
      pointer.lastIndexOf('/') === 0 && Object.hasOwn(money, argument) ? money[argument] : undefined
    const leaf = {
      ...{ value, meaning: meaningAt(call, pointer), isReference: pointer.endsWith('/$secret') },
      money: marks && moneyText(value, marks, call.arguments),
    }
    leavesByLabel.set(label, [...(leavesByLabel.get(label) ?? []), leaf])
    argumentByLabel.set(label, argument)
  }
  visit(call.arguments, '', '', '')
  return [...leavesByLabel].map(([label, leaves]) => ({
    ...{ label, leaves, argument: argumentByLabel.get(label) ?? label },
    rank: isWorkingFolder(label) ? NOT_TELLING : rankOf(leaves),
  }))
}

/** Whether an argument names where something runs, which says nothing of what it does. */
export function isWorkingFolder(name: string): boolean {
  return /^(?:cwd|workdir|working_?dir(?:ectory)?)$/i.test(name)
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
  return Math.min(...leaves.map(leaf => (leaf.isReference ? BEFORE_ALL : rankOfMeaning(leaf.meaning))))
}

function isShort({ leaves }: Part): boolean {
  return leaves.length <= MAX_LISTED && leaves.every(({ value }) => String(value).length <= MAX_FILLING_VALUE)
}

function showPart(part: Part, options: ActLineOptions): readonly ActPart[] {
  return [words(`${showLabel(part.label)} `), ...showLeaves(part, options)]
}

function showLeaves({ leaves }: Part, options: ActLineOptions): readonly ActPart[] {
  const shown = leaves.toSorted((a, b) => Number(b.isReference) - Number(a.isReference)).slice(0, MAX_LISTED)
  const rest = leaves.length - shown.length
  return [
    ...shown.flatMap((leaf, index) => [...(index === 0 ? [] : [words(', ')]), showLeaf(leaf, options)]),
    ...(rest > 0 ? [words(` and ${rest} more`)] : []),
  ]
}

/** A name that could be read as a sentence is quoted like a value. */
function showLabel(label: string): string {
  return /^[A-Za-z_$][\w$.-]{0,39}$/.test(label) ? label : quoteText(label, 40)
}

function showLeaf(leaf: Leaf, options: ActLineOptions): ActPart {
  const { meaning } = leaf
  return { kind: 'value', text: leafText(leaf, options), ...(meaning === undefined ? {} : { meaning }) }
}

function leafText({ value, meaning, isReference, money }: Leaf, { isSecret }: ActLineOptions): string {
  if (isReference) return `(stored secret ${quoteText(String(value))})`
  if (meaning === 'secret' || isSecret?.(String(value)) === true) return '(a secret)'
  return money ?? (typeof value === 'string' ? quoteText(value) : String(value))
}

function words(text: string): ActPart {
  return { kind: 'words', text }
}

function escapeText(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
  return writeOutHidden(escaped)
}

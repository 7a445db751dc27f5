import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Voice } from '../../contracts/principal.ts'
import type { Tool } from '../../contracts/tool.ts'
import { extractMeanings, type Meaning } from '../tools/tools.ts'
import { isOwnRecord, looksNamed } from './named-values.ts'
import { isOutsideWorkspace } from './provenance-holds.ts'
import { findLinks, isSaidIn, isUrlNamedIn } from './provenance-text.ts'

/** Where a value stands: in the person's words, in a trusted read, only in an untrusted one, or nowhere seen. */
export type ProvenanceSource = 'person' | 'trusted' | 'untrusted' | 'unknown'

/**
 * `receiver` is a user or member name, `name` what looks like the name of somebody, something or some place, `link` an
 * address inside a text, `text` anything without a meaning.
 */
export type TracedMeaning = Meaning | 'receiver' | 'name' | 'link' | 'text'

/** One value of a call and where it came from. `where` quotes the place, at most 120 characters. */
export interface ArgumentTrace {
  /** JSON pointer into the arguments. */
  readonly pointer: string
  readonly value: string
  readonly meaning: TracedMeaning
  readonly source: ProvenanceSource
  readonly where?: string
}

/** What a tool returned, under a name that a person recognises (“http_get https://…”). */
export interface ReadText {
  readonly label: string
  readonly text: string
}

/** Everything a value may have been taken from. Persons' words are goals, answers, edits and steers. */
export interface ProvenanceTexts {
  readonly personTexts: readonly string[]
  /** Sent with a saved credential: they vouch for no address, host, account or credential, for everything else. */
  readonly savedTexts?: readonly string[]
  readonly trustedReads: readonly ReadText[]
  readonly untrustedReads: readonly ReadText[]
}

/** Texts of one author as what calls may take values from. An agent's words are data like any other it was given. */
export function textsOf(voice: Voice, texts: readonly string[]): ProvenanceTexts {
  const nothing = { personTexts: [], trustedReads: [], untrustedReads: [] }
  switch (voice) {
    case 'person':
      return { ...nothing, personTexts: texts }
    case 'saved':
      return { ...nothing, savedTexts: texts }
    case 'agent':
      return { ...nothing, untrustedReads: texts.map(text => ({ label: 'an agent’s own words', text })) }
  }
}

/** A call to be traced; without a definition every meaning is guessed from names and the worst is assumed. */
export interface TraceableCall {
  readonly tool: string
  readonly arguments: JsonObject
  readonly definition?: Pick<Tool, 'input_schema'> &
    Partial<Pick<Tool, 'annotations' | 'reversibility'>> & { readonly claimed?: boolean }
}

interface Leaf {
  readonly pointer: string
  readonly name: string
  readonly value: string
  /** It names a stored secret and holds none: the only key of its object is `$secret`. */
  readonly isReference: boolean
  readonly isText: boolean
}

const maxLeaves = 2_000
const receiverNames =
  /^(?:user|user_?name|user_?id|member|member_?id|invitee|guest|attendee|participant|collaborator|assignee|owner|contact|person|customer|customer_?id|employee)s?$/i

/**
 * Traces every value of a call's arguments to its source, in the order of the arguments. A value found in several
 * places takes the most trusted one. Letter case and spacing do not matter; hidden characters never match.
 */
export function traceArguments(call: TraceableCall, texts: ProvenanceTexts): readonly ArgumentTrace[] {
  const definition = call.definition ?? { input_schema: {}, claimed: true }
  const meanings = new Map<string, Meaning[]>()
  for (const { pointer, meaning } of extractMeanings(definition, call.arguments))
    meanings.set(pointer, [...(meanings.get(pointer) ?? []), meaning])
  const isReader = definition.annotations?.read_only === true && definition.claimed !== true
  const namesOthers = !isReader && !isOwnRecord(call.tool)
  return readLeaves(call.arguments).flatMap(leaf => {
    const stated = meanings.get(leaf.pointer) ?? []
    return traceLeaf(leaf, stated.length > 0 ? stated : guessMeanings(leaf, namesOthers), texts)
  })
}

function guessMeanings({ name, value, isText }: Leaf, namesOthers: boolean): readonly TracedMeaning[] {
  if (receiverNames.test(name)) return ['receiver']
  return [namesOthers && isText && looksNamed(value, name) ? 'name' : 'text']
}

function readLeaves(args: JsonObject): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: JsonValue, pointer: string, name: string, isReference = false): void => {
    if (leaves.length >= maxLeaves || value === null || typeof value === 'boolean') return
    if (typeof value !== 'object') {
      leaves.push({ pointer, name, value: String(value), isReference, isText: typeof value === 'string' })
      return
    }
    const isOnly = !Array.isArray(value) && Object.keys(value).length === 1
    for (const [key, inner] of Object.entries(value)) {
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1')
      visit(inner, `${pointer}/${step}`, Array.isArray(value) ? name : key, isOnly && key === '$secret')
    }
  }
  visit(args, '', '')
  return leaves
}

function traceLeaf(
  leaf: Leaf,
  meanings: readonly TracedMeaning[],
  texts: ProvenanceTexts,
): readonly ArgumentTrace[] {
  if (leaf.isReference)
    return [
      {
        pointer: leaf.pointer,
        value: leaf.value,
        meaning: 'text',
        source: 'trusted',
        where: 'a stored secret',
      },
    ]
  const traces = meanings.map(meaning => locate({ pointer: leaf.pointer, value: leaf.value, meaning }, texts))
  if (!meanings.includes('text') && !meanings.includes('name')) return traces
  const links = findLinks(leaf.value).filter(link => link !== leaf.value)
  return [
    ...traces,
    ...links.map(link => locate({ pointer: leaf.pointer, value: link, meaning: 'link' as const }, texts)),
  ]
}

function locate(
  subject: Pick<ArgumentTrace, 'pointer' | 'value' | 'meaning'>,
  { personTexts, savedTexts = [], trustedReads, untrustedReads }: ProvenanceTexts,
): ArgumentTrace {
  const isIn = (text: string): boolean =>
    subject.meaning === 'host' || subject.meaning === 'link'
      ? isUrlNamedIn(subject.value, text)
      : isSaidIn(subject.value, text)
  const said = personTexts.find(isIn)
  if (said !== undefined) return { ...subject, source: 'person', where: `a person’s words: ${excerpt(said)}` }
  const saved = savedTexts.find(isIn)
  if (saved !== undefined && !canBeAimed(subject))
    return { ...subject, source: 'person', where: `sent with a saved credential: ${excerpt(saved)}` }
  const trusted = trustedReads.find(read => isIn(read.text))
  if (trusted !== undefined) return { ...subject, source: 'trusted', where: excerpt(trusted.label) }
  const untrusted = untrustedReads.find(read => isIn(read.text))
  if (untrusted !== undefined) return { ...subject, source: 'untrusted', where: excerpt(untrusted.label) }
  if (saved !== undefined)
    return { ...subject, source: 'untrusted', where: 'words sent with a saved credential' }
  return { ...subject, source: 'unknown' }
}

/** Whether the value says where something goes or who gets it; a path inside the workspace is contained. */
function canBeAimed({ meaning, value }: Pick<ArgumentTrace, 'meaning' | 'value'>): boolean {
  if (meaning === 'path') return isOutsideWorkspace(value)
  return meaning !== 'text' && meaning !== 'amount'
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 120 ? `${line.slice(0, 117)}…` : line
}

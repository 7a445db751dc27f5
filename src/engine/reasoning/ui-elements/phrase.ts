import { readWords, stemWord } from '../language/language.ts'
import { joinHyphens } from './spelling.ts'

export type ScreenPlace = 'top' | 'bottom' | 'left' | 'right' | 'center'
export type RelationKind = 'above' | 'below' | 'left' | 'right' | 'beside' | 'inside'
export type RoleFamily = 'image' | 'button' | 'text' | 'input' | 'toggle' | 'link' | 'choice' | 'any'

/** What a phrase says about the element it means. */
export interface ElementPhrase {
  /** Stems of the target's own words, roles and positions taken out. */
  readonly stems: readonly string[]
  readonly role: RoleFamily
  /** It counts (“the second”), places, or relates: of several that fit, one is meant. */
  readonly isNarrowed: boolean
  readonly places: readonly ScreenPlace[]
  readonly relation?: { readonly kind: RelationKind; readonly anchor: ElementPhrase }
  /** Text in quotes is meant literally. */
  readonly quoted?: string
}

const FAMILIES: Readonly<Record<Exclude<RoleFamily, 'any'>, string>> = {
  image: 'icon icons image images picture photo symbol logo sign thumbnail avatar pic emoji arrow mark',
  button: 'button buttons btn key',
  text: 'text label heading title word words line sentence paragraph message caption name',
  input: 'box field textbox input textfield textarea bar area blank searchbar searchbox entry',
  toggle: 'switch toggle checkbox checkmark tickbox slider radio',
  link: 'link hyperlink url',
  choice: 'option tab dropdown menu list item combobox select selector row',
}
const familyByWord = new Map(
  Object.entries(FAMILIES).flatMap(([family, list]) =>
    list.split(' ').map(word => [word, family as RoleFamily] as const),
  ),
)

/** The family of roles that a word names: “box” and “field” are for text. */
export function roleFamilyOf(word: string): RoleFamily | undefined {
  return familyByWord.get(word)
}

const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\d+(?:st|nd|rd|th))$/

const RELATION =
  /\b(?:which|that|who)?\s*(?:is|are|located|present|placed|situated|appearing|seen|shown)?\s*(?:just|right|directly|immediately)?\s*(?:(?:on|at|to|in)\s+)?(?:the\s+)?(?:(?<side>left|right)(?:\s*(?:-|\s)?(?:hand)?\s*sides?)?\s*(?:of|to|from|side)\s*(?:of\s+)?|(?<above>above|over|on\s+top\s+of|top\s+(?:of|to)|up\s+(?:to|of))\s+|(?<below>below|under|underneath|beneath|bottom\s+(?:of|to)|down\s+(?:to|of)|down)\s+|(?<beside>next\s+to|besides?(?:\s+to)?|near(?:\s+(?:to|by))?|by|adjacent\s+to|opposite\s+(?:to|of)?|between|along\s+with|with|in\s+front\s+of|of)\s+|(?<left>before|prior\s+to)\s+|(?<right>after)\s+|(?<inside>inside|within)\s+)(?<anchor>.+)$/i

const PLACE =
  /\b(?:(?:at|on|in|from|to)\s+)?(?:the\s+)?(?:(?:(?:extreme|very|far|upper|lower)\s+)?(?:top|bottom|upper|lower|left|right|cent(?:er|re)|middle|corner|leftmost|rightmost)(?:[\s-]+(?:most|hand|side|corner|part|of|the|page|screen|area))*[\s-]*)+/gi

const FILLERS = new Set(
  `click tap press select choose pick open go hit touch push check tick uncheck untick on the a an at in of to for please
  can you which is are that this it and or option options page screen app here there from with one type enter write fill
  view see show display displayed given present located placed shown side corner part area toggle turn into up then again
  use used hand entire having has whole number just exactly immediately below called named labelled labeled saying says
  marked reading scroll navigate double-click visit find move drag set clear hover your my their
  red blue green black white yellow orange pink grey gray purple brown coloured colored big small large little round
  circle square`.split(/\s+/),
)

/** Reads a phrase such as “click on the second icon below Settings”. Never fails: unread words stay target words. */
export function readElementPhrase(said: string, isAnchor = false): ElementPhrase {
  const phrase = joinHyphens(said)
  const quoted = /["“'‘`]([^"”'’`]+)["”'’`]/.exec(phrase)?.[1]
  const relation = isAnchor ? undefined : readRelation(phrase)
  const head = relation === undefined ? phrase : phrase.slice(0, relation.at)
  const places = readPlaces(head)
  const words = readWords(joinCompounds(head.replace(PLACE, ' '))).map(word => word.lower)
  const roleAt = words.findLastIndex(word => familyByWord.has(word))
  const named = words.filter(
    (word, at) =>
      at !== roleAt && !FILLERS.has(word) && !ORDINAL.test(word) && word !== 'text' && word !== 'button',
  )
  // “Choose One” is a label although its words alone say nothing; an anchor may be called by its role alone.
  const isLabel = !isAnchor && roleAt < 0 && places.length === 0 && /^[\s"“'‘`]*\p{Lu}/u.test(phrase)
  const bare = isLabel ? words : isAnchor && roleAt >= 0 ? words.slice(roleAt, roleAt + 1) : []
  const kept = named.length > 0 ? named : bare.filter(word => !/^(?:the|an?|my|on|it|this|that)$/.test(word))
  return {
    stems: kept.map(stemWord),
    role: familyByWord.get(words[roleAt] ?? '') ?? 'any',
    isNarrowed: relation !== undefined || places.length > 0 || words.some(word => ORDINAL.test(word)),
    places,
    ...(relation && { relation: { kind: relation.kind, anchor: readElementPhrase(relation.anchor, true) } }),
    ...(quoted === undefined ? {} : { quoted }),
  }
}

/** Two words that name one role become one: “text box” is an input, not a text. */
function joinCompounds(text: string): string {
  return text
    .replace(/\b(?:check|tick) box\b/gi, 'checkbox')
    .replace(/\b(?:text|input) (?:box|field)\b/gi, 'textbox')
    .replace(/\b(radio|toggle|switch) button\b/gi, '$1')
    .replace(/\bdrop down\b/gi, 'dropdown')
}

function readRelation(
  phrase: string,
): { readonly kind: RelationKind; readonly anchor: string; readonly at: number } | undefined {
  const match = RELATION.exec(phrase)
  if (match?.groups === undefined) return undefined
  const { anchor = '', side, ...kinds } = match.groups
  if (/^(?:the\s+)?(?:page|screen|app|application|window|keyboard|corner|top|bottom)\b/i.test(anchor.trim()))
    return undefined
  if (readWords(phrase.slice(0, match.index)).length === 0) return undefined
  const kind = side?.toLowerCase() ?? Object.keys(kinds).find(name => kinds[name] !== undefined)
  return { kind: (kind ?? 'beside') as RelationKind, anchor: anchor.trim(), at: match.index }
}

const PLACES: readonly (readonly [ScreenPlace, RegExp])[] = [
  ['top', /top|upper/],
  ['bottom', /bottom|lower/],
  ['left', /left/],
  ['right', /right/],
  ['center', /cent(?:er|re)|middle/],
]

function readPlaces(text: string): readonly ScreenPlace[] {
  const said = [...text.matchAll(PLACE)].map(match => match[0].toLowerCase()).join(' ')
  return PLACES.filter(([, words]) => words.test(said)).map(([place]) => place)
}

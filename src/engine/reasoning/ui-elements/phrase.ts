import { readWords, stemWord } from '../language/language.ts'
import { joinHyphens } from './spelling.ts'

export type ScreenPlace = 'top' | 'bottom' | 'left' | 'right' | 'center'
export type RelationKind = 'above' | 'below' | 'left' | 'right' | 'beside' | 'inside' | 'between'
export type RoleFamily = 'image' | 'button' | 'text' | 'input' | 'toggle' | 'link' | 'choice' | 'any'

/** What a phrase says about the element it means. */
export interface ElementPhrase {
  /** Content words of the target, roles and positions taken out. */
  readonly words: readonly string[]
  readonly stems: readonly string[]
  readonly role: RoleFamily
  /** 1-based; −1 is the last one. */
  readonly ordinal?: number
  readonly places: readonly ScreenPlace[]
  readonly relation?: { readonly kind: RelationKind; readonly anchor: ElementPhrase }
  /** Text in quotes is meant literally. */
  readonly quoted?: string
}

const roleFamilies: Readonly<Record<Exclude<RoleFamily, 'any'>, string>> = {
  image: 'icon icons image images picture photo symbol logo sign thumbnail avatar pic emoji arrow mark',
  button: 'button buttons btn key',
  text: 'text label heading title word words line sentence paragraph message caption name',
  input: 'box field textbox input textfield textarea bar area blank searchbar searchbox entry',
  toggle: 'switch toggle checkbox checkmark tickbox slider radio',
  link: 'link hyperlink url',
  choice: 'option tab dropdown menu list item combobox select selector entry row',
}
const familyByWord = new Map<string, RoleFamily>()
for (const [family, list] of Object.entries(roleFamilies)) {
  for (const word of list.split(' '))
    if (!familyByWord.has(word)) familyByWord.set(word, family as RoleFamily)
}

/** The family of roles that a word names: “box” and “field” are for text. */
export function roleFamilyOf(word: string): RoleFamily | undefined {
  return familyByWord.get(word)
}

const ordinals = new Map<string, number>(
  Object.entries({
    first: 1,
    '1st': 1,
    second: 2,
    '2nd': 2,
    third: 3,
    '3rd': 3,
    fourth: 4,
    '4th': 4,
    fifth: 5,
    '5th': 5,
    sixth: 6,
    '6th': 6,
    seventh: 7,
    eighth: 8,
    ninth: 9,
    tenth: 10,
    last: -1,
    final: -1,
    bottommost: -1,
    topmost: 1,
  }),
)

const relationPattern =
  /\b(?:which|that|who)?\s*(?:is|are|located|present|placed|situated|appearing|seen|shown)?\s*(?:just|right|directly|immediately)?\s*(?:(?:on|at|to|in)\s+)?(?:the\s+)?(?:(?<side>left|right)(?:\s*(?:-|\s)?(?:hand)?\s*sides?)?\s*(?:of|to|from|side)\s*(?:of\s+)?|(?<above>above|over|on\s+top\s+of|top\s+(?:of|to)|up\s+(?:to|of))\s+|(?<below>below|under|underneath|beneath|bottom\s+(?:of|to)|down\s+(?:to|of)|down)\s+|(?<beside>next\s+to|beside(?:\s+to)?|besides(?:\s+to)?|near(?:\s+(?:to|by))?|by|adjacent\s+to|opposite\s+(?:to|of)?|along\s+with|with|in\s+front\s+of|of)\s+|(?<between>between)\s+|(?<prior>before|prior\s+to)\s+|(?<later>after)\s+|(?<inside>inside|within)\s+)(?<anchor>.+)$/i

const placePattern =
  /\b(?:(?:at|on|in|from|to)\s+)?(?:the\s+)?(?:(?:(?:extreme|very|far|upper|lower)\s+)?(?:top|bottom|upper|lower|left|right|cent(?:er|re)|middle|corner|leftmost|rightmost)(?:[\s-]+(?:most|hand|side|corner|part|of|the|page|screen|area))*[\s-]*)+/gi

const fillers = new Set(
  `click tap press select choose pick open go hit touch push check tick uncheck untick on the a an at in of to for please can you which is are
  that this it and or option options page screen app here there from with one type enter write fill view see show
  display displayed given present located placed shown side corner part area toggle turn into up then again use used
  web immediate shaped hand entire having has whole colored coloured number tool it's itself just exactly immediately below
  called named labelled labeled saying says marked reading scroll navigate double-click dblclick highlight
  visit find move drag set clear hover your my their first`.split(/\s+/),
)
const colours = new Set(
  'red blue green black white yellow orange pink grey gray purple brown coloured colored small big large little round circle circular square'.split(
    ' ',
  ),
)

/** Reads a phrase such as “click on the second icon below Settings”. Never fails: unread words stay target words. */
export function readElementPhrase(said: string, depth = 0): ElementPhrase {
  const phrase = joinHyphens(said)
  const quoted = /["“'‘`]([^"”'’`]+)["”'’`]/.exec(phrase)?.[1]
  const relation = depth === 0 ? readRelation(phrase) : undefined
  const head = relation === undefined ? phrase : phrase.slice(0, relation.at)
  const places = readPlaces(head)
  const bare = head.replace(placePattern, match => (places.length > 0 && isPlace(match) ? ' ' : match))
  const words = joinCompounds(readWords(bare).map(word => word.lower))
  const ordinal = words.map(word => ordinals.get(word)).find(value => value !== undefined)
  const roleAt = words.findLastIndex(word => familyByWord.has(word))
  const role = familyByWord.get(words[roleAt] ?? '') ?? 'any'
  const target = words.filter(
    (word, at) => at !== roleAt && !fillers.has(word) && !ordinals.has(word) && !colours.has(word),
  )
  const named = target.filter(word => word !== 'text' && word !== 'button')
  const fallback = depth > 0 && roleAt >= 0 ? [words[roleAt] ?? ''] : []
  const label =
    named.length === 0 &&
    roleAt < 0 &&
    places.length === 0 &&
    /^[\s"“'‘`]*\p{Lu}/u.test(phrase) &&
    depth === 0
  const kept = named.length > 0 ? named : label ? words.filter(word => !articles.has(word)) : fallback
  return {
    words: kept,
    stems: kept.map(stemWord),
    role,
    places,
    ...(ordinal === undefined ? {} : { ordinal }),
    ...(relation === undefined
      ? {}
      : { relation: { kind: relation.kind, anchor: readElementPhrase(relation.anchor, 1) } }),
    ...(quoted === undefined ? {} : { quoted }),
  }
}

const articles = new Set(['the', 'a', 'an', 'my', 'on', 'it', 'this', 'that'])

const compounds: Readonly<Record<string, string>> = {
  'check box': 'checkbox',
  'text box': 'textbox',
  'text field': 'textfield',
  'input box': 'textbox',
  'input field': 'textfield',
  'search bar': 'searchbar',
  'search box': 'searchbox',
  'drop down': 'dropdown',
  'radio button': 'radio',
  'toggle button': 'toggle',
  'switch button': 'switch',
  'tick box': 'checkbox',
}

/** Two words that name one role become one: “text box” is an input, not a text. */
function joinCompounds(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const compound = compounds[`${words[at]} ${words[at + 1]}`]
    joined.push(compound ?? words[at] ?? '')
    if (compound !== undefined) at += 1
  }
  return joined.flatMap(word => (word === 'searchbar' || word === 'searchbox' ? ['search', 'box'] : [word]))
}

function readRelation(phrase: string): { kind: RelationKind; anchor: string; at: number } | undefined {
  const match = relationPattern.exec(phrase)
  const groups = match?.groups
  if (match === null || groups === undefined) return undefined
  const anchor = (groups.anchor ?? '').trim()
  if (/^(?:the\s+)?(?:page|screen|app|application|window|keyboard|corner|top|bottom)\b/i.test(anchor))
    return undefined
  if (readWords(phrase.slice(0, match.index)).length === 0) return undefined
  const kind = relationKind(groups)
  return kind === undefined ? undefined : { kind, anchor, at: match.index }
}

function relationKind(groups: Readonly<Record<string, string | undefined>>): RelationKind | undefined {
  if (groups.side) return groups.side.toLowerCase() === 'left' ? 'left' : 'right'
  if (groups.above) return 'above'
  if (groups.below) return 'below'
  if (groups.prior) return 'left'
  if (groups.later) return 'right'
  if (groups.between) return 'between'
  if (groups.inside) return 'inside'
  return groups.beside ? 'beside' : undefined
}

function readPlaces(text: string): readonly ScreenPlace[] {
  const places = new Set<ScreenPlace>()
  for (const match of text.matchAll(placePattern)) {
    const lower = match[0].toLowerCase()
    if (/top|upper/.test(lower)) places.add('top')
    if (/bottom|lower/.test(lower)) places.add('bottom')
    if (/left/.test(lower)) places.add('left')
    if (/right/.test(lower)) places.add('right')
    if (/cent(?:er|re)|middle/.test(lower)) places.add('center')
  }
  return [...places]
}

function isPlace(match: string): boolean {
  return /top|bottom|upper|lower|left|right|cent|middle|corner/i.test(match)
}

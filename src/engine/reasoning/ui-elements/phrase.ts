import { readWords, stemWord } from '../language/language.ts'

export type RoleFamily = 'image' | 'button' | 'text' | 'input' | 'toggle' | 'link' | 'choice' | 'any'

/** What a phrase says about the element it means. */
export interface ElementPhrase {
  /** Stems of the target's own words, roles and positions taken out. */
  readonly stems: readonly string[]
  readonly role: RoleFamily
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

const ORDINAL =
  /^(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|\d+(?:st|nd|rd|th))$/

/** Where it is beside another element: “below Settings”, “next to the logo”. */
const RELATION =
  /\b(?:(?:which|that|who|is|are|just|right|directly|located|placed|shown|on|at|to|in|the)\s+)*(?:(?:left|right)(?:[\s-]?hand)?(?:\s*sides?)?\s*(?:of|to|from)|above|over|on\s+top\s+of|below|under|underneath|beneath|next\s+to|besides?|near|by|adjacent\s+to|opposite|between|with|of|inside|within|before|after)\s+(?!(?:the\s+)?(?:page|screen|app|application|window|keyboard|corner|top|bottom)\b).+$/i

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
export function readElementPhrase(said: string): ElementPhrase {
  const phrase = joinHyphens(said)
  const quoted = /["“'‘`]([^"”'’`]+)["”'’`]/.exec(phrase)?.[1]
  const before = phrase.replace(RELATION, '')
  const head = readWords(before).length === 0 ? phrase : before
  const words = readWords(joinCompounds(head.replace(PLACE, ' '))).map(word => word.lower)
  const roleAt = words.findLastIndex(word => familyByWord.has(word))
  const named = words.filter(
    (word, at) =>
      at !== roleAt && !FILLERS.has(word) && !ORDINAL.test(word) && word !== 'text' && word !== 'button',
  )
  return {
    stems: named.map(stemWord),
    role: familyByWord.get(words[roleAt] ?? '') ?? 'any',
    ...(quoted === undefined ? {} : { quoted }),
  }
}

/** “e-mail”, “tick the box”: controls are written in one way. */
export function joinHyphens(text: string): string {
  return text
    .replace(/\b(e|log|sign|check|drop|pop|set|up)-(?=\p{L})/giu, '$1')
    .replace(/\b(un)?(tick|check)( (?:the|that|this|a) )box\b/gi, '$1$2$3checkbox')
}

/** Two words that name one role become one: “text box” is an input, not a text. */
function joinCompounds(text: string): string {
  return text
    .replace(/\b(?:check|tick) box\b/gi, 'checkbox')
    .replace(/\b(?:text|input) (?:box|field)\b/gi, 'textbox')
    .replace(/\b(radio|toggle|switch) button\b/gi, '$1')
    .replace(/\bdrop down\b/gi, 'dropdown')
}

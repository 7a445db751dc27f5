import type { BriefFactKind } from '../../../contracts/page.ts'
import { type Found, findAll, findHours } from './time-words.ts'

export interface FoundFact extends Found {
  readonly kind: BriefFactKind
}

const EMAIL = /\b[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+\b/g
const LINK = /\b(?:https?:\/\/[^\s,;)]+|www\.[\w-]+(?:\.[\w-]+)+[\w/-]*)/g
const PHONE =
  /(?:(?<![\d.,€$£])\+\d[\d\s()/-]{6,20}\d|(?<=\b(?:phone|tel\.?|telephone|telefon|call|line|mobile|whatsapp|hotline|number|us on|us at)[\s:.]{0,4})\d[\d\s/-]{4,18}\d|\b0\d{2,4}[\s/-]\d[\d\s/-]{4,14}\d)/gi
const CAPITAL = String.raw`\p{Lu}[\p{L}'’.-]*`
const STREET = [
  String.raw`\d{1,5}[a-z]?,?\s(?:${CAPITAL}\s){1,4}(?:Street|St\.?|Road|Rd\.?|Avenue|Ave\.?|Lane|Square|Drive|Way|Court|Place|Boulevard|Blvd\.?|Quay|Row|Hill|Terrace|Close|Crescent|Parade|Highway|Walk|Gardens|Yard|Mews)(?![\p{L}])`,
  String.raw`(?:${CAPITAL}[\s-])*(?:\p{Lu}[\p{L}.-]*)?(?:[Ss]traße|[Ss]trasse|[Ss]tr\.|[Gg]asse|[Ww]eg|[Pp]latz|[Aa]llee|[Uu]fer|[Dd]amm|[Rr]ing|[Kk]ai|gatan|gata|gate|vägen|veien|vej|straat|laan|gracht|plein)\s\d{1,4}[a-z]?(?![\p{L}\d])`,
  String.raw`(?:Via|Viale|Piazza|Corso|Rue|Avenue|Boulevard|Place|Quai|Calle|Avenida|Plaza|Paseo|Rua|Praça|Largo|Odos|Ulica|ul\.)\s(?:(?:${CAPITAL}|de|del|della|di|da|do|dos|du|des|la|le|los|las)\s?){1,5},?\s?\d{1,4}[a-z]?(?![\d:])`,
].join('|')
const TOWN = String.raw`(?:,\s?(?:[A-Z]{1,2}-)?\d{4,6}(?:\s[A-Z]{2})?\s${CAPITAL}(?:\s${CAPITAL})*|,\s${CAPITAL}(?:\s(?:${CAPITAL}|am|an|upon|sur|de)(?![\p{L}]))*(?:\s[A-Z]{1,2}\d{1,2}[A-Z]?\s\d[A-Z]{2})?)`
const ADDRESS = new RegExp(String.raw`(?<![\p{L}])(?:${STREET})(?:${TOWN}){0,2}`, 'gu')

/** Contact facts that stand for themselves: e-mail, link, telephone, address, opening hours. */
export function findContacts(text: string): readonly FoundFact[] {
  const kinds: readonly (readonly [BriefFactKind, readonly Found[]])[] = [
    ['email', findAll(EMAIL, text)],
    ['link', findAll(LINK, text)],
    ['hours', findHours(text)],
    ['phone', findAll(PHONE, text)],
    ['place', findAll(ADDRESS, text)],
  ]
  const taken: FoundFact[] = []
  for (const [kind, all] of kinds) {
    for (const found of all) {
      if (taken.every(other => found.end <= other.start || found.start >= other.end))
        taken.push({ ...found, kind })
    }
  }
  return taken.sort((a, b) => a.start - b.start)
}

/** The same text with the given places left out. */
export function without(text: string, places: readonly Found[]): string {
  return places
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;])/g, '$1')
    .trim()
}

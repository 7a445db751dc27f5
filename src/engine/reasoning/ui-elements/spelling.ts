import { distance } from 'fastest-levenshtein'
import { likenessOfStems } from '../language/language.ts'

const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(e|log|sign|check|drop|pop|set|up|on|off|re|pre)-(?=\p{L})/giu, '$1'],
  [/\b(?:log|sign)(?: (?:me|us|him|her|them|myself|ourselves))? ?(?:in|on)\b/gi, 'login'],
  [/\b(?:log|sign)(?: (?:me|us|him|her|them|myself|ourselves))? ?(?:out|off)\b/gi, 'logout'],
  [/\b(un)?(tick|check)( (?:the|that|this|a) )box\b/gi, '$1$2$3checkbox'],
  [/\b(?:sign ?up|create (?:an )?account|register)\b/gi, 'signup'],
  [/\bcheck out\b/gi, 'checkout'],
  [/\b(?:last|family) name\b/gi, 'surname'],
  [/\b(?:zip|postal) ?code\b/gi, 'postcode'],
]

/** Writes control names in one way: “e-mail”, “log-in” and “Sign in” are one word each. */
export function joinHyphens(text: string): string {
  return spellings.reduce((written, [pattern, word]) => written.replace(pattern, word), text)
}

/** How near two stems are in what a page and a person call one thing, in [0,1]: “check-in” and “checkin”, a typo. */
export function likenessOnPage(left: string, right: string): number {
  if (left === right) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  if (short.length >= 4 && long.startsWith(short)) return 0.85
  if (short.length >= 5 && long.length - short.length <= 1 && distance(short, long) === 1) return 0.75
  return likenessOfStems(left, right)
}

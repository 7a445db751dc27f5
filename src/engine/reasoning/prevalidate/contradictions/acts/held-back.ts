import { contentStems, findDates, findNames, findSpots } from '../../../language/language.ts'
import type { Clash } from '../clash.ts'

const cuts =
  /[;!?]+\s*|\.(?=\s+\p{L})\s*|,\s*(?:(?:and|but|yet|though|although|while)\s+)?|\s+(?:and|but|yet|while|though|although)\s+/gu
const held =
  /\b(?:not|never|nothing|nobody|no account|no circumstances|stays?|remains?|wait|kept|hold|held|keep|unchanged|untouched)\b|n['’]t\b/i
const bound = /\b(?:before|until|till|earlier than|prior to|sooner than|ahead of)\b/i
const atOnce = /\b(?:now|today|at once|right away|immediately|straight away|this minute)\b/i
/** A bound for other things, for a part, or for a second step. */
const apart =
  /\b(?:then|afterwards?|else|others?|another|rest|again|if|when|unless|except|first|only|either|or)\b/i

/**
 * “Print 40 today, and nothing of it may be printed before Monday”, “on 1 April, but not before 1 June”: asked for at one
 * moment, and held back beyond it. `moment` is any fixed moment: both dates are read from the same one.
 */
export function findHeldBack(goal: string): Clash | undefined {
  const parts = goal.split(cuts).filter(part => part !== undefined && part.trim() !== '')
  for (const [at, one] of parts.entries()) {
    if (held.test(one)) continue
    const rest = parts.slice(at + 1)
    const from = rest.findIndex(part => held.test(part) && bound.test(part))
    const other = rest[from]
    if (other === undefined || rest.slice(0, from + 1).some(part => apart.test(part))) continue
    if (!isAboutSame(other, one)) continue
    const asked = atOnce.test(one) || bound.test(one) ? NOW : soleDay(one)
    const limit = soleDay(other)
    if (asked === undefined || limit === undefined) continue
    if (asked === NOW ? limit > TODAY : asked < limit)
      return {
        because: 'it asks for something and holds it back beyond that',
        evidence: [one.trim(), other.trim()],
      }
  }
  return undefined
}

const NOW = 'now'
const TODAY = '2000-06-15'
const FIXED_MOMENT = new Date(`${TODAY}T12:00:00Z`)

/** The one day, or month, that a text names, in a form that sorts. */
function soleDay(text: string): string | undefined {
  const days = findDates(text, FIXED_MOMENT).filter(date => date.hasDay || date.time === undefined)
  return days.length === 1 ? days[0]?.date : undefined
}

/** It points back, or it names by value what the other names and no other value; quoted texts are hidden as ¤. */
function isAboutSame(part: string, one: string): boolean {
  const days = findDates(part, FIXED_MOMENT).map(date => date.text)
  const named = [...findSpots(part), ...findNames(part)].map(({ text }) => text)
  const values = [...named, ...(part.match(/¤+/g) ?? [])].filter(
    value => !days.some(day => day.includes(value)),
  )
  if (values.some(value => one.includes(value)))
    return values.every(value => one.includes(value) || /^\w+$/.test(value))
  if (values.length > 0) return false
  if (/\b(?:it|they|them|this|that)\b/i.test(part)) return true
  const said = new Set(contentStems(one))
  const timeless = days.reduce((text, day) => text.replace(day, ' '), part)
  const about = contentStems(timeless.replace(holding, ' '))
  return about.length > 0 && about.every(stem => said.has(stem))
}

/** Words that hold back and say nothing of what. */
const holding =
  /\b(?:never|nothing|nobody|account|circumstances|stays?|stay|remains?|remain|wait|kept|keep|held|hold|back|unchanged|untouched|must|don['’]?t)\b/gi

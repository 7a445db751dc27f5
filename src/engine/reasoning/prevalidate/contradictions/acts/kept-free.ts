import type { Clash } from '../clash.ts'
import { readMeasuredValues } from '../values/measured-values.ts'
import { isAboutDemand } from '../values/rules.ts'

const clock = String.raw`\d{1,2}(?::\d{2})?\s?(?:[ap]m)?|noon|midnight`
const span = String.raw`(?:(?:from|between)\s+)?(?<from>${clock})\s*(?:to|and|until|till|[-–])\s*(?<to>${clock})`
const kept = new RegExp(
  String.raw`\b(?:keep|leave|hold)\b(?<before>[^;!?]{0,40}?)\b${span}(?<tail>[^;!?]{0,40}?)\b(?:free|clear|empty|open)\b(?<rest>[^;!?]*)`,
  'i',
)
const banned = new RegExp(
  String.raw`\b(?:nothing|nobody|no\s+\p{L}+)\b(?<before>[^;!?]{0,50}?)\b(?=from|between)${span}(?<rest>[^;!?]*)`,
  'iu',
)
const freeing = /\b(?:cancel|delete|remove|clear|drop|from|move|until|till|unless|if|except|then)\b/i
/** Words of the free stretch that say nothing of what it is for. */
const generic =
  /\b(?:completely|entirely|all|free|clear|any|anything|else|events?|appointments?|meetings?|calls?|visits?|bookings?|schedul\w+|book\w*|plan\w*|happen\w*|tak\w+ place|put|may|must|can|be|set|in)\b/gi

/** “Create it at 3 pm on 9 July and keep 2 to 5 pm on 9 July free”. */
export function findKeptFree(goal: string): Clash | undefined {
  const match = kept.exec(goal) ?? banned.exec(goal)
  const { from = '', to = '', before = '', tail = '', rest = '' } = match?.groups ?? {}
  if (match === null) return undefined
  const demand = goal.slice(0, match.index)
  const about = `${before} ${tail} ${rest}`.replace(generic, ' ')
  const [asked, ...more] = readMeasuredValues(demand).filter(({ unit }) => unit === 'clock')
  if (asked === undefined || more.length > 0 || freeing.test(demand)) return undefined
  if (about.trim().replace(/[\s.,]+/g, '') !== '' && !isAboutDemand(about, demand)) return undefined
  const end = minutesOf(to)
  const begin = minutesOf(/[ap]m|:|noon/i.test(from) ? from : `${from}${/[ap]m/i.exec(to)?.[0] ?? ''}`)
  if (begin === undefined || end === undefined || asked.value < begin || asked.value >= end) return undefined
  return { because: 'it puts something where all has to stay free', evidence: [demand.trim(), match[0]] }
}

function minutesOf(said: string): number | undefined {
  return readMeasuredValues(`at ${said.trim()}`).find(({ unit }) => unit === 'clock')?.value
}

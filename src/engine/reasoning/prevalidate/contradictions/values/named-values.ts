import { isAboutDemand, type Rule } from './rules.ts'

const setting =
  /^(?:please\s+)?(?:set|change|switch|turn|put|mark|move|make|choose|select|pick)\s+(?<thing>.+?)\s+(?:to|as|on|at|for)\s+(?:the\s+)?(?<value>\p{L}[\p{L}-]*(?:\s+\p{L}[\p{L}-]*)?)[.\s]*$/iu
const fixing =
  /^(?<verb>stay|remain|be kept|be set|be|show|read|say|keep)\s+(?:(?:on|at|in|to|as)\s+)?(?:the\s+)?(?<value>\p{L}[\p{L}-]*(?:\s+\p{Lu}[\p{L}-]*)?)(?:\s+(?:when you|in the end|at the end|afterwards)\b.*)?[.\s]*$/iu
const telling = /^(?:stay|remain|be kept|be set|show|read|say|keep)$/i
const attributes =
  /\b(?:status|state|priority|colou?r|mode|language|level|type|country|region|category|currency|stage|role|severity|kind|plan|size)\b/i
/** Words that say how a field is, not what it holds. */
const qualities =
  /^(?:visible|shown|saved|set|correct|right|clear|readable|confirmed|filled|valid|checked|empty|required|there|available|unchanged|private|public|same)$/i

/** “Set the country to Spain; the country must stay on Italy”: a named value, and another one by rule. */
export function isOtherName(demand: string, rule: Rule): boolean {
  if (rule.denies) return false
  return isOtherSetting(demand, rule) || isOtherHolder(demand, rule) || isOtherColour(demand, rule)
}

function isOtherSetting(demand: string, rule: Rule): boolean {
  const { thing = '', value } = setting.exec(demand)?.groups ?? {}
  const { verb = '', value: ruled } = fixing.exec(rule.rest)?.groups ?? {}
  if (value === undefined || ruled === undefined || qualities.test(ruled)) return false
  if (new RegExp(String.raw`\b${ruled}\b`, 'i').test(demand)) return false
  const isFixed = telling.test(verb) || attributes.test(`${thing} ${rule.subject}`)
  const areNames = /^\p{Lu}/u.test(value) === /^\p{Lu}/u.test(ruled)
  const subjects = [rule.subject, rule.subject.replace(attributes, ' ')]
  return (
    isFixed && areNames && rule.subject !== '' && subjects.some(subject => isAboutDemand(subject, demand))
  )
}

const giving =
  /^(?:please\s+)?(?:assign|give|hand|lend|allocate|pass|transfer)\b.*\bto\s+(?<name>\p{Lu}[\p{L}-]+)/u
const holder = /^(?:be|stay|remain|go)\s+(?:with|assigned to|given to|to)\s+(?<name>\p{Lu}[\p{L}-]+)[.\s]*$/u

/** “Assign 88 to Priya; 88 has to be with Marco”. */
function isOtherHolder(demand: string, rule: Rule): boolean {
  const given = giving.exec(demand.replace(/^\p{L}/u, first => first.toLowerCase()))?.groups?.name
  const held = holder.exec(rule.rest)?.groups?.name
  if (given === undefined || held === undefined || demand.includes(held)) return false
  return rule.subject !== '' && isAboutDemand(rule.subject, demand)
}

const colours =
  /\b(?:red|blue|green|yellow|black|white|grey|gray|brown|orange|purple|pink|violet|turquoise|beige|silver|golden)\b/gi

/** “Paint the fence green; the fence must be white”. */
function isOtherColour(demand: string, rule: Rule): boolean {
  const [one, ...more] = demand.match(colours) ?? []
  const [other, ...others] = rule.rest.match(colours) ?? []
  if (one === undefined || other === undefined || more.length + others.length > 0) return false
  if (!/^(?:be|stay|remain|is|are)\b/i.test(rule.rest) || one.toLowerCase() === other.toLowerCase())
    return false
  return isAboutDemand(rule.text.replace(other, ' '), demand)
}

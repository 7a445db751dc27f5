import { contentStems } from '../../language/language.ts'
import type { Clash } from './clash.ts'

/**
 * Whether what looks like a clash can be: two cases of a condition, two steps, another one of its kind, what somebody told,
 * a ban with its replacement, or a first step whose second one is to wait.
 */
export function isExcused({ because, evidence: [one, other] }: Clash, goal: string): boolean {
  const [first, second] = [goal.indexOf(one), goal.indexOf(other)]
  if (first < 0 || second < 0) return false
  return (
    [first, second].every(at => conditional.test(sentenceAt(goal, at))) ||
    anotherOne.test(other) ||
    (steps.test(because) && !atOnce.test(`${one} ${other}`)) ||
    (told.test(other) && !ruling.test(other)) ||
    (second < first && isReplaced(other, one)) ||
    (first <= second && isLeftToAnother(one, other)) ||
    isOfAnotherThing(one, other) ||
    (preparing.test(one) && releasing.test(other))
  )
}

const conditional = /\b(?:if|unless|otherwise|in case)\b/i

/** The sentence around a place, within a stretch that a long goal cannot make longer. */
function sentenceAt(goal: string, at: number): string {
  const from = Math.max(
    goal.lastIndexOf('. ', at),
    goal.lastIndexOf('! ', at),
    goal.lastIndexOf('? ', at),
    at - REACH,
  )
  const ends = ['. ', '! ', '? '].map(end => goal.indexOf(end, at)).filter(end => end >= 0)
  return goal.slice(Math.max(0, from), Math.min(at + REACH, ...ends))
}

const REACH = 300
/** “leave them open on the new one”, “keep him on the one for Saturday”. */
const anotherOne =
  /\b(?:the (?:new|old|other|second|first|next|last|former|latter) one|(?:on|in|at|for|to) the one\b)/i
/** Two orders in a row that undo each other may be two steps. */
const steps =
  /asks to (?:open|close|start|stop|lock|unlock|turn|increase|raise|lower|decreas|reduc|activ|deactiv|enabl|disabl)\w* and to \w+ the same/
const atOnce =
  /\b(?:at the same time|simultaneously|both|while|still|also|must|has to|keep|leave|stay|remain|yet)\b/i
const told = /\b(?:complained|said|says|wrote|told|thinks|claims|mentioned|was|were)\b/i
const ruling =
  /\b(?:must|has to|have to|should|shall|needs? to|(?:is|are) to|may|keep|leave|stays?|remains?|as (?:it|they) (?:was|were))\b|n['’]t\b|\b(?:do not|never|under no|on no account|in no case)\b/i

const banned = /^\W*(?:please\s+)?(?:don['’]?t|do not|never|no need to)\s+(?<verb>\p{L}+)/iu

/** “Don't email it, send it by post only.” */
function isReplaced(ban: string, demand: string): boolean {
  const verb = banned.exec(ban)?.groups?.verb
  return verb !== undefined && !contentStems(demand).includes(contentStems(verb)[0] ?? '')
}

const permission =
  /^\W*(?:and|but|though)?\s*the\s+(?<subject>[\p{L}\s-]{2,40}?)\s+(?:can|may)\s+(?:stay|remain|go on|be left)\b/iu

/** “Lock the front door, the garage can stay unlocked.” */
function isLeftToAnother(one: string, other: string): boolean {
  const subject = permission.exec(other)?.groups?.subject
  const demand = new Set(contentStems(one.replace(other, ' ')))
  return subject !== undefined && !contentStems(subject).some(stem => demand.has(stem))
}

const leadIn =
  /^\W*(?:(?:but|and|while|yet|though)\s+)?(?:please\s+)?(?:make sure (?:that )?|ensure (?:that )?|see to it that )?/i
const determiner = String.raw`(?:the|my|our|his|her|their)\s+`
const thing = String.raw`(?<thing>[\p{L}\d\s-]{2,40}?)`
const heldThing = new RegExp(
  String.raw`^(?:keep|leave|let|keeping|leaving|(?:do not|don['’]?t|never|without) \p{L}+)\s+(?:${determiner})?(?!it\b|them\b|this\b|that\b|him\b|her\b|these\b|those\b|any|every|all\b|no|a\b|an\b)${thing}(?=\s+(?:open|closed|shut|locked|unlocked|on|off|in|at|as|for|with|running|active|enabled|disabled|switched|turned|untouched|unchanged|visible|hidden|alone|stay|public|private|empty|full|free|clear|dry|clean|before|until|till|to)\b|[.,;!]|$)`,
  'iu',
)
const ruledThing = new RegExp(
  String.raw`^${determiner}${thing}\s+(?:must|has to|have to|should|shall|needs? to|stays?|remains?|(?:is|are) to)\b`,
  'iu',
)

/** “Lock the front gate but leave the side gate open”, “but do not touch the price of the plate”. */
function isOfAnotherThing(one: string, other: string): boolean {
  if (/\d/.test(other)) return false
  const text = other.replace(leadIn, '')
  const known = new Set(contentStems(one.replace(other, ' ')))
  const held = contentStems(heldThing.exec(text)?.groups?.thing ?? '')
  const ruled = contentStems(ruledThing.exec(text)?.groups?.thing ?? '')
  const isNew = (stem: string): boolean => !known.has(stem) && !generic.test(stem)
  if (held.length > 0 && held.some(isNew)) return true
  return ruled.length > 1 && known.has(ruled.at(-1) ?? '') && ruled.slice(0, -1).some(isNew)
}

const generic =
  /^(?:veri|whole|entir|same|said|complet|singl|one|field|box|state|statu|anyth|noth|all$|him|her$)/

/** “Draft it this week but don't file it until next month.” */
const preparing = /^\W*(?:please\s+)?(?:draft|prepare|write|compose|sketch|plan)\b/i
const releasing =
  /\b(?:send|sent|file|filed|publish|published|post|posted|submit|submitted|mail|mailed|release|released|go out|hand in)\b/i

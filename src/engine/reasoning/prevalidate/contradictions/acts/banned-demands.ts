import { stemWord } from '../../../language/language.ts'
import type { CheckInput } from '../../check.ts'
import type { ToolProfile } from '../../tool-profile.ts'
import type { Clash } from '../clash.ts'
import { type ActionFrame, changingVerbs } from './action-frame.ts'
import { timesAllow } from './frame-times.ts'
import { tellsAndSilences } from './silenced-messages.ts'

/** Demand and prohibition of one action on one object, unless the prohibition only narrows it. */
export function clashOfBan(
  demand: ActionFrame,
  ban: ActionFrame,
  { profile, goal }: CheckInput,
): Clash | undefined {
  const because = 'it asks for and forbids the same thing'
  const evidence = [demand.text, ban.text] as const
  if (tellsAndSilences(demand, ban, profile.vocabulary)) return { because, evidence }
  if (changesWithoutChange(demand, ban)) return { because, evidence }
  if (!isSameAction(demand, ban, profile)) return undefined
  const isNamed = demand.object.has(stemWord(ban.verb))
  if (tooLoose.has(demand.verb) && demand.verb !== ban.verb && !isNamed) return undefined
  if (ban.narrowed || demand.clause.question) return undefined
  if (!isSameObject(demand, ban, profile)) return undefined
  const rushed = goal.replace(ban.text, ' ').match(hurry)
  const hurried = rushed === null ? demand : { ...demand, times: [...demand.times, rushed[0].toLowerCase()] }
  return timesAllow(hurried, ban) ? undefined : { because, evidence }
}

const hurry = /\b(?:right now|right away|now|at once|immediately|today|tonight)\b/i

/** Verbs too general to mean the same as their neighbours. */
const tooLoose = new Set(
  'make do get take use give set put have go show find look check see create add keep save note tell'.split(
    ' ',
  ),
)

/** The same verb or a near one, or a verb made of the demanded object: “create an invoice … must not be invoiced”. */
function isSameAction(demand: ActionFrame, ban: ActionFrame, profile: ToolProfile): boolean {
  const [left, right] = [stemWord(demand.verb), stemWord(ban.verb)]
  if (left === right) return true
  const isFamily = ban.family.has(left) || demand.family.has(right)
  if (isFamily && !haveToolsOfTheirOwn([left, right], profile)) return true
  return demand.object.has(stemWord(ban.verb)) && /\b(?:be|get|is|are)\s+\w+ed\b/i.test(ban.text)
}

/** Two near verbs are two acts where each has a tool of its own: “upload” and “publish”, “draft” and “send”. */
function haveToolsOfTheirOwn([left, right]: readonly [string, string], profile: ToolProfile): boolean {
  const [lefts, rights] = [profile.namesByPartStem.get(left), profile.namesByPartStem.get(right)]
  return lefts !== undefined && rights !== undefined && !lefts.some(name => rights.includes(name))
}

function isSameObject(demand: ActionFrame, ban: ActionFrame, profile: ToolProfile): boolean {
  if (ban.entities.size > 0 && [...ban.entities].some(entity => !demand.entities.has(entity))) return false
  if (ban.object.size === 0) return demand.clause.start < ban.clause.start || ban.pronoun
  const known = new Set([...demand.object, stemWord(demand.verb), stemWord(ban.verb)])
  const extra = [...ban.object].filter(stem => !known.has(stem))
  if (extra.length === 0) return true
  if (extra.length > 1) return false
  if (demand.verb !== ban.verb) return extra.every(stem => isWiderWord(stem, demand, ban))
  return extra.every(
    stem => isWiderWord(stem, demand, ban) || isToolObject(stem, { verb: demand.verb, profile }, ban),
  )
}

const widerWords: readonly { readonly words: ReadonlySet<string>; readonly covers: RegExp }[] = [
  {
    words: new Set(['money', 'payment', 'amount', 'fund', 'cash'].map(stemWord)),
    covers: /[$€£]|\b(?:euros?|dollars?|pounds?|eur|usd|gbp|chf|francs?|yen)\b/i,
  },
  {
    words: new Set(['mail', 'email', 'message', 'e-mail'].map(stemWord)),
    covers: /\b(?:e-?mail|mail|message|text|reminder|@)/i,
  },
  {
    words: new Set(['file', 'document'].map(stemWord)),
    covers: /[\w/-]+\.[a-z]{2,4}\b|\b(?:pdf|report|contract|letter|spreadsheet)\b/i,
  },
  {
    words: new Set(['item', 'article', 'product', 'piece', 'good', 'thing', 'stuff'].map(stemWord)),
    covers: /\b\d+\s+\w+/,
  },
  { words: new Set(['person', 'peopl', 'human'].map(stemWord)), covers: /\b[A-Z][a-z]+ [A-Z][a-z]+\b/ },
]

/** “any money” covers “100 euros”. */
function isWiderWord(stem: string, demand: ActionFrame, ban: ActionFrame): boolean {
  if (!/\b(?:any|anything|all|no|none|nothing)\b/i.test(ban.text)) return false
  return widerWords.some(({ words, covers }) => words.has(stem) && covers.test(demand.text))
}

/** “Book P-3 …without booking an appointment for P-3”: the noun of the very tool that the verb means. */
function isToolObject(
  stem: string,
  { verb, profile }: { readonly verb: string; readonly profile: ToolProfile },
  ban: ActionFrame,
): boolean {
  if (ban.entities.size === 0) return false
  return (profile.namesByPartStem.get(stem) ?? []).some(
    name => profile.partStemsByName.get(name)?.has(stemWord(verb)) === true,
  )
}

/** “Rewrite the page without changing it”. */
function changesWithoutChange(demand: ActionFrame, ban: ActionFrame): boolean {
  if (
    !changingVerbs.has(demand.verb) ||
    !['change', 'modify', 'alter', 'touch', 'edit', 'update'].includes(ban.verb) ||
    ban.narrowed
  )
    return false
  if (ban.times.length > 0) return false
  const object = [...ban.object]
  if (object.length === 0) return /\b(?:it|them|anything|this|that)\b/i.test(ban.text)
  return object.every(stem => demand.object.has(stem)) && object.length >= Math.min(2, demand.object.size)
}

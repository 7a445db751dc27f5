import {
  actionVerbBase,
  type Clause,
  relatedVerbStems,
  splitIdentifier,
  stemWord,
} from '../language/language.ts'
import { isPlainVerb } from './rank-tools.ts'
import type { ToolDescription } from './tool-index.ts'

/** Verbs that only look, read or work something out. */
const lookingVerbs = new Set(
  (
    'find get fetch retrieve search look lookup locate list show display view read check verify inspect query browse ' +
    'calculate compute determine estimate figure evaluate measure count tally tell describe explain analyze analyse ' +
    'compare predict forecast recommend suggest summarize summarise identify discover see know obtain provide ' +
    'examine solve convert translate rank monitor track watch review assess grab pull load scan explore'
  ).split(' '),
)

/** Verbs that change something outside; a question never means one of them. */
const changingVerbs = new Set(
  (
    'send mail email message forward post publish delete remove erase drop purge trash update change modify edit alter ' +
    'adjust move copy rename write save append store pay transfer wire buy purchase order book reserve cancel lend ' +
    'loan borrow rent return refund invite approve reject accept decline close lock unlock assign subscribe ' +
    'unsubscribe register upload restart reboot stop start shut install click press tap type submit notify remind ' +
    'alert ping call reply respond schedule reschedule postpone merge deploy archive grant revoke enable disable ' +
    'renew extend water charge bill ship deliver sell hire fire ban block mute turn switch toggle mark tag label ' +
    'withdraw deposit donate invest issue attach share put fill enter push kick transport carry'
  ).split(' '),
)

/** Verbs that say nothing of what is to be done; they never stand for a change of a certain kind. */
const vagueVerbs = new Set(
  'make do help handle fix improve work deal sort give take use run process manage'.split(' '),
)

/** The verb a tool is named for, in base form: of its name if there is one, else the first of its description. */
export function verbOfTool(tool: ToolDescription): string | undefined {
  const parts = splitIdentifier(tool.name)
  const named =
    parts.find(part => lookingVerbs.has(part) || changingVerbs.has(part)) ??
    parts.find(part => actionVerbBase(part) === part)
  if (named !== undefined) return named
  const opening = /^\W*(?:use (?:this|it) to\s+|this (?:tool|function) (?:will )?)?(\p{L}+)/iu.exec(
    tool.description,
  )?.[1]
  return opening === undefined ? undefined : actionVerbBase(opening)
}

/** Whether a tool's verb only looks or works something out; undefined when that cannot be told. */
export function isLookingTool(
  tool: ToolDescription & { readonly annotations?: { readonly read_only: boolean } },
): boolean | undefined {
  if (tool.annotations !== undefined) return tool.annotations.read_only
  const verb = verbOfTool(tool)
  if (verb === undefined) return undefined
  return lookingVerbs.has(verb) ? true : changingVerbs.has(verb) ? false : undefined
}

/**
 * How well what a clause wants done agrees with what a tool does, in [−1, 1]: 1 the same telling verb, above 0 a
 * near one, below 0 another kind of act (a question and a tool that changes something), 0 when nothing can be said.
 */
export function agreeOnAction(clause: Clause, tool: ToolDescription): number {
  const verb = clause.verb?.base
  const toolVerb = verbOfTool(tool)
  const looks = isLookingTool(tool)
  if (verb === undefined || (clause.question && !changingVerbs.has(verb))) {
    if (!clause.question) return 0
    return looks === false ? -0.7 : looks === true ? 0.15 : 0
  }
  if (toolVerb === undefined) return 0
  if (stemWord(verb) === stemWord(toolVerb)) return isPlainVerb(stemWord(verb)) ? 0.6 : 1
  const isNear = relatedVerbStems(verb).has(stemWord(toolVerb))
  if (isNear) return isPlainVerb(stemWord(verb)) || isPlainVerb(stemWord(toolVerb)) ? 0.3 : 0.7
  if (looks === false) return lookingVerbs.has(verb) || vagueVerbs.has(verb) ? -0.9 : -0.4
  if (lookingVerbs.has(verb)) return looks === true ? 0.1 : 0
  return changingVerbs.has(verb) && looks === true ? -0.5 : 0
}

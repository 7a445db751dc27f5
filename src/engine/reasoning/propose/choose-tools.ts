import type { Clause } from '../language/language.ts'
import { agreeOnAction, isLookingTool } from './actions.ts'
import { fitOfTool } from './fit.ts'
import { isPlainVerb, nearStems, readGoalTerms, scoreTools } from './rank-tools.ts'
import { type IndexedTool, prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'

/** One thing to be done with one tool. `text` is the part of the goal that asks for it. */
export interface ChosenTool {
  readonly tool: ToolDescription
  readonly indexed: IndexedTool
  readonly text: string
  readonly clause: Clause
  /** How surely the tool does what the text asks, in [0,1]. */
  readonly fit: number
}

/**
 * From which fit a tool is taken: for a clause, for a goal read as a whole, as a further tool of one clause, and for
 * what was only told. `share` is the least score beside the best; `action` weighs agreement of verbs.
 */
const chosenAbove = { clause: 0.15, alone: 0.15, second: 0.4, share: 0.3, action: 0.35, told: 0.5 }

/**
 * The tools that the clauses of a goal ask for, in the order in which they are to run: one for each thing asked, several
 * where one clause names several, none for what is only told or forbidden. Empty when nothing fits.
 */
export function chooseForClauses(
  clauses: readonly Clause[],
  tools: readonly ToolDescription[],
): readonly ChosenTool[] {
  const index = prepareTools(tools)
  const asked = clauses.filter(clause => !clause.negated && !clause.conditional)
  const banned = clauses.filter(isGeneralBan)
  return chooseAsked(asked, index).filter(
    ({ tool }) => !banned.some(clause => agreeOnAction({ ...clause, negated: false }, tool) >= 0.6),
  )
}

/** “do not send any mail”: tools of that verb are out altogether, unless something else is meant by “else”. */
function isGeneralBan(clause: Clause): boolean {
  return (
    clause.negated &&
    /\b(?:any\w*|nothing|everything|all)\b/i.test(clause.text) &&
    !/\b(?:else|other)\b/i.test(clause.text)
  )
}

function chooseAsked(asked: readonly Clause[], index: ToolIndex): readonly ChosenTool[] {
  const chosen = chooseInTurn(asked, index)
  const ordered = orderByLink(chosen)
  if (ordered.length > 0) return mergeRepeats(ordered)
  const whole = asked.map(clause => clause.text).join('\n')
  const asking = asked.find(isAsking) ?? asked[0]
  return asking === undefined
    ? []
    : chooseForText({ ...asking, text: whole }, index, chosenAbove.alone).slice(0, 1)
}

/** Goes through the clauses; what was only told so far belongs to the next clause that needs it. */
function chooseInTurn(asked: readonly Clause[], index: ToolIndex): readonly ChosenTool[] {
  const chosen: ChosenTool[] = []
  let told: readonly string[] = []
  for (const clause of asked) {
    const direct = chooseForClause(clause, index)
    const found = direct.length > 0 ? direct : chooseForTold(clause, told, index)
    const isNews = found.filter(
      choice => direct.length > 0 || !chosen.some(earlier => earlier.tool === choice.tool),
    )
    told = isNews.length > 0 ? [] : [...told, clause.text].slice(-3)
    chosen.push(...isNews)
  }
  return chosen
}

/** A thing may be told over several sentences; only tools that look or work something out are taken from that. */
function chooseForTold(clause: Clause, told: readonly string[], index: ToolIndex): readonly ChosenTool[] {
  const text = [...told, clause.text].join('\n')
  const isLong = /\s/.test(text) && text.length > 40
  const found = isLong ? chooseForText({ ...clause, text }, index, chosenAbove.told) : []
  return found.slice(0, 1).filter(choice => isLookingTool(choice.tool) !== false)
}

function chooseForClause(clause: Clause, index: ToolIndex): readonly ChosenTool[] {
  return isAsking(clause) ? chooseForText(clause, index, chosenAbove.clause) : []
}

function isAsking(clause: Clause): boolean {
  return clause.verb !== undefined || clause.question
}

function chooseForText(clause: Clause, index: ToolIndex, atLeast: number): readonly ChosenTool[] {
  const scores = scoreClause(clause, index)
  const ranked = [...scores.keys()]
    .filter(position => (scores[position] ?? 0) > 0)
    .sort((left, right) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right)
  const highest = scores[ranked[0] ?? -1] ?? 0
  const choices = ranked.slice(0, maxJudged).flatMap(position => {
    const choice = describeChoice(clause, index.tools[position], index)
    return choice === undefined ? [] : [{ choice, share: (scores[position] ?? 0) / highest }]
  })
  const [best, ...others] = choices.sort(
    (left, right) => right.share + right.choice.fit - left.share - left.choice.fit,
  )
  if (best === undefined || best.choice.fit < atLeast) return []
  const chosen: ChosenTool[] = [best.choice]
  for (const { choice, share } of others)
    if (share >= chosenAbove.share && addsSomething(choice, chosen, index)) chosen.push(choice)
  return chosen
}

const maxJudged = 6

/** Scores of a clause, moved by whether the tool does what the clause wants done. */
function scoreClause(clause: Clause, index: ToolIndex): Float64Array {
  const scores = scoreTools(readGoalTerms(clause.text), index)
  const highest = scores.reduce((left, right) => Math.max(left, right), 0.5)
  return scores.map((score, position) => {
    const indexed = index.tools[position]
    const agreement = indexed === undefined ? 0 : agreeOnAction(clause, indexed.tool)
    return Math.max(0, score + chosenAbove.action * highest * agreement)
  })
}

function describeChoice(
  clause: Clause,
  indexed: IndexedTool | undefined,
  index: ToolIndex,
): ChosenTool | undefined {
  if (indexed === undefined) return undefined
  const agreement = agreeOnAction(clause, indexed.tool)
  if (isLookingTool(indexed.tool) === false && agreement <= -0.7) return undefined
  const isOnlyOne =
    agreement >= 0.6 &&
    index.tools.every(other => other === indexed || agreeOnAction(clause, other.tool) < 0.6)
  const bonus = chosenAbove.action * agreement + (isOnlyOne ? 0.2 : 0)
  const fit = Math.min(1, Math.max(0, fitOfTool(clause.text, indexed) + bonus))
  return { tool: indexed.tool, indexed, clause, text: clause.text, fit }
}

/** Whether a further tool is named by words of the clause that no tool chosen so far answers to. */
function addsSomething(other: ChosenTool, chosen: readonly ChosenTool[], index: ToolIndex): boolean {
  if (other.fit < chosenAbove.second || !/\band\b|[,;&]|\bboth\b|\balso\b|\bplus\b/i.test(other.text))
    return false
  const own = [...other.indexed.nameStems].filter(
    stem =>
      !isPlainVerb(stem) &&
      chosen.every(one => !one.indexed.nameStems.has(stem) && !one.indexed.descriptionStems.has(stem)),
  )
  const said = new Set(
    readGoalTerms(other.text)
      .filter(term => term.source !== 'acronym')
      .map(term => term.stem),
  )
  const isSaid = (stem: string): boolean =>
    [...nearStems(stem, index)].some(([near, share]) => share >= 0.8 && said.has(near))
  return own.length > 0 && own.some(stem => said.has(stem) || isSaid(stem))
}

/** A clause that says “after …” runs before the one it hangs on; “before …” keeps the order of the text. */
function orderByLink(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  const ordered: ChosenTool[] = []
  for (const choice of chosen) {
    const previous = ordered.at(-1)
    const runsFirst =
      choice.clause.link === 'after' && previous !== undefined && previous.clause !== choice.clause
    if (runsFirst) ordered.splice(ordered.length - 1, 0, choice)
    else ordered.push(choice)
  }
  return ordered
}

/** The same tool asked for twice in a row by the same words is one step. */
function mergeRepeats(chosen: readonly ChosenTool[]): readonly ChosenTool[] {
  return chosen.filter(
    (choice, at) =>
      !chosen.slice(0, at).some(earlier => earlier.tool === choice.tool && earlier.text === choice.text),
  )
}

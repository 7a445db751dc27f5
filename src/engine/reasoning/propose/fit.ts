import {
  findDates,
  findNames,
  findSpots,
  relatedNounStems,
  relatedVerbStems,
  type Spot,
} from '../language/language.ts'
import { type GoalTerm, isFormOf, isPlainVerb, rankTools, readGoalTerms } from './rank-tools.ts'
import { type IndexedTool, type Parameter, prepareTools, type ToolDescription } from './tool-index.ts'

/** What speaks for a tool doing what a goal asks; every entry is a share in [0,1]. */
export interface FitSigns {
  /** Weighted share of the goal's own words that the tool's definition answers. */
  readonly goalAnswered: number
  /** Share of the words of the tool's name that the goal says. */
  readonly nameSaid: number
  /** Share of the words of the tool's description that the goal says. */
  readonly descriptionSaid: number
  /** Share of the required parameters that the goal holds a value for, by type. */
  readonly fillable: number
  /** Number of the goal's words the definition answers exactly, damped. */
  readonly exact: number
}

/** Logistic weights over the signs, fitted once on public selection cases; the intercept comes first. */
const fitWeights: readonly number[] = [-4.2, 1.4, 3, 1.8, 2.1, 1.7]

const maxJudgedTools = 8

/** How surely any of the tools does what a goal asks, in [0,1]; 0.5 is as likely as not, 0 without tools. */
export function fitOfTools(goal: string, tools: readonly ToolDescription[]): number {
  const index = prepareTools(tools)
  const positions = new Map(index.tools.map((tool, position) => [tool.tool.name, position]))
  const judged = rankTools(goal, tools).slice(0, maxJudgedTools)
  return judged.reduce((highest, { tool }) => {
    const indexed = index.tools[positions.get(tool) ?? -1]
    return indexed === undefined ? highest : Math.max(highest, fitOfTool(goal, indexed))
  }, 0)
}

/** How surely one tool does what a goal asks, in [0,1]. */
function fitOfTool(goal: string, tool: IndexedTool): number {
  const signs = readFitSigns(goal, tool)
  const sum = Object.values(signs).reduce(
    (total: number, sign: number, at) => total + sign * (fitWeights[at + 1] ?? 0),
    fitWeights[0] ?? 0,
  )
  return 1 / (1 + Math.exp(-sum))
}

/** The signs of fit between a goal and a tool. */
export function readFitSigns(goal: string, tool: IndexedTool): FitSigns {
  const terms = readGoalTerms(goal).filter(term => term.source !== 'acronym')
  const goalStems = new Set(readGoalTerms(goal).map(term => term.stem))
  const spoken = [...tool.nameStems, ...tool.descriptionStems, ...tool.parameterStems, ...tool.weights.keys()]
  const named = [...tool.nameStems, ...tool.descriptionStems]
  return {
    goalAnswered: shareAnswered(terms, spoken),
    nameSaid: shareSaid([...tool.nameStems], goalStems),
    descriptionSaid: shareSaid([...tool.descriptionStems], goalStems),
    fillable: shareFillable(goal, tool.parameters),
    exact:
      1 - 1 / (1 + terms.filter(term => !isPlainVerb(term.stem) && named.includes(term.stem)).length / 2),
  }
}

function likeness(left: string, right: string): number {
  if (left === right) return 1
  if (isFormOf(left, right)) return 0.8
  if (relatedNounStems(left).has(right)) return 0.5
  return relatedVerbStems(left).has(right) ? 0.4 : 0
}

function bestLikeness(stem: string, others: Iterable<string>): number {
  let best = 0
  for (const other of others) {
    best = Math.max(best, likeness(stem, other))
    if (best === 1) break
  }
  return best
}

function shareAnswered(terms: readonly GoalTerm[], stems: readonly string[]): number {
  let asked = 0
  let answered = 0
  for (const { stem, weight } of terms) {
    asked += weight
    answered += weight * bestLikeness(stem, stems)
  }
  return asked === 0 ? 0 : answered / asked
}

function shareSaid(stems: readonly string[], goalStems: ReadonlySet<string>): number {
  const telling = stems.filter(stem => !isPlainVerb(stem) && stem.length > 1)
  if (telling.length === 0) return 0
  return telling.reduce((sum, stem) => sum + bestLikeness(stem, goalStems), 0) / telling.length
}

function shareFillable(goal: string, parameters: readonly Parameter[]): number {
  const required = parameters.filter(parameter => parameter.required)
  if (required.length === 0) return 0.5
  const spots = findSpots(goal)
  const numbers = spots.filter(spot => typeof spot.value === 'number').length
  const texts = findNames(goal).length + spots.filter(isTextual).length + findDates(goal, new Date(0)).length
  const wantedNumbers = required.filter(parameter =>
    /^(?:integer|number|float)$/.test(String(parameter.schema.type)),
  ).length
  const filledNumbers = Math.min(wantedNumbers, numbers)
  const filledTexts = Math.min(required.length - wantedNumbers, texts)
  return (filledNumbers + filledTexts) / required.length
}

function isTextual(spot: Spot): boolean {
  return typeof spot.value === 'string'
}

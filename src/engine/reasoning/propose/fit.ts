import { findDates, findNames, findSpots, isFormOf, remember, type Spot } from '../language/language.ts'
import { type GoalTerm, isPlainVerb, rankTools, readGoalTerms } from './rank-tools.ts'
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
  const { terms, stems, values } = readGoal(goal)
  const isNamed = ({ stem }: GoalTerm): boolean =>
    !isPlainVerb(stem) && (tool.nameStems.has(stem) || tool.descriptionStems.has(stem))
  return {
    goalAnswered: shareAnswered(terms, spokenBy(tool)),
    nameSaid: shareSaid(tool.nameStems, stems),
    descriptionSaid: shareSaid(tool.descriptionStems, stems),
    fillable: shareFillable(values, tool.parameters),
    exact: 1 - 1 / (1 + terms.filter(isNamed).length / 2),
  }
}

/** What a goal says, read once for all tools. */
interface ReadGoal {
  readonly terms: readonly GoalTerm[]
  readonly stems: StemSet
  readonly values: { readonly numbers: number; readonly texts: number }
}

const readGoal: (goal: string) => ReadGoal = remember(goal => {
  const terms = readGoalTerms(goal)
  const spots = findSpots(goal)
  const dates = findDates(goal, new Date(0))
  return {
    terms: terms.filter(term => term.source !== 'acronym'),
    stems: toStemSet(terms.map(term => term.stem)),
    values: {
      numbers: spots.filter(spot => typeof spot.value === 'number').length,
      texts: findNames(goal).length + spots.filter(isTextual).length + dates.length,
    },
  }
})

/** Stems, and those of four letters and more by their first four: forms of one word share these. */
interface StemSet {
  readonly stems: ReadonlySet<string>
  readonly byHead: ReadonlyMap<string, readonly string[]>
}

function toStemSet(all: Iterable<string>): StemSet {
  const stems = new Set(all)
  const byHead = new Map<string, string[]>()
  for (const stem of stems) {
    if (stem.length < HEAD) continue
    const head = stem.slice(0, HEAD)
    const list = byHead.get(head)
    if (list === undefined) byHead.set(head, [stem])
    else list.push(stem)
  }
  return { stems, byHead }
}

/** No two stems with fewer letters in common at their heads are forms of one word. */
const HEAD = 4

const spokenByTool = new WeakMap<IndexedTool, StemSet>()

/** Every stem of a tool's definition. */
function spokenBy(tool: IndexedTool): StemSet {
  const known = spokenByTool.get(tool)
  if (known !== undefined) return known
  const { nameStems, descriptionStems, parameterStems, weights } = tool
  const spoken = toStemSet([...nameStems, ...descriptionStems, ...parameterStems, ...weights.keys()])
  spokenByTool.set(tool, spoken)
  return spoken
}

/** How like a stem is to the likest of a set: the same, or a form of it. */
function bestLikeness(stem: string, { stems, byHead }: StemSet): number {
  if (stems.has(stem)) return 1
  return byHead.get(stem.slice(0, HEAD))?.some(other => isFormOf(stem, other)) ? 0.8 : 0
}

function shareAnswered(terms: readonly GoalTerm[], spoken: StemSet): number {
  let asked = 0
  let answered = 0
  for (const { stem, weight } of terms) {
    asked += weight
    answered += weight * bestLikeness(stem, spoken)
  }
  return asked === 0 ? 0 : answered / asked
}

function shareSaid(stems: ReadonlySet<string>, said: StemSet): number {
  const telling = tellingStems(stems)
  if (telling.length === 0) return 0
  return telling.reduce((sum, stem) => sum + bestLikeness(stem, said), 0) / telling.length
}

const tellingByStems = new WeakMap<ReadonlySet<string>, readonly string[]>()

function tellingStems(stems: ReadonlySet<string>): readonly string[] {
  const known = tellingByStems.get(stems)
  if (known !== undefined) return known
  const telling = [...stems].filter(stem => !isPlainVerb(stem) && stem.length > 1)
  tellingByStems.set(stems, telling)
  return telling
}

function shareFillable({ numbers, texts }: ReadGoal['values'], parameters: readonly Parameter[]): number {
  const required = parameters.filter(parameter => parameter.required)
  if (required.length === 0) return 0.5
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

import { isDeepStrictEqual } from 'node:util'
import { type Clause, splitClauses } from '../language/language.ts'
import { type AnsweredGoal, takeAnswers } from './arguments/answers.ts'
import { fillArguments } from './arguments/fill-arguments.ts'
import { type ChosenTool, chooseForClauses, weighLikeliest } from './choose-tools.ts'
import { type FilePlan, planFiles } from './files/plan-files.ts'
import type { Look, MissingForCall, ProposableTool, Proposal, ProposedCall, ToolSupport } from './proposal.ts'
import { rankTools } from './rank-tools.ts'
import { prepareTools } from './tool-index.ts'

export type {
  Look,
  MissingForCall,
  ProposableTool,
  Proposal,
  ProposedCall,
  ToolSupport,
} from './proposal.ts'
export { type RankedTool, rankTools, scoreText } from './rank-tools.ts'
export { prepareTools, type ToolDescription, type ToolIndex } from './tool-index.ts'

/** What is said of a goal that is clear and that no tool is for. */
export const NO_TOOL_DOES_IT = 'None of the tools does what the goal asks.'

/** What a proposal is made from. */
export interface ProposalRequest {
  readonly goal: string
  readonly tools: readonly ProposableTool[]
  /** Values under names; a value whose name is a parameter's fills it when the goal says nothing. */
  readonly context: Readonly<Record<string, unknown>>
  readonly look?: Look
  readonly now: Date
  /** Earlier goals of the session, oldest first: what “it” and “them” may mean. */
  readonly history?: readonly string[]
}

/** Most calls that one proposal holds. */
const maxProposedCalls = 200

/**
 * Proposes the calls that would reach a goal, without a model and without executing anything: the same request
 * gives the same proposal. A call with required arguments that nothing tells is proposed without them and each is
 * listed in `missing_arguments`; such a call cannot run as it stands. No calls at all is an answer: nothing fits,
 * or nothing in the workspace matches, and the summary says which. `look` is only asked for tools that are
 * declared read-only and closed-world.
 */
export async function proposeCalls(request: ProposalRequest): Promise<Proposal> {
  const { tools, now } = request
  const { goal, answers } = takeAnswers(request.goal, prepareTools(tools))
  const clauses = splitClauses(goal)
  const names = new Set(tools.map(tool => tool.name))
  const filePlan = isWorkspace(names)
    ? await planFiles(clauses, { tools: names, look: guardLook(request), now })
    : undefined
  const chosen = chooseOthers(clauses, filePlan, request)
  const filled = joinParts(chosen.map(choice => fillChoice(choice, { ...request, goal, answers })))
  const others = filled.map(({ choice }) => choice)
  const calls = mergeCalls(filePlan, filled)
  const kept = calls.slice(0, maxProposedCalls)
  const support = weakestSupport(others) ?? (filePlan ? undefined : unsupported(clauses, request))
  return {
    tool_calls: kept,
    ...(support === undefined ? {} : { support }),
    fit: readFit(filePlan, others),
    candidates: rankTools(goal, tools).slice(0, 10),
    missing_arguments: [...(filePlan?.missing ?? []), ...filled.flatMap(one => one.missing)],
    guessed_arguments: filled.flatMap(one => one.guessed),
    argument_doubt: filled.reduce((sum, { doubt }) => sum + doubt, 0),
    steps: kept.map(call => call.description),
    reasoning_summary: summarise({ calls: kept, filePlan, others }),
    alternatives: readAlternatives(goal, tools, kept),
    risks: [...(filePlan?.risks ?? []), ...capRisk(calls.length), ...toolRisks(kept, tools)],
  }
}

/** The workspace is there when its files can be listed and read by the names of its tools. */
function isWorkspace(names: ReadonlySet<string>): boolean {
  return names.has('list_files') && names.has('read_file')
}

/** Lets through only what cannot change or reach anything outside. */
function guardLook({ look, tools }: ProposalRequest): Look | undefined {
  if (look === undefined) return undefined
  const harmless = new Set(
    tools
      .filter(tool => tool.annotations?.read_only === true && !tool.annotations.open_world)
      .map(tool => tool.name),
  )
  return async (tool, args) =>
    harmless.has(tool)
      ? look(tool, args)
      : {
          success: false,
          output: null,
          error: `${tool} is not read-only and closed-world, so it is not called while proposing.`,
        }
}

function chooseOthers(
  clauses: readonly Clause[],
  filePlan: FilePlan | undefined,
  { tools }: ProposalRequest,
): readonly ChosenTool[] {
  const taken = new Set(filePlan?.clauses ?? [])
  const left = clauses.filter(clause => !taken.has(clause))
  return left.length === 0 ? [] : chooseForClauses(left, tools)
}

interface FilledChoice {
  readonly choice: ChosenTool
  readonly calls: readonly ProposedCall[]
  readonly missing: readonly MissingForCall[]
  readonly guessed: readonly MissingForCall[]
  readonly doubt: number
}

function fillChoice(
  choice: ChosenTool,
  request: ProposalRequest & Pick<AnsweredGoal, 'answers'>,
): FilledChoice {
  const refersBack = /\b(?:it|them|that|those|these|this|the same)\b/i.test(choice.text)
  const before = refersBack ? (request.history ?? []).slice(-1) : []
  const filled = fillArguments(choice.indexed, {
    text: choice.text,
    goal: [...before, request.goal].join('\n'),
    context: request.context,
    now: request.now,
    answers: request.answers,
  })
  const missing = filled[0]?.missing.map(one => ({ tool: choice.tool.name, ...one })) ?? []
  const calls = filled.map(one => ({
    tool: choice.tool.name,
    arguments: one.arguments,
    description: describeCall(choice, one.arguments),
    basis: one.basis,
    evidence: [`“${choice.text.trim()}”`, ...one.evidence],
  }))
  const guessed = (filled[0]?.guessed ?? []).map(name => ({
    tool: choice.tool.name,
    name,
    why: 'it is what was left over of the words',
  }))
  return { choice, calls, missing, guessed, doubt: filled[0]?.doubt ?? 0 }
}

/** “Email Ana, body "Hi"”: neighbours of one tool that are the same, or contradict in nothing and lack what the other has, are one call. */
function joinParts(filled: readonly FilledChoice[]): readonly FilledChoice[] {
  const joined: FilledChoice[] = []
  for (const next of filled) {
    const previous = joined.at(-1)
    const both = previous && joinTwo(previous, next)
    if (both) joined[joined.length - 1] = both
    else joined.push(next)
  }
  return joined
}

function joinTwo(one: FilledChoice, other: FilledChoice): FilledChoice | undefined {
  const [call, ...more] = one.calls
  const [further, ...rest] = other.calls
  if (call === undefined || further === undefined || more.length + rest.length > 0) return undefined
  const isMissing = (name: string) => one.missing.some(missing => missing.name === name)
  const missing = other.missing.filter(({ name }) => isMissing(name))
  const completes = missing.length < Math.max(one.missing.length, other.missing.length)
  const isSame = isDeepStrictEqual(call.arguments, further.arguments)
  const contradicts = Object.entries(further.arguments).some(
    ([name, value]) => name in call.arguments && !isDeepStrictEqual(call.arguments[name], value),
  )
  if (call.tool !== further.tool || !(completes || isSame) || contradicts) return undefined
  const args = { ...call.arguments, ...further.arguments }
  const choice = other.choice.support.share > one.choice.support.share ? other.choice : one.choice
  const evidence = [...call.evidence, ...further.evidence]
  const basis = [call.basis ?? '', further.basis ?? ''].join(' · ')
  return {
    choice,
    calls: [{ ...call, arguments: args, description: describeCall(choice, args), basis, evidence }],
    missing,
    guessed: [...one.guessed, ...other.guessed],
    doubt: one.doubt + other.doubt,
  }
}

function describeCall(choice: ChosenTool, args: Readonly<Record<string, unknown>>): string {
  const what = choice.tool.description.split(/(?<=\w)[.;](?:\s|$)/)[0]?.trim() ?? ''
  const values = Object.entries(args).map(
    ([name, value]) =>
      `${name} ${typeof value === 'string' ? `“${shorten(value)}”` : shorten(JSON.stringify(value))}`,
  )
  return `${what === '' ? choice.tool.name : what}${values.length === 0 ? '' : `: ${values.join(', ')}`}`
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

/** File calls come in the order of their planner; the others before a report, in the order of the goal. */
function mergeCalls(
  filePlan: FilePlan | undefined,
  filled: readonly FilledChoice[],
): readonly ProposedCall[] {
  const others = filled.flatMap(one => one.calls)
  if (filePlan === undefined || filePlan.calls.length === 0) return others
  const firstFile = filePlan.clauses[0]?.start ?? 0
  const before = filled.filter(one => one.choice.clause.start < firstFile).flatMap(one => one.calls)
  const after = filled.filter(one => one.choice.clause.start >= firstFile).flatMap(one => one.calls)
  return [...before, ...filePlan.calls, ...after]
}

/** The weakest of the chosen tools counts. */
function readFit(filePlan: FilePlan | undefined, others: readonly ChosenTool[]): number {
  const planned = (filePlan?.clauses.length ?? 0) > 0 ? [0.95] : []
  const fits = [...planned, ...others.map(choice => choice.fit)]
  return fits.length === 0 ? 0 : Math.min(...fits)
}

/** Of each sign the weakest among the chosen tools. */
function weakestSupport(others: readonly ChosenTool[]): ToolSupport | undefined {
  const [first, ...further] = others.map(({ support }) => support)
  return first && further.reduce(weakerOf, first)
}

/** Where no tool was chosen: what speaks for the likeliest. */
function unsupported(clauses: readonly Clause[], { tools }: ProposalRequest): ToolSupport {
  const weight = weighLikeliest(clauses, tools)
  return { share: 0, weight, accounted: 0 }
}

function weakerOf(left: ToolSupport, right: ToolSupport): ToolSupport {
  return Object.fromEntries(
    Object.entries(left).map(([name, value]) => [name, Math.min(value, right[name as keyof ToolSupport])]),
  ) as unknown as ToolSupport
}

function summarise({
  calls,
  filePlan,
  others,
}: {
  calls: readonly ProposedCall[]
  filePlan: FilePlan | undefined
  others: readonly ChosenTool[]
}): string {
  const notes = filePlan?.notes ?? []
  if (calls.length === 0) {
    const why = (filePlan?.clauses.length ?? 0) > 0 ? 'Nothing is to be done.' : NO_TOOL_DOES_IT
    return [why, ...notes].join(' ')
  }
  const tools = [...new Set(calls.map(call => call.tool))]
  const counted = tools.map(tool => {
    const count = calls.filter(call => call.tool === tool).length
    return count === 1 ? tool : `${tool} (${count} times)`
  })
  const because = others.map(choice => `${choice.tool.name} for “${shorten(choice.text.trim())}”`)
  return [`Proposed: ${counted.join(', then ')}.`, ...because.map(one => `${one}.`), ...notes].join(' ')
}

function readAlternatives(
  goal: string,
  tools: readonly ProposableTool[],
  calls: readonly ProposedCall[],
): readonly string[] {
  const used = new Set(calls.map(call => call.tool))
  const ranked = rankTools(goal, tools)
  const best = ranked[0]?.score ?? 0
  return ranked
    .filter(({ tool, score }) => !used.has(tool) && score > 0 && score >= best * 0.5)
    .slice(0, 3)
    .map(({ tool }) =>
      `Use ${tool} instead: ${tools.find(one => one.name === tool)?.description ?? ''}`.trim(),
    )
}

function capRisk(count: number): readonly string[] {
  return count > maxProposedCalls
    ? [`Only the first ${maxProposedCalls} of ${count} calls are proposed; ask again for the rest.`]
    : []
}

function toolRisks(calls: readonly ProposedCall[], tools: readonly ProposableTool[]): readonly string[] {
  const used = tools.filter(tool => calls.some(call => call.tool === tool.name))
  return used.flatMap(tool => {
    if (tool.reversibility === 'irreversible') return [`${tool.name} cannot be taken back.`]
    return tool.annotations?.open_world === true && !tool.annotations.read_only
      ? [`${tool.name} acts outside this system.`]
      : []
  })
}

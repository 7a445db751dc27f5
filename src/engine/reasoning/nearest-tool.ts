import { splitClauses } from './language/language.ts'
import { fillArguments } from './propose/fill-arguments.ts'
import { type Proposal, type ProposalRequest, prepareTools, rankTools } from './propose/propose.ts'

/** The nearest tool must be near, and clearly nearer than the next one; else “nothing fits” is the better answer. */
const LEAST_SCORE = 0.5
const MOST_SHARE_OF_NEXT = 0.85

/**
 * Where nothing was proposed for a clear goal, the tool whose words are by far the nearest, for a person to look at:
 * only what the goal asks counts, never what it forbids, and a question is answered by reading only. `fit` stays what
 * it was, so that the confidence says how unsure this is.
 */
export function proposeNearest(proposal: Proposal, request: ProposalRequest): Proposal {
  const clauses = splitClauses(request.goal)
  const asked = clauses.filter(clause => !clause.negated && !clause.conditional)
  const text = asked.map(clause => clause.text).join(' ')
  if (text.trim() === '') return proposal
  const isQuestion = asked.every(clause => clause.question)
  const tools = request.tools.filter(tool => !isQuestion || tool.annotations?.read_only === true)
  const [best, next] = rankTools(text, tools)
  if (best === undefined || best.score < LEAST_SCORE) return proposal
  if (next !== undefined && next.score > best.score * MOST_SHARE_OF_NEXT) return proposal
  const forbidden = clauses.filter(clause => clause.negated).map(clause => rankTools(clause.text, tools)[0])
  if (forbidden.some(banned => banned !== undefined && banned.score > 0 && banned.tool === best.tool))
    return proposal
  const tool = tools.find(item => item.name === best.tool)
  const indexed = prepareTools(request.tools).tools.find(item => item.tool.name === best.tool)
  if (tool === undefined || indexed === undefined) return proposal
  const { now, context, goal } = request
  const [filled] = fillArguments(indexed, { text, goal, context, now })
  if (filled === undefined) return proposal
  const evidence = [`“${text.trim()}”`, 'the nearest tool by its words', ...filled.evidence]
  return {
    ...proposal,
    tool_calls: [{ tool: tool.name, arguments: filled.arguments, description: tool.description, evidence }],
    missing_arguments: filled.missing.map(item => ({ tool: tool.name, ...item })),
    steps: [tool.description],
    reasoning_summary: `No tool plainly does what the goal asks. ${tool.name} is the nearest.`,
    risks: [`${tool.name} is only the nearest tool; check that it is what you want.`, ...proposal.risks],
  }
}

import { tellAnswer } from '../../../contracts/answer.ts'
import { HOW_TO_GET_ONE, type OfflinePlan, WHO_I_AM } from '../offline-purpose.ts'
import { type Done, findDone, readResult, type Turn } from './turn.ts'

type ToolCall = OfflinePlan['calls'][number]

/** What the planner looks with before it knows the calls. */
const LOOKED_WITH: ReadonlySet<string> = new Set(['list_files', 'search_files', 'read_file', 'get_time'])

/** What was done in this turn, result by result, and nothing that no result shows; what was only looked at is no answer. */
export function reportDone(turn: Turn, ending: string, calls: readonly ToolCall[] = []): string {
  const asked = new Set(calls.flatMap(({ tool, arguments: args }) => findDone(turn, tool, args) ?? []))
  const isLook = (one: Done) => asked.size > 0 && LOOKED_WITH.has(one.name) && !asked.has(one)
  const shown = turn.done.filter(one => one.name !== 'report_confidence' && !isLook(one))
  const lines = shown.map(describe)
  return [`${WHO_I_AM} This is what came of it:`, ...lines, ...(ending === '' ? [] : [ending])].join('\n')
}

/** What a brief has come to, said plainly: it is understood and kept, and nothing is made of it. */
export function reportBrief(turn: Turn): string {
  const told = turn.answers.map(({ question, answer }) => `- ${question} ${answer}`)
  const kept = turn.done.some(one => one.name === 'change_product_doc' && !one.result.is_error)
  return [
    `${WHO_I_AM} I understood: ${turn.wish.slice(0, 300)}`,
    ...told,
    ...(kept ? ['I put this into the product doc.'] : []),
    `I cannot make it myself with the tools that are here. ${HOW_TO_GET_ONE}`,
  ].join('\n')
}

function describe({ name, arguments: input, result }: Done): string {
  const success = !result.is_error
  const content = readResult(result.content)
  const message = typeof content === 'string' ? content : JSON.stringify(content)
  const told = tellAnswer([{ tool_name: name, input, output: content, success, message }])
  return success ? told || `${name} is done.` : `${name} is not done: ${told}`
}

import { HOW_TO_GET_ONE, WHO_I_AM } from '../offline-purpose.ts'
import type { Done, Turn } from './turn.ts'

const MAX_RESULT_LENGTH = 600

/** What was done in this turn, result by result, and nothing that no result shows. */
export function reportDone(turn: Turn, ending: string): string {
  const shown = turn.done.filter(one => one.name !== 'report_confidence')
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

function describe({ name, arguments: args, result }: Done): string {
  const [first] = Object.values(args).filter(value => typeof value === 'string' || typeof value === 'number')
  const what = first === undefined ? name : `${name} ${String(first).slice(0, 80)}`
  const text = result.content.trim()
  const short = text.length > MAX_RESULT_LENGTH ? `${text.slice(0, MAX_RESULT_LENGTH)} …` : text
  return `- ${what}: ${result.is_error ? 'not done, ' : ''}${short}`
}

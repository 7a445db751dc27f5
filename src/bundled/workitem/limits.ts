import { quoteText } from '../../contracts/act-line.ts'
import type { GateOption } from '../../contracts/gate.ts'
import type { Constraint, WorkItemCaps } from '../../contracts/work-item.ts'
import { round, sumHours } from './documents.ts'
import { ask, decider, type Flow, update, wordsOf } from './flow.ts'
import type { WorkItemState } from './ports.ts'

export interface Exceeded {
  readonly cap: keyof WorkItemCaps
  readonly constraint: Constraint
  readonly limit: number
  readonly used: number
  readonly unit: string
}

/** The first limit that the plan itself does not keep. */
export function exceededByPlan({ tasks, caps }: WorkItemState): Exceeded | undefined {
  return (
    over(caps, { cap: 'hours', constraint: 'time', used: sumHours(tasks), unit: 'hours' }) ??
    over(caps, { cap: 'tasks', constraint: 'scope', used: tasks.length, unit: 'tasks' })
  )
}

/** The first limit that the reported work does not keep. */
export function exceededByWork({ used, caps }: WorkItemState): Exceeded | undefined {
  return (
    over(caps, { cap: 'hours', constraint: 'time', used: round(used.hours), unit: 'hours' }) ??
    over(caps, { cap: 'files', constraint: 'scope', used: used.files, unit: 'files' }) ??
    over(caps, { cap: 'cost_usd', constraint: 'budget', used: round(used.cost_usd), unit: 'USD' })
  )
}

function over(caps: WorkItemCaps, found: Omit<Exceeded, 'limit'>): Exceeded | undefined {
  const limit = caps[found.cap]
  return limit !== undefined && found.used > limit ? { ...found, limit } : undefined
}

export type LimitAnswer =
  | { readonly answer: 'expanded' }
  | { readonly answer: 'aborted' }
  | { readonly answer: 'reduce'; readonly instruction: string; readonly gate_id: string }

/** Asks what to do about a limit that does not hold; an expanded one holds from then on as people set it. */
export async function askAboutLimit(
  flow: Flow,
  { exceeded, task, reduce }: { readonly exceeded: Exceeded; readonly task: string; readonly reduce: string },
): Promise<LimitAnswer> {
  const { cap, constraint, limit, used, unit } = exceeded
  const change = `Allow ${used} ${unit} instead of ${limit}, or do less.`
  const answer = await ask(flow, {
    type: 'constraint_exception',
    event: 'constraint_violation',
    summary: `${quoteText(flow.record.title, 120)}: ${used} ${unit} where ${limit} are allowed`,
    why: `The limit of ${limit} ${unit} does not hold: ${used}.`,
    context: { task, constraint, required_change: change, limit, used },
    subject: { limit: cap, allowed: limit, used },
    options: limitOptions(used, reduce),
  })
  const { gate, decision } = answer ?? {}
  if (answer === undefined || gate === undefined || gate.status === 'rejected') {
    await update(flow, {}, { text: `${unit}: aborted at the limit`, ...idOf(gate) })
    return { answer: 'aborted' }
  }
  if (gate.status === 'steered') {
    const instruction = wordsOf(answer)
    await update(
      flow,
      {},
      { text: `${unit}: to be reduced (${decider(answer)}): ${instruction}`, ...idOf(gate) },
    )
    return { answer: 'reduce', instruction, gate_id: gate.gate_id }
  }
  const asked = Number(Object(decision?.option_input).new_limit)
  const caps = { ...flow.record.caps, [cap]: Number.isFinite(asked) ? Math.max(asked, used) : used }
  await update(
    flow,
    { caps },
    { text: `${unit}: expanded to ${caps[cap]} (${decider(answer)})`, ...idOf(gate) },
  )
  return { answer: 'expanded' }
}

function limitOptions(least: number, reduce: string): readonly GateOption[] {
  const properties = { new_limit: { type: 'number', minimum: least } }
  return [
    {
      id: 'expand',
      label: 'Expand the limit',
      decision: 'approve',
      input_schema: { type: 'object', properties, required: ['new_limit'], additionalProperties: false },
    },
    { id: 'reduce', label: 'Reduce the scope', decision: 'steer', default_instruction: reduce },
    { id: 'abort', label: 'Abort', decision: 'reject' },
  ]
}

export function idOf(gate: { readonly gate_id: string } | undefined): { readonly gate_id?: string } {
  return gate === undefined ? {} : { gate_id: gate.gate_id }
}

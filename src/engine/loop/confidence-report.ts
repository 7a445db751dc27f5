import type { JsonObject } from '../../contracts/json-value.ts'
import { delimitPersonWords } from '../memory/memory.ts'
import type { Talk } from './loop-ports.ts'
import type { Acted, Acting, ToolTurnCall, TurnCall } from './turn-call.ts'

type ReportCall = Extract<TurnCall, { readonly kind: 'ask' | 'delegate' | 'report' }>

/** `report_confidence`: kept in the audit trail; below the threshold it holds the next calls with effects. */
export async function reportConfidence(acting: Acting, call: ReportCall): Promise<Acted> {
  const { environment, context, talk } = acting
  const { id, name } = call
  const { score } = call.arguments
  const reasons = readReasons(call.arguments.reasons)
  if (typeof score !== 'number' || score < 0 || score > 100) {
    const content = 'The arguments of report_confidence do not fit: score must be a number from 0 to 100.'
    return { talk, results: [{ tool_call_id: id, name, content, outcome: 'error' }] }
  }
  const rule = await context.step(
    'confidence_rule',
    async (): Promise<JsonObject> => ({
      ...(await environment.settings()).confidence_report,
      guarded: (await environment.isConfidenceGuarded?.(context.session_id)) ?? true,
    }),
  )
  const isAsked = rule.enabled === true && rule.auto_escalate === true && rule.guarded !== false
  const isLow = isAsked && score < Number(rule.threshold)
  context.emit('confidence_report', {
    task_id: context.run_id,
    agent: 'chat',
    score,
    reasons,
    escalated: isLow,
  })
  const { concern: _older, ...rest } = talk
  // A better report takes nothing back: what was doubted most stays doubted until a person looked.
  const isLowest = talk.concern === undefined || score < talk.concern.score
  const doubted = isLow && isLowest ? { score, reasons } : talk.concern
  const content = isLow
    ? 'Noted. A person looks before your next call with an effect.'
    : 'Noted. It releases nothing by itself.'
  return {
    talk: { ...rest, ...(doubted === undefined ? {} : { concern: doubted }) },
    results: [{ tool_call_id: id, name, content, outcome: 'ok' }],
  }
}

/** Before calls with effects: a report that was too low is put before a person, with what is about to be done. */
export async function clearConcern(
  { context, talk }: Acting,
  calls: readonly ToolTurnCall[],
): Promise<{ readonly talk: Talk } | Acted> {
  const { concern, ...rest } = talk
  if (concern === undefined) return { talk }
  const { gate, decision } = await context.gate(`confidence:${talk.step}`, {
    terms: { type: 'confidence_threshold' },
    summary: `The agent is ${concern.score} % sure of what it is about to do`,
    details: concern.reasons.join('\n'),
    subject: {
      document: {
        score: concern.score,
        reasons: [...concern.reasons],
        about_to: calls.map(call => ({ tool: call.tool.name, arguments: call.arguments })),
      },
    },
    why_held: [{ source: 'confidence', text: `It reported ${concern.score} of 100.` }],
  })
  if (gate.status === 'approved') return { talk: rest }
  const instruction = decision?.steer_instructions ?? decision?.feedback ?? decision?.reason ?? ''
  const kind = gate.status === 'steered' ? 'steer' : 'feedback'
  const words = instruction === '' ? {} : { words: delimitPersonWords(kind, instruction) }
  const content = 'Not run: a person looked at your report and did not let it go on.'
  return {
    talk: { ...rest, personTexts: [...talk.personTexts, ...(instruction === '' ? [] : [instruction])] },
    results: calls.map(({ id, name }, index) => ({
      ...{ tool_call_id: id, name, content, outcome: 'declined' as const },
      ...(index === 0 ? words : {}),
    })),
    stops: 'a person did not let the calls before it go on.',
  }
}

function readReasons(value: JsonObject[string] | undefined): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string').slice(0, 10) : []
}

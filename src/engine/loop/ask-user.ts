import { toInterviewed } from './answers.ts'
import { readQuestions, toChatQuestion } from './questions.ts'
import type { Acted, Acting, TurnCall } from './turn-call.ts'

type AskCall = Extract<TurnCall, { readonly kind: 'ask' | 'delegate' | 'report' }>

/** `ask_user`: one batch of questions at a gate; the run waits, and the answers are the result of the call. */
export async function askUser({ context, talk }: Acting, call: AskCall): Promise<Acted> {
  const { id, name } = call
  const questions = readQuestions(call.arguments)
  if (typeof questions === 'string') {
    const content = `The questions were not asked: ${questions}.`
    return { talk, results: [{ tool_call_id: id, name, content, outcome: 'error' }] }
  }
  const batchId = context.id('batch')
  const summary = questions.length === 1 ? (questions[0]?.question ?? '') : `${questions.length} questions`
  context.emit('interview_question', {
    batch_id: batchId,
    message: summary,
    questions: JSON.parse(JSON.stringify(questions.map(toChatQuestion))),
  })
  const { gate, decision } = await context.gate(`interview:${talk.step}`, {
    terms: { type: 'interview' },
    summary,
    subject: { questions: [...questions] },
    why_held: [{ source: 'agent_request', text: 'The agent needs to know before it goes on.' }],
    context: { batch_id: batchId },
  })
  const { content, personTexts, answered } = toInterviewed(questions, decision)
  context.emit('interview_answer', {
    batch_id: batchId,
    gate_id: gate.gate_id,
    action: decision?.option_id ?? gate.status,
    answered,
  })
  const isOpen = decision?.option_id === 'generate_now'
  return {
    talk: {
      ...talk,
      personTexts: [...talk.personTexts, ...personTexts],
      ...(isOpen ? { input: { ...talk.input, generate_now: true } } : {}),
    },
    results: [{ tool_call_id: id, name, content, outcome: 'ok' }],
  }
}

import type { JsonValue } from '../../contracts/json-value.ts'
import type { ToolCallResult } from '../../contracts/tool-call.ts'
import { delimitPersonWords } from '../memory/memory.ts'
import type { GateAnswer, ProposalOutcome } from '../run/run.ts'
import { clearConcern } from './confidence-report.ts'
import type { Talk, TurnResult } from './loop-ports.ts'
import { learnPages } from './page-work.ts'
import { CHANGE_DOC } from './product-doc-tools.ts'
import type { Acted, Acting, ToolTurnCall } from './turn-call.ts'

/** Longer results are cut, with a visible mark; the whole of it stands in the journal. */
const MAX_RESULT_LENGTH = 40_000
const MAX_READS = 40

/** Reads that do not depend on each other: one proposal each, all under way at once. */
export async function readTogether(acting: Acting, calls: readonly ToolTurnCall[]): Promise<Acted> {
  const outcomes = await Promise.all(calls.map(call => propose(acting, [call])))
  let acted: Acted = { talk: acting.talk, results: [] }
  for (const [index, outcome] of outcomes.entries()) {
    const call = calls[index]
    if (call) acted = join(acted, takeOutcome(acted.talk, [call], outcome))
  }
  return acted
}

/** Writes of one turn: one proposal, so that people see them together; the first that does not succeed stops the rest. */
export async function writeInOrder(acting: Acting, calls: readonly ToolTurnCall[]): Promise<Acted> {
  const cleared = await clearConcern(acting, calls)
  if ('results' in cleared) return cleared
  const current = { ...acting, talk: cleared.talk }
  return takeOutcome(cleared.talk, calls, await propose(current, calls))
}

function join(before: Acted, after: Acted): Acted {
  const stops = before.stops ?? after.stops
  return {
    talk: after.talk,
    results: [...before.results, ...after.results],
    ...(stops === undefined ? {} : { stops }),
  }
}

function propose({ context, talk, said }: Acting, calls: readonly ToolTurnCall[]): Promise<ProposalOutcome> {
  return context.propose(
    calls.map(call => ({ tool: call.tool.name, arguments: call.arguments })),
    {
      ...askedIn(talk),
      ...(said.text.trim() === '' ? {} : { details: said.text.slice(0, 4_000) }),
      texts: {
        personTexts: talk.personTexts,
        savedTexts: talk.savedTexts,
        trustedReads: talk.trustedReads,
        untrustedReads: talk.untrustedReads,
      },
      ...(talk.steeredFrom === undefined ? {} : { steered_from: talk.steeredFrom }),
    },
  )
}

const MAX_ASKED = 2_000

/** The run's own message; what a sub-agent was told to do was written by another agent. */
function askedIn({ input }: Talk): { readonly asked_for?: string; readonly agent_says?: string } {
  const text = input.message.slice(0, MAX_ASKED).toWellFormed()
  return input.from.kind === 'agent' ? { agent_says: text } : { asked_for: text }
}

/** What became of a proposal: results for the model, and what the run learnt from it. */
function takeOutcome(before: Talk, calls: readonly ToolTurnCall[], outcome: ProposalOutcome): Acted {
  const { steeredFrom: _answered, ...talk } = before
  switch (outcome.outcome) {
    case 'ran':
      return takeResults(talk, calls, outcome.results)
    case 'denied':
      return stopAll(talk, calls, { content: `Denied by a rule: ${outcome.why}`, outcome: 'error' })
    case 'suggested':
      return stopAll(talk, calls, {
        content: `Suggested only, nothing ran: ${outcome.why}`,
        outcome: 'declined',
      })
    case 'rejected': {
      const words = wordsOf(outcome.answer)
      const { cancelled_because: because } = outcome.answer.gate
      const why = because === undefined ? '' : ` The question was withdrawn: ${because}.`
      return stopAll(talk, calls, {
        content: `A person did not approve this.${why}`,
        outcome: 'declined',
        ...words,
      })
    }
    case 'steered':
      return takeSteer(talk, calls, outcome.answer)
  }
}

function takeSteer(talk: Talk, calls: readonly ToolTurnCall[], { gate, decision }: GateAnswer): Acted {
  const instruction = decision?.steer_instructions ?? ''
  const named = decision?.affected_artifacts ?? []
  const about = named.length > 0 ? ` It is about: ${named.join(', ')}.` : ''
  const content = `Not run: a person corrects you, see below. Follow the correction and propose anew.${about}`
  const steered = {
    ...talk,
    steeredFrom: gate.gate_id,
    personTexts: [...talk.personTexts, instruction, ...named],
  }
  const words = delimitPersonWords('steer', instruction)
  return stopAll(steered, calls, { content, outcome: 'declined', words })
}

function stopAll(
  talk: Talk,
  calls: readonly ToolTurnCall[],
  { content, outcome, words }: Pick<TurnResult, 'content' | 'outcome' | 'words'>,
): Acted {
  const results = calls.map(({ id, name }, index) => ({
    ...{ tool_call_id: id, name, content, outcome },
    ...(words === undefined || index > 0 ? {} : { words }),
  }))
  return { talk, results, stops: 'a call before it in this turn was not run.' }
}

function wordsOf({ decision }: GateAnswer): Pick<TurnResult, 'words'> {
  const said = [decision?.reason, decision?.feedback].filter(text => text !== undefined && text.trim() !== '')
  return said.length > 0 ? { words: delimitPersonWords('feedback', said.join('\n')) } : {}
}

function takeResults(
  before: Talk,
  calls: readonly ToolTurnCall[],
  results: readonly ToolCallResult[],
): Acted {
  let talk = before
  const answers: TurnResult[] = []
  for (const [index, call] of calls.entries()) {
    const result = results[index]
    if (!result) continue
    talk = pay(result.success ? learn(talk, call, result) : talk, result)
    answers.push(toTurnResult(call, result))
  }
  const stopped = results.find(result => !result.success)
  return {
    talk,
    results: answers,
    ...(stopped && calls[0]?.kind === 'write'
      ? { stops: `${stopped.tool_name} before it did not succeed.` }
      : {}),
  }
}

/** What a success means for the calls to come: where values may stem from, and that something was written. */
function learn(talk: Talk, call: ToolTurnCall, result: ToolCallResult): Talk {
  const toolsUsed = talk.toolsUsed.includes(call.tool.name)
    ? talk.toolsUsed
    : [...talk.toolsUsed, call.tool.name]
  const edited = isEdited(call, result) ? [JSON.stringify(result.input)] : []
  if (call.kind === 'write') {
    const isDoc = call.tool.name === CHANGE_DOC
    return {
      ...talk,
      toolsUsed,
      personTexts: [...talk.personTexts, ...edited],
      isDocChanged: talk.isDocChanged || isDoc,
      pageWork: learnPages(talk.pageWork, call.tool, result),
      hasWritten: true,
    }
  }
  const read = { label: describeCall(call), text: toText(result.output) }
  const isTrusted = !talk.hasWritten && call.tool.origin === 'built_in' && !call.tool.annotations.open_world
  const [trusted, untrusted] = isTrusted ? [[read], []] : [[], [read]]
  return {
    ...talk,
    toolsUsed,
    trustedReads: [...talk.trustedReads, ...trusted].slice(-MAX_READS),
    untrustedReads: [...talk.untrustedReads, ...untrusted].slice(-MAX_READS),
  }
}

/** What the tool itself spent on language models comes out of the budget of the run. */
function pay(talk: Talk, { tokens = 0, cost_usd = 0 }: ToolCallResult): Talk {
  return { ...talk, tokens: talk.tokens + tokens, spentUsd: talk.spentUsd + cost_usd }
}

function describeCall({ tool, arguments: args }: ToolTurnCall): string {
  const [value] = Object.values(args).filter(item => typeof item === 'string')
  return value === undefined ? tool.name : `${tool.name} ${value.slice(0, 80)}`
}

function isEdited(call: ToolTurnCall, result: ToolCallResult): boolean {
  return JSON.stringify(call.arguments) !== JSON.stringify(result.input)
}

function toTurnResult(call: ToolTurnCall, result: ToolCallResult): TurnResult {
  const base = { tool_call_id: call.id, name: call.name }
  if (!result.success) {
    const outcome = result.status === 'not_run' && result.error === undefined ? 'declined' : 'error'
    return { ...base, content: result.error ?? result.message, outcome }
  }
  const content = cut(toText(result.output))
  const edited = isEdited(call, result)
    ? `A person changed the arguments before it ran: ${JSON.stringify(result.input)}\n`
    : ''
  return { ...base, content: `${edited}${content}`, outcome: 'ok' }
}

function toText(output: JsonValue | undefined): string {
  return typeof output === 'string' ? output : JSON.stringify(output ?? null)
}

function cut(text: string): string {
  if (text.length <= MAX_RESULT_LENGTH) return text
  return `${text.slice(0, MAX_RESULT_LENGTH)}\n… cut: ${text.length - MAX_RESULT_LENGTH} more characters`
}

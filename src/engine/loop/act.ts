import { canonicalize } from '../../base/canonical-json.ts'
import type { ModelToolCall } from '../../contracts/model.ts'
import type { RunContext } from '../run/run.ts'
import { askUser } from './ask-user.ts'
import type { Said } from './call-model.ts'
import { reportConfidence } from './confidence-report.ts'
import { delegate } from './delegate.ts'
import type { LoopEnvironment, LoopLimits, Talk, TurnResult } from './loop-ports.ts'
import { ASK_USER, DELEGATE, findTool, REPORT_CONFIDENCE } from './loop-tools.ts'
import { readTogether, writeInOrder } from './run-calls.ts'
import type { Acted, Acting, ToolTurnCall, TurnCall } from './turn-call.ts'

/**
 * The third phase: the calls of one turn in the order in which the model made them. Reads that follow each other run
 * side by side, writes one after the other; whatever a person or a rule stops, stops what comes behind it.
 */
export async function act(
  environment: LoopEnvironment,
  context: RunContext,
  turn: { readonly talk: Talk; readonly limits: LoopLimits; readonly said: Said },
): Promise<{ readonly talk: Talk; readonly results: readonly TurnResult[] }> {
  const { limits, said } = turn
  const talk = countRepeats(turn.talk, said.calls)
  const calls = said.calls.map((call, index) => readCall(environment, call, { index, limits, talk }))
  for (const { id, name, arguments: args } of said.calls) {
    context.emit('soul_tool_call', { step: talk.step, tool_call_id: id, name, arguments: args ?? null })
  }
  let acting: Acting = { environment, context, talk, limits, said }
  const results: TurnResult[] = []
  let stopped: string | undefined
  for (const group of groupCalls(calls)) {
    const acted =
      stopped === undefined
        ? await actGroup(acting, group)
        : { talk: acting.talk, results: group.map(call => skipped(call, stopped ?? '')) }
    results.push(...acted.results)
    acting = { ...acting, talk: acted.talk }
    stopped ??= 'stops' in acted ? acted.stops : undefined
  }
  for (const { tool_call_id, name, outcome, content } of results) {
    context.emit('soul_tool_result', {
      ...{ step: talk.step, tool_call_id, name, success: outcome === 'ok' },
      output: content.slice(0, MAX_LENGTH_IN_EVENT),
    })
  }
  return { talk: countErrors(acting.talk, results), results }
}

const MAX_LENGTH_IN_EVENT = 2_000

async function actGroup(acting: Acting, group: readonly TurnCall[]): Promise<Acted> {
  const [first] = group
  switch (first?.kind) {
    case undefined:
      return { talk: acting.talk, results: [] }
    case 'unfit':
      return { talk: acting.talk, results: group.map(failed) }
    case 'read':
      return readTogether(acting, group.filter(isToolCall))
    case 'write':
      return writeInOrder(acting, group.filter(isToolCall))
    case 'ask':
      return askUser(acting, first)
    case 'delegate':
      return delegate(
        acting,
        group.flatMap(call => (call.kind === 'delegate' ? [call] : [])),
      )
    case 'report':
      return reportConfidence(acting, first)
  }
}

function isToolCall(call: TurnCall): call is ToolTurnCall {
  return call.kind === 'read' || call.kind === 'write'
}

/** Calls that may go together: reads, writes and sub-agents that follow each other. */
function groupCalls(calls: readonly TurnCall[]): readonly (readonly TurnCall[])[] {
  const groups: TurnCall[][] = []
  for (const call of calls) {
    const last = groups.at(-1)
    const together = call.kind !== 'ask' && call.kind !== 'report' && last?.[0]?.kind === call.kind
    if (together) last.push(call)
    else groups.push([call])
  }
  return groups
}

function readCall(
  environment: LoopEnvironment,
  call: ModelToolCall,
  { index, limits, talk }: { readonly index: number; readonly limits: LoopLimits; readonly talk: Talk },
): TurnCall {
  const { id, name, arguments: args } = call
  const unfit = (because: string): TurnCall => ({ id, name, kind: 'unfit', because })
  if (index >= limits.maxCallsPerTurn) return unfit(`At most ${limits.maxCallsPerTurn} calls in one turn.`)
  if (talk.repeats > limits.maxRepeats) {
    return unfit(
      `You made this same call ${talk.repeats} times in a row, so it was not made again. Use the result you have, try something else, or tell the person what is missing.`,
    )
  }
  if (args === undefined) {
    const quoted = call.raw === undefined ? '' : ` It was: ${call.raw.slice(0, 500)}`
    return unfit(`The arguments of ${name} were not one JSON object. Send it again.${quoted}`)
  }
  if (name === ASK_USER && !talk.input.generate_now) return { id, name, kind: 'ask', arguments: args }
  if (name === DELEGATE) return { id, name, kind: 'delegate', arguments: args }
  if (name === REPORT_CONFIDENCE) return { id, name, kind: 'report', arguments: args }
  const tool = findTool(environment, name)
  if (!tool) return unfit(`Tool not found: ${name}`)
  const valid = environment.tools.validate(tool, args)
  if (!valid.ok) {
    const errors = valid.errors.map(error => `${error.field} ${error.message}`).join('; ')
    return unfit(`The arguments of ${name} do not fit: ${errors}`)
  }
  const isRead = tool.annotations.read_only && !tool.claimed
  return { id, name, kind: isRead ? 'read' : 'write', tool, arguments: args }
}

/** The same calls as in the turn before count as one more repetition. */
function countRepeats(talk: Talk, calls: readonly ModelToolCall[]): Talk {
  const asText = canonicalize(calls.map(({ name, arguments: args, raw }) => [name, args ?? raw ?? null]))
  return { ...talk, lastCalls: asText, repeats: asText === talk.lastCalls ? talk.repeats + 1 : 1 }
}

/** A turn in which nothing succeeded and nobody declined is one more error in a row. */
function countErrors(talk: Talk, results: readonly TurnResult[]): Talk {
  const errors = results.filter(result => result.outcome === 'error')
  const isFailure = errors.length > 0 && errors.length === results.length
  if (!isFailure) return { ...talk, errorsInARow: 0 }
  return { ...talk, errorsInARow: talk.errorsInARow + 1, lastError: errors.at(-1)?.content ?? '' }
}

function failed(call: TurnCall): TurnResult {
  const content = call.kind === 'unfit' ? call.because : 'It could not be made.'
  return { tool_call_id: call.id, name: call.name, content, outcome: 'error' }
}

function skipped(call: TurnCall, because: string): TurnResult {
  return { tool_call_id: call.id, name: call.name, content: `Not made: ${because}`, outcome: 'declined' }
}

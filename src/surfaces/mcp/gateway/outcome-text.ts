import type { CallToolResult } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OutsideLedgerCall } from '../../../contracts/outside-call.ts'
import { toVisible } from '../../../mcp-client/mcp-client.ts'
import type { GatedOutcome } from '../../../sdk/sdk.ts'

/** What a server answered that says itself that its tool failed. */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  readonly result: CallToolResult

  constructor(result: CallToolResult) {
    const texts = result.content.flatMap(block => (block.type === 'text' ? [block.text] : []))
    super(toVisible(texts.join(' ')).slice(0, 2000) || 'The tool failed without saying why.')
    this.result = result
  }
}

/** What the ledger keeps of a result is JSON; it is read again as the result it was. */
const Recorded = z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) })

/**
 * What the client is told of a call. Whatever did not run is an error to it, with words on what to do next, so that no
 * agent takes a wait for a result.
 */
export function toCallResult(
  outcome: GatedOutcome<CallToolResult>,
  cardUrl: string | undefined,
): CallToolResult {
  if (outcome.status === 'succeeded') {
    const notes = [
      ...(outcome.edited
        ? [`A person changed the arguments first: ${JSON.stringify(outcome.arguments)}`]
        : []),
      ...(outcome.repeated ? ['This ran before; it was not run again.'] : []),
    ]
    if (Recorded.safeParse(outcome.output).success) return withNotes(outcome.output, notes)
    return withNotes({ content: [] }, [...notes, 'Its result was too long to be recorded.'])
  }
  if (outcome.status === 'failed' && outcome.error instanceof ToolFailure) return outcome.error.result
  const meta = {
    'soulgate/status': outcome.status,
    ...(outcome.gate_id === undefined ? {} : { 'soulgate/gate': outcome.gate_id }),
  }
  const lines = [outcome.message, ...nextStep(outcome.status, cardUrl)]
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true, _meta: meta }
}

/** What the ledger says of a call that ran. */
export function toRecordedResult({ tool, status, started_at, result }: OutsideLedgerCall): CallToolResult {
  if (status === 'succeeded' || status === 'undone') {
    const recorded = Recorded.safeParse(result?.output)
    if (recorded.success) return recorded.data as CallToolResult
    return withNotes({ content: [] }, ['Its result was too long to be recorded.'])
  }
  const why =
    status === 'failed'
      ? `${tool} failed: ${result?.error ?? 'without saying why'}`
      : `${tool} was begun at ${started_at} and nobody knows how it ended. It may have had its effect: look before anything is done again.`
  const meta = { 'soulgate/status': status === 'failed' ? 'failed' : 'unknown' }
  return { content: [{ type: 'text', text: toVisible(why) }], isError: true, _meta: meta }
}

/** A failure that is no answer of the server and no decision. */
export function toFailureResult(error: unknown): CallToolResult {
  const why = error instanceof Error ? error.message : String(error)
  return {
    content: [{ type: 'text', text: `The call was not run: ${toVisible(why)}` }],
    isError: true,
    _meta: { 'soulgate/status': 'failed' },
  }
}

function nextStep(status: GatedOutcome<unknown>['status'], cardUrl: string | undefined): readonly string[] {
  const card = cardUrl === undefined ? [] : [`Card: ${cardUrl}`]
  if (status === 'pending') {
    return [
      ...card,
      'Nothing has run, and no answer is a yes. Tell your person about the card; make the same call with the same arguments again to go on with it.',
    ]
  }
  return status === 'unknown' || status === 'expired' ? card : []
}

function withNotes(result: CallToolResult, notes: readonly string[]): CallToolResult {
  if (notes.length === 0) return result
  const texts = notes.map(note => ({ type: 'text' as const, text: `[Soulgate] ${note}` }))
  return { ...result, content: [...result.content, ...texts] }
}

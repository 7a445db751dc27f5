import { type Client, isInputRequiredResult } from '@modelcontextprotocol/client'
import {
  type CallToolResult,
  type ProgressCallback,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Gate } from '../../../contracts/gate.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import {
  type Asks,
  type Definition,
  isAnswered,
  type ServerNames,
  toDefinition,
  type Upstream,
} from '../../../mcp-client/mcp-client.ts'
import {
  type GatedOutcome,
  isRefused,
  OutcomeUnknown,
  type ResultClient,
  runGated,
} from '../../../sdk/sdk.ts'
import { type RequestMeta, withoutCapabilities } from '../waiting.ts'
import type { Answers } from './conversation.ts'
import { ensureDeclared } from './definitions.ts'
import type { OpenCalls } from './open-calls.ts'
import { ToolFailure } from './outcome-text.ts'

const MAX_ROUNDS = 20
/** A definition that was read so lately, for a call that nobody was asked about, is not read again before the call. */
const JUST_READ_MS = 1000

export interface GatedCallParts {
  readonly upstream: Upstream
  readonly names: ServerNames
  readonly openCalls: OpenCalls
  /** How long the server may take for a call without giving a sign. */
  readonly callTimeoutMs: number
}

/** One call as a client made it. */
interface ClientCall {
  readonly client: ResultClient
  /** Tells one credential from the other. */
  readonly caller: string
  readonly tool: string
  readonly arguments: JsonObject
  /** Under which it is asked for, where somebody else remembers that. */
  readonly key?: string | undefined
  readonly meta: RequestMeta
  readonly waitMs: number
  readonly signal: AbortSignal
  readonly onGate: (gate: Gate) => void
  readonly onProgress: ProgressCallback
  /** What the server asks before it answers. Rejects when nobody can say. */
  readonly onAsk: (asks: Asks) => Promise<Answers>
  /** Told right before the server is called, and when it has answered or not. */
  readonly onUnderWay: (isUnderWay: boolean) => void
}

export type CallEnd = GatedOutcome<CallToolResult>

/**
 * Takes one call through its gate to the server: declares the tool as the server describes it now, proposes, waits,
 * consumes the grant, and only then calls the server, once, with the arguments that were approved. Throws when the
 * server or Soulgate cannot be asked; then nothing ran.
 */
export async function callThroughGate(parts: GatedCallParts, call: ClientCall): Promise<CallEnd> {
  const readAtMs = performance.now()
  const definition = await findDefinition(parts, call.tool)
  if (!definition) {
    const message = `The server has no tool ${JSON.stringify(call.tool)}.`
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, message)
  }
  await ensureDeclared(call.client, definition)
  const { caller, tool } = call
  const open =
    call.key === undefined
      ? parts.openCalls.begin({ caller, tool, arguments: call.arguments })
      : { key: call.key, end: () => {}, park: () => {} }
  const asked: { gate?: Gate } = {}
  try {
    const outcome = await runGated<CallToolResult>(
      call.client,
      { tool: definition.declaration.name, arguments: call.arguments },
      {
        idempotencyKey: open.key,
        waitMs: call.waitMs,
        signal: call.signal,
        onGate: gate => {
          asked.gate = gate
          call.onGate(gate)
        },
        run: async (args, { idempotencyKey }) => {
          const isJustRead = asked.gate === undefined && performance.now() - readAtMs < JUST_READ_MS
          if (!isJustRead) await requireUnchanged(parts, definition)
          return callServer(parts, call, { definition, args, idempotencyKey })
        },
      },
    )
    if (outcome.status === 'pending') open.park()
    else open.end()
    return outcome.status === 'unknown' ? await askWhatHappened(call, definition, outcome) : outcome
  } catch (error) {
    if (isWithdrawn(call.signal)) {
      open.end()
      if (asked.gate) await withdraw(call.client, asked.gate)
    } else open.park()
    throw error
  }
}

/** The client said so in as many words. That it went away is no word: its question stands until it comes back. */
function isWithdrawn({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof Error && reason.name === 'SdkError')
}

async function withdraw(client: ResultClient, gate: Gate): Promise<void> {
  await client.gates.cancel(gate.gate_id, 'The client cancelled the call.').catch(() => {})
}

async function findDefinition(parts: GatedCallParts, name: string): Promise<Definition | undefined> {
  const tool = (await parts.upstream.listTools()).find(candidate => candidate.name === name)
  return tool && toDefinition(parts.names, tool)
}

interface Granted {
  readonly definition: Definition
  readonly args: JsonObject
  readonly idempotencyKey: string
}

/** A person may have looked at the card for hours. */
async function requireUnchanged(parts: GatedCallParts, { mcp, digest }: Definition): Promise<void> {
  const now = await findDefinition(parts, mcp.name)
  if (now?.digest === digest) return
  throw new Error(
    'the server changed the tool after it was asked for, so it was not called. Make the call again.',
  )
}

async function callServer(
  parts: GatedCallParts,
  call: ClientCall,
  granted: Granted,
): Promise<CallToolResult> {
  const server = await parts.upstream.client()
  call.onUnderWay(true)
  try {
    const result = await converse(server, call, { ...granted, timeout: parts.callTimeoutMs })
    if (result.isError === true) throw new ToolFailure(result)
    return result
  } catch (error) {
    if (error instanceof ToolFailure || isAnswered(error)) throw error
    throw new OutcomeUnknown(`${error instanceof Error ? error.message : String(error)}.`)
  } finally {
    call.onUnderWay(false)
  }
}

/** One call, in as many rounds as the server asks something first; all of them under the one grant. */
async function converse(
  server: Client,
  call: ClientCall,
  { definition, args, idempotencyKey, timeout }: Granted & { readonly timeout: number },
): Promise<CallToolResult> {
  const { outputSchema: _, ...toolDefinition } = definition.mcp
  const isLater = server.getProtocolEra() === 'modern'
  const said = isLater ? call.meta : withoutCapabilities(call.meta)
  const _meta = { ...said, 'soulgate/idempotency-key': idempotencyKey }
  const options = {
    ...{ toolDefinition, timeout, signal: call.signal, onprogress: call.onProgress },
    ...{ resetTimeoutOnProgress: true, allowInputRequired: true },
  }
  let answers: { inputResponses?: Answers; requestState?: string } = {}
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const params = { name: call.tool, arguments: args, _meta, ...answers }
    const result: unknown = await server.callTool(params, options)
    if (!isInputRequiredResult(result)) return result as CallToolResult
    const { inputRequests = {}, requestState } = result
    const inputResponses = await call.onAsk(inputRequests)
    answers = { inputResponses, ...(requestState === undefined ? {} : { requestState }) }
  }
  throw new Error(`The server asked more than ${MAX_ROUNDS} times without an answer`)
}

/** People are asked what became of it, as of every call that may have had its effect. The client is told in any case. */
async function askWhatHappened(
  { client }: ClientCall,
  { declaration }: Definition,
  outcome: CallEnd,
): Promise<CallEnd> {
  const question = `Did the call of ${declaration.name} have its effect?`
  const options = [
    { id: 'happened', label: 'It happened' },
    { id: 'not_happened', label: 'It did not happen' },
    { id: 'unknown', label: 'Nobody knows' },
  ]
  const subject = { questions: [{ id: 'outcome', question, type: 'radio', options }] }
  const asked = await client.gates
    .open(
      { type: 'interview', summary: question, details: outcome.message, subject },
      `mcp-unknown-${outcome.call_id}`,
    )
    .catch(() => undefined)
  if (!asked || isRefused(asked)) return outcome
  const message = `${outcome.message} People are asked at gate ${asked.gate_id} whether it happened.`
  return { ...outcome, gate_id: asked.gate_id, message }
}

import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Gate } from '../../../contracts/gate.ts'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { isRefused, type ResultClient, SoulgateProblem } from '../../../sdk/sdk.ts'
import { cardUrl } from '../waiting.ts'
import { type CallEnd, callThroughGate, type GatedCallParts } from './gated-call.ts'
import { toCallResult, toFailureResult, toRecordedResult } from './outcome-text.ts'
import type { TaskRecord, TaskRecords } from './task-records.ts'

/** How a task stands; `result` is what the call itself would have been answered with. */
export type TaskStanding =
  | { readonly status: 'working'; readonly message: string }
  | { readonly status: 'waiting'; readonly gate: Gate; readonly message: string }
  | { readonly status: 'completed'; readonly result: CallToolResult }
  | { readonly status: 'cancelled' }

export interface TaskCaller {
  readonly client: ResultClient
  /** Tells one credential from the other. */
  readonly id: string
}

interface TaskParts extends GatedCallParts {
  readonly publicUrl: string
  readonly records: TaskRecords
}

/** Calls that wait for people longer than their client does: begun once, asked about until they end. */
export interface Tasks {
  begin(tool: string): TaskRecord
  /** Keeps what came of the first try: that it waits, or its end. */
  keep(caller: TaskCaller, record: TaskRecord, end: CallEnd): TaskRecord
  find(caller: TaskCaller, taskId: string): TaskRecord | undefined
  /** How it stands now. One that was decided is gone on with, and works meanwhile. */
  look(caller: TaskCaller, record: TaskRecord): Promise<TaskStanding>
  /** Its end, as soon as there is one; rejects when the signal aborts. */
  end(caller: TaskCaller, record: TaskRecord, signal: AbortSignal): Promise<TaskStanding>
  /** Withdraws its question; false where it has left that behind. */
  cancel(caller: TaskCaller, record: TaskRecord): Promise<boolean>
}

/** One that this process goes on with, or what kept it from that. */
interface Life {
  going?: Promise<void> | undefined
  message: string
}

const WAIT_SECONDS = 30
const WAITS = 'A person must decide before this runs.'

export function createTasks(parts: TaskParts): Tasks {
  const lives = new Map<string, Life>()
  const { records } = parts
  const fresh = (caller: TaskCaller, { task_id: id }: TaskRecord) => records.find(caller.id, id)
  const look = async (caller: TaskCaller, given: TaskRecord): Promise<TaskStanding> => {
    const record = fresh(caller, given) ?? given
    const ended = await endOf(caller.client, record)
    if (ended) return ended
    const life = lives.get(record.task_id)
    if (life?.going) return { status: 'working', message: life.message }
    const gate = await standingGate(caller.client, record.gate_id)
    if (gate?.status === 'pending') {
      const message = `${WAITS} ${cardUrl(parts.publicUrl, gate.gate_id)}`
      return { status: 'waiting', gate, message }
    }
    // While the gate was read, another request may have gone on with it, to its end.
    const now = fresh(caller, record) ?? record
    const isEnded = now.told !== undefined || now.call_id !== undefined || now.cancelled
    if (isEnded) return look(caller, now)
    const other = lives.get(record.task_id)
    const { message } = other?.going ? other : goOn(parts, lives, { caller, record })
    return { status: 'working', message }
  }
  return {
    begin: records.begin,
    keep: (caller, record, end) => keep(parts, caller, { record, end }),
    find: (caller, taskId) => records.find(caller.id, taskId),
    look,
    async end(caller, record, signal) {
      for (;;) {
        signal.throwIfAborted()
        const standing = await look(caller, record)
        if (standing.status === 'waiting') {
          await caller.client.gates.wait(standing.gate.gate_id, WAIT_SECONDS, { signal })
        } else if (standing.status === 'working') {
          const life = lives.get(record.task_id)
          await life?.going
          // It could not be gone on with: whoever asks again tries again.
          if (life?.message.startsWith(TROUBLE) && lives.get(record.task_id) === life)
            throw new Error(life.message)
        } else return standing
      }
    },
    async cancel(caller, given) {
      const record = fresh(caller, given) ?? given
      if (record.cancelled) return true
      const gate = await standingGate(caller.client, record.gate_id)
      if (gate?.status !== 'pending') return false
      const answer = await caller.client.gates.cancel(gate.gate_id, 'The client cancelled the task.')
      if (isRefused(answer)) return false
      records.keep(caller.id, { ...record, cancelled: true })
      return true
    },
  }
}

/** Undefined while it has not ended. */
async function endOf(client: ResultClient, record: TaskRecord): Promise<TaskStanding | undefined> {
  const { cancelled, told, call_id: callId } = record
  if (cancelled) return { status: 'cancelled' }
  if (told) return { status: 'completed', result: told as CallToolResult }
  if (callId === undefined) return undefined
  return { status: 'completed', result: toRecordedResult(await client.calls.get(callId)) }
}

/** The question that stands for the call now: an edit and a reopening put another in the place of the first. */
async function standingGate(client: ResultClient, gateId: string | undefined): Promise<Gate | undefined> {
  if (gateId === undefined) return undefined
  let gate = await client.gates.get(gateId)
  while (gate.superseded_by !== undefined && (gate.status === 'superseded' || gate.status === 'expired')) {
    gate = await client.gates.get(gate.superseded_by)
  }
  return gate
}

const TROUBLE = 'It cannot be gone on with now'

interface GoingOn {
  readonly caller: TaskCaller
  readonly record: TaskRecord
}

/** Takes up a call that was decided, under its own key: it runs once, whoever began it and however often. */
function goOn(parts: TaskParts, lives: Map<string, Life>, { caller, record }: GoingOn): Life {
  const life: Life = { message: 'It was decided and goes on.' }
  lives.set(record.task_id, life)
  life.going = callAgain(parts, { caller, record }, message => {
    life.message = message
  })
    .then(
      end => void keep(parts, caller, { record, end }),
      (error: unknown) => {
        // While Soulgate or the server is away nothing ran; what else went wrong will go wrong again.
        const isAway = error instanceof SoulgateProblem || isUnreachable(error)
        if (!isAway) parts.records.keep(caller.id, { ...record, told: toFailureResult(error) })
        else life.message = `${TROUBLE}: ${error instanceof Error ? error.message : String(error)}`
      },
    )
    .finally(() => {
      life.going = undefined
    })
  return life
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('The server behind the gateway')
}

async function callAgain(
  parts: TaskParts,
  { caller, record }: GoingOn,
  tell: (message: string) => void,
): Promise<CallEnd> {
  return callThroughGate(parts, {
    ...{ client: caller.client, caller: caller.id, tool: record.tool, key: record.key, waitMs: 0 },
    arguments: await argumentsOf(caller.client, record),
    meta: {},
    signal: new AbortController().signal,
    onGate: () => {},
    onProgress: ({ progress, total, message }) =>
      tell(message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`),
    onAsk: () => Promise.reject(new Error('A task has no client that could answer what the server asks')),
    onUnderWay: () => {},
  })
}

/** As they were proposed: an edit is the business of the grant. */
async function argumentsOf(client: ResultClient, { gate_id: gateId }: TaskRecord): Promise<JsonObject> {
  const { subject } = await client.gates.get(gateId ?? '')
  const call = 'tool_calls' in subject ? subject.tool_calls[0] : undefined
  if (call === undefined) throw new Error(`Gate ${gateId} is about no call.`)
  return call.arguments
}

function keep(
  { records, publicUrl }: TaskParts,
  caller: TaskCaller,
  { record, end }: { readonly record: TaskRecord; readonly end: CallEnd },
): TaskRecord {
  const gateId = record.gate_id ?? end.gate_id
  const known = { ...record, ...(gateId === undefined ? {} : { gate_id: gateId }) }
  const kept = withEnd(known, end, gateId === undefined ? undefined : cardUrl(publicUrl, gateId))
  return records.keep(caller.id, kept)
}

/** The ledger keeps what ran; of everything else the record keeps the words. */
function withEnd(record: TaskRecord, end: CallEnd, url: string | undefined): TaskRecord {
  if (end.status === 'pending') return record
  const isInLedger = end.status === 'succeeded' && end.reported && end.call_id !== undefined
  return isInLedger ? { ...record, call_id: end.call_id } : { ...record, told: { ...toCallResult(end, url) } }
}

import { isSoulgateError } from '../../base/errors.ts'
import type { TriggerEvent } from '../../contracts/agent-trigger.ts'
import type { Event } from '../../contracts/event.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import { isRefusal, refuse } from '../../contracts/refusal.ts'
import type { StoredRun, StoreTransaction } from '../../store/store.ts'
import { MAX_RUN_DEPTH } from '../run/run.ts'
import { idOf, putCursor, putState, readCursor, type StoredTrigger } from './records.ts'
import {
  type IncomingEvent,
  type TriggerDefinition,
  type TriggerEnvironment,
  triggerPrincipal,
} from './trigger-ports.ts'

const PAGE = 50
/** The cursor is written at the latest after so many events that concern nobody. */
const STRIDE = 500

type Planned = { readonly input: JsonValue; readonly depth: number } | { readonly error: string }
type PlannedAt = Planned & { readonly position: number }

/**
 * Starts a run for each event since the last time that this trigger is for. The cursor moves in the transaction that starts
 * them, so that each event counts once over all processes and restarts. While too many questions of earlier runs wait for
 * people, the rest waits too.
 */
export async function collectEvents(
  environment: TriggerEnvironment,
  trigger: StoredTrigger,
  definition: TriggerDefinition,
): Promise<void> {
  const { store, clock } = environment
  if (trigger.source.type !== 'event') return
  const id = idOf(trigger)
  const before = await readCursor(store, id)
  if (before === undefined) return
  const upTo = await store.lastFeedPosition()
  if (upTo <= before.position) return
  const events = await store.listFeed({ types: [trigger.source.event] }, before.position, PAGE)
  const last = events.at(-1)?.position ?? 0
  const position = events.length === PAGE ? last : Math.max(upTo, last)
  const planned = (
    await Promise.all(
      events.map(async event =>
        (
          await plan(environment, trigger, definition, event)
        ).map(one => ({
          ...one,
          position: event.position ?? before.position + 1,
        })),
      ),
    )
  ).flat()
  if (planned.length === 0 && position - before.position < STRIDE) return
  try {
    await store.transact(async tx => {
      await putCursor(tx, id, { position, nowMs: clock.now(), before })
      const firstLeft = await startAll(environment, tx, { trigger, planned })
      if (firstLeft !== undefined)
        await putCursor(tx, id, { position: firstLeft.position - 1, nowMs: clock.now() })
    })
  } catch (error) {
    // Another process took the same events first.
    if (!isSoulgateError(error, 'version_conflict')) throw error
  }
}

/** Answers the first that has to wait; undefined where all were started or cannot be. */
async function startAll(
  { clock, startWithin }: TriggerEnvironment,
  tx: StoreTransaction,
  { trigger, planned }: { readonly trigger: StoredTrigger; readonly planned: readonly PlannedAt[] },
): Promise<PlannedAt | undefined> {
  const id = idOf(trigger)
  for (const one of planned) {
    const run =
      'error' in one
        ? refuse('invalid', one.error)
        : await startWithin(tx, {
            ...{ who: triggerPrincipal(trigger), kind: 'agent', agent: trigger.agent, input: one.input },
            ...{ trigger_source: 'event', depth: one.depth },
          })
    const change = isRefusal(run) ? { error: run.detail } : { run_id: run.run_id }
    await putState(tx, id, change, clock.now())
    if (isRefusal(run) && run.code === 'too_many_open_gates') return one
  }
  return undefined
}

/** Nothing, a run, or why there is none. */
async function plan(
  { store, refuseInput }: TriggerEnvironment,
  { agent, source }: StoredTrigger,
  definition: TriggerDefinition,
  event: Event,
): Promise<readonly Planned[]> {
  const run = event.run_id === undefined ? undefined : await store.getRun(event.run_id)
  if (run?.agent === agent || event.payload === null) return []
  if (source.type === 'event' && source.agent !== undefined && run?.agent !== source.agent) return []
  const named = `Event ${event.stream} ${event.seq} (${event.type})`
  try {
    const taken = await definition.toInput(toIncoming(event, run))
    if (taken === undefined) return []
    const depth = run === undefined ? 0 : run.depth + 1
    if (depth > MAX_RUN_DEPTH)
      return [
        {
          error: `${named} started nothing: ${MAX_RUN_DEPTH} runs led to it one after the other, as in a loop.`,
        },
      ]
    const refused = await refuseInput(agent, taken.input)
    return refused
      ? [{ error: `${named} started nothing: ${refused.detail}` }]
      : [{ input: taken.input, depth }]
  } catch (error) {
    return [{ error: `${named} started nothing: ${error instanceof Error ? error.message : String(error)}` }]
  }
}

function toIncoming(event: Event, run: StoredRun | undefined): IncomingEvent {
  const { at, run_id, gate_id, session_id, payload } = event
  return {
    ...{ type: event.type as TriggerEvent, at, payload: payload ?? {} },
    ...(run_id === undefined ? {} : { run_id }),
    ...(gate_id === undefined ? {} : { gate_id }),
    ...(session_id === undefined ? {} : { session_id }),
    ...(run === undefined ? {} : { run: aboutRun(run) }),
  }
}

function aboutRun({
  run_id,
  kind,
  agent,
  status,
  input,
  output,
  error,
}: StoredRun): NonNullable<IncomingEvent['run']> {
  return {
    ...{ run_id, kind, status, input },
    ...(agent === undefined ? {} : { agent }),
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
  }
}

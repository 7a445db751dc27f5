import type { Event, EventType } from '../../contracts/event.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import type { Run } from '../../contracts/run.ts'
import type { StoreReader } from '../../store/store.ts'
import { withRunOutcomes } from '../gate/gate.ts'
import type { Window } from './window.ts'

/** Everything that the measures of a window are made of. */
export interface WindowFacts {
  readonly gates: readonly Gate[]
  readonly runs: readonly RunFacts[]
  /** One entry per pre-validation: whether the goal passed. */
  readonly checks: readonly boolean[]
  /** The last word of each person about each run or gate. */
  readonly feedback: readonly { readonly about: string; readonly isHelpful: boolean }[]
  readonly isTruncated: boolean
}

/** One run with what its journal and its ledger say of it. */
export interface RunFacts {
  readonly run: Run
  /** The graded confidence it came to last; undefined where it was stopped before. */
  readonly confidence: number | undefined
  /** Ids of the calls that were started, by the ledger. */
  readonly startedCalls: readonly string[]
}

const PAGE = 500
/** More would not change a share by much, and an answer must come while somebody looks. */
const MOST = 5_000
const GATES_AT_ONCE = 200
/** The journals of runs are read one by one. */
const MAX_RUNS = 1_000
const GRADING = /^confidence:\d+$/

/** Reads what happened in a window: the gates opened, the runs created, the checks and the feedback given in it. */
export async function readWindowFacts(store: StoreReader, window: Window): Promise<WindowFacts> {
  const read = (type: EventType) => readEvents(store, window, type)
  const [opened, created, checks, feedback] = await Promise.all([
    read('gate_opened'),
    read('run_created'),
    read('pre_validation'),
    read('feedback_given'),
  ])
  return {
    gates: await readGates(store, idsOf(opened.events, 'gate_id')),
    runs: await readRuns(store, idsOf(created.events, 'run_id').slice(0, MAX_RUNS)),
    checks: checks.events.map(event => event.payload?.validation_status === 'passed'),
    feedback: lastWords(feedback.events),
    isTruncated:
      created.events.length > MAX_RUNS ||
      [opened, created, checks, feedback].some(({ isTruncated }) => isTruncated),
  }
}

async function readEvents(store: StoreReader, { from, to }: Window, type: EventType) {
  const events: Event[] = []
  let cursor: string | undefined
  do {
    const page = await store.searchEvents(
      { types: [type], from, to },
      { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) },
    )
    events.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== undefined && events.length < MOST)
  return { events, isTruncated: cursor !== undefined }
}

async function readGates(store: StoreReader, ids: readonly string[]): Promise<readonly Gate[]> {
  const gates: Gate[] = []
  for (let at = 0; at < ids.length; at += GATES_AT_ONCE)
    gates.push(...(await store.getGates(ids.slice(at, at + GATES_AT_ONCE))))
  return gates
}

async function readRuns(store: StoreReader, ids: readonly string[]): Promise<readonly RunFacts[]> {
  const runs: RunFacts[] = []
  for (const id of ids) {
    const run = await store.getRun(id)
    if (!run) continue
    const [told = run] = await withRunOutcomes(store, [run])
    runs.push({ run: told, ...(await readJournal(store, id)) })
  }
  return runs
}

async function readJournal(store: StoreReader, runId: string) {
  const [steps, calls] = await Promise.all([store.listSteps(runId), store.listCalls(runId)])
  const graded = steps.findLast(step => GRADING.test(step.name) && step.status === 'succeeded')
  return { confidence: scoreIn(graded?.output), startedCalls: calls.map(({ call_id }) => call_id) }
}

/** The score in what the grading step recorded: `{confidence: {score}}`. */
function scoreIn(output: JsonValue | undefined): number | undefined {
  const confidence = isObject(output) ? output.confidence : undefined
  const score = isObject(confidence) ? confidence.score : undefined
  return typeof score === 'number' ? score : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function idsOf(events: readonly Event[], field: 'gate_id' | 'run_id'): readonly string[] {
  return [...new Set(events.flatMap(event => event[field] ?? []))]
}

/** Events come newest first, so the first of one person about one thing is the last word. */
function lastWords(events: readonly Event[]): WindowFacts['feedback'] {
  const words = new Map<string, WindowFacts['feedback'][number]>()
  for (const { payload, actor } of events) {
    const about = payload?.about
    const isHelpful = payload?.helpful
    if (typeof about !== 'string' || typeof isHelpful !== 'boolean') continue
    const key = `${about} ${actor.id}`
    if (!words.has(key)) words.set(key, { about, isHelpful })
  }
  return [...words.values()]
}

import type { Timers } from '../../base/clock.ts'
import type { ToolResult } from '../../contracts/tool.ts'
import {
  type GoalReader,
  type GoalReadings,
  type Look,
  type ReadingName,
  readHere,
  UNREAD,
} from '../../engine/reasoning/reasoning.ts'
import type { FromThread } from './reading-messages.ts'
import { type RunningThread, startThread } from './running-thread.ts'

/** Goals read beside the thread that decides, executes and answers; see `createReadingThread`. */
export interface ReadingThread {
  readonly reader: GoalReader
  readonly close: () => Promise<void>
}

/** A goal that is read for longer than this is given up. */
const LONGEST_READING_MS = 5_000

/**
 * Reads long goals in a thread of its own, which starts with the first of them: however long one takes, decisions, the
 * stop and everything else go on. What is short is read where it is asked. A goal that keeps the thread busy for longer than `longestMs` is answered as unread,
 * and the thread begins anew with the others.
 */
export function createReadingThread(timers: Timers, longestMs = LONGEST_READING_MS): ReadingThread {
  const state: State = { timers, longestMs, pending: new Map(), ready: [], lastId: 0, closed: false }
  const ask = (name: ReadingName) => async (question: Asked['question'], look?: Look) => {
    if (isSoonRead(question)) {
      // As below: a name, its own question, its own answer.
      const read = readHere[name] as (question: unknown, look?: Look) => Promise<unknown>
      return read(question, look)
    }
    return new Promise<unknown>((resolve, reject) => {
      state.lastId += 1
      const asked = { name, question, look, resolve, reject }
      state.pending.set(state.lastId, asked)
      send(state, state.lastId, asked)
    })
  }
  const reader = Object.fromEntries(READINGS.map(name => [name, ask(name)]))
  const close = async () => {
    state.closed = true
    await replace(state, new Error('Reading ended, because the program closes.'))
  }
  // Every name is asked by its own question and answered by `readHere` of that name, in the thread.
  return { reader: reader as unknown as GoalReader, close }
}

/** What is read within a few milliseconds at most, whatever it says, is read at once: sending it would take longer. */
const SOON = { goal: 600, around: 10_000 }

function isSoonRead({ goal, context, history }: Asked['question']): boolean {
  if (goal.length > SOON.goal) return false
  const around = JSON.stringify(context).length + history.reduce((sum, text) => sum + text.length, 0)
  return around <= SOON.around
}

const READINGS: readonly ReadingName[] = ['validate', 'understand', 'reason', 'ask', 'plan']

interface Asked {
  readonly name: ReadingName
  readonly question: GoalReadings[ReadingName]['question']
  readonly look: Look | undefined
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

interface State {
  readonly timers: Timers
  readonly longestMs: number
  readonly pending: Map<number, Asked>
  /** Answers that have come and are handed over together. */
  readonly ready: (() => void)[]
  lastId: number
  closed: boolean
  thread?: RunningThread | undefined
  cancelWatch?: (() => void) | undefined
  cancelHold?: (() => void) | undefined
}

function send(state: State, id: number, { name, question, look }: Asked): void {
  if (state.closed) return void replace(state, new Error('Nothing is read any more: the program closes.'))
  state.thread ??= startThread({
    hear: message => hear(state, message),
    onDeath: error => void replace(state, error),
  })
  state.thread.ask({ id, name, question, looks: look !== undefined })
  if (state.cancelWatch === undefined) watch(state)
}

function hear(state: State, message: FromThread): void {
  const asked = state.pending.get(message.id)
  if (asked === undefined) return
  if (message.kind === 'look') return void lookFor(state, asked, message)
  state.pending.delete(message.id)
  watch(state)
  state.ready.push(() => {
    if (message.kind === 'answer') asked.resolve(message.answer)
    else asked.reject(new Error(message.message))
  })
  if (state.pending.size === 0) handOver(state)
  else state.cancelHold ??= state.timers.after(HOLD_MS, () => handOver(state))
}

/** While more is being read, answers are kept for so long: what goes on together is written together. */
const HOLD_MS = 40

function handOver(state: State): void {
  state.cancelHold?.()
  state.cancelHold = undefined
  for (const settle of state.ready.splice(0)) settle()
}

async function lookFor(
  { thread }: State,
  { look }: Asked,
  { id, at, tool, arguments: args }: FromThread & { readonly kind: 'look' },
): Promise<void> {
  const failed = (error: unknown): ToolResult => ({ success: false, output: null, error: String(error) })
  const result = await look?.(tool, args).catch(failed)
  thread?.tell({ kind: 'looked', id, at, result: result ?? failed('Nothing may be looked at.') })
}

/** Looks after `longestMs` whether the question in hand is still the one that is in hand now. */
function watch(state: State): void {
  state.cancelWatch?.()
  state.cancelWatch = undefined
  if (state.pending.size === 0) {
    state.thread?.rest()
    return
  }
  const seen = state.thread?.inHand() ?? 0
  state.cancelWatch = state.timers.after(state.longestMs, () => {
    if (seen !== 0 && state.thread?.inHand() === seen) void replace(state)
    else watch(state)
  })
}

/**
 * Ends the thread: the question that it had in hand is answered as unread, the others are asked again in another
 * thread. Where it died without one in hand nothing can be read at all, and everyone hears why.
 */
async function replace(state: State, died?: Error): Promise<void> {
  handOver(state)
  const { thread } = state
  const inHand = thread?.inHand() ?? 0
  state.thread = undefined
  state.cancelWatch?.()
  state.cancelWatch = undefined
  const stuck = state.closed ? undefined : state.pending.get(inHand)
  const others = [...state.pending].filter(([, asked]) => asked !== stuck)
  state.pending.clear()
  stuck?.resolve(UNREAD[stuck.name]())
  for (const [id, asked] of others) {
    if (stuck === undefined && died !== undefined) asked.reject(died)
    else {
      state.pending.set(id, asked)
      send(state, id, asked)
    }
  }
  await thread?.end()
}

import { digest } from '../../base/digest.ts'
import { SoulgateError } from '../../base/errors.ts'
import type { JsonValue } from '../../contracts/json-value.ts'
import type { Step, StepKind } from '../../contracts/step.ts'

/** Where one operation of an agent stands in its run, and what the journal already knows about it. */
export interface Place {
  readonly seq: number
  readonly name: string
  readonly kind: StepKind
  readonly input_digest: string
  readonly record: Step | undefined
}

export interface Journal {
  /** Gives the next operation its place. Throws `run_definition_changed` when the record says otherwise. */
  place(name: string, kind: StepKind, input: JsonValue): Place
  /**
   * The place of the nth question (from 1) about an operation, counted apart from the others, so that a question
   * that nobody foresaw moves no other operation. `name` is what a new one is called; a recorded one keeps its own.
   */
  aside(parent: Place, nth: number, name: string): Place
  hasAside(parent: Place, nth: number): boolean
  /** The name that the record has for the operation to come; undefined where the record ends. */
  nextName(): string | undefined
  /** Resolves when a recorded result may be handed out: in the order in which results came the first time. */
  recorded(place: Place): Promise<void>
  /** Resolves when a new result may be handed out: after every recorded one. */
  live(): Promise<void>
  /** Waits for the turn in which a new result alone is handed out; answers the number under which it is kept. */
  handOver(): Promise<number>
  /** The number of a result that nobody waits for. */
  nextSettled(): number
  isReplaying(): boolean
  /** True when a recorded result is next and the agent does not wait for it. */
  isStalled(): boolean
  /** Recorded results that the agent never asked for: the definition is another one. */
  unasked(): readonly Step[]
  length(): number
}

export interface JournalHooks {
  /** Lets everything that already can go on go on (one turn of the event loop). */
  readonly turn: () => Promise<void>
  /** Told when the agent waits for the journal, and when the last recorded result was handed out. */
  readonly onWait: () => void
}

/** No run has as many operations; questions about operation n stand at n + this, n + twice this … */
export const ASIDE = 1_000_000

/**
 * The journal of one execution. Operations are numbered in the order in which the agent calls them, results in
 * the order in which they came; a replay repeats both orders. Each result, recorded or new, is handed out in a turn
 * of its own: whatever follows from it has been called before the next one is seen, the first time and every time.
 */
export function createJournal(runId: string, steps: readonly Step[], hooks: JournalHooks): Journal {
  const bySeq = new Map(steps.map(step => [step.seq, step]))
  const asked = new Set<number>()
  const replay = createReplay(steps, hooks)
  let seq = 0
  let settled = replay.lastSettled
  let lane: Promise<unknown> = Promise.resolve()

  const placeAt = (at: number, found: Pick<Place, 'name' | 'kind'>, input: JsonValue): Place => {
    const record = bySeq.get(at)
    const inputDigest = digest('soulgate.step.v1', { name: found.name, kind: found.kind, input })
    if (record && !isSame(record, { ...found, input_digest: inputDigest })) {
      throw definitionChanged(runId, record, found)
    }
    if (record) asked.add(at)
    return { seq: at, ...found, input_digest: inputDigest, record }
  }

  return {
    place: (name, kind, input) => {
      seq += 1
      return placeAt(seq, { name, kind }, input)
    },
    aside: (parent, nth, name) => {
      const at = parent.seq + nth * ASIDE
      return placeAt(at, { name: bySeq.get(at)?.name ?? name, kind: 'gate' }, { about: parent.seq, nth })
    },
    hasAside: (parent, nth) => bySeq.has(parent.seq + nth * ASIDE),
    nextName: () => bySeq.get(seq + 1)?.name,
    recorded: replay.recorded,
    live: replay.live,
    handOver: () => {
      const mine = lane.then(replay.live).then(hooks.turn)
      lane = mine
      return mine.then(() => {
        settled += 1
        return settled
      })
    },
    nextSettled: () => {
      settled += 1
      return settled
    },
    isReplaying: replay.isReplaying,
    isStalled: replay.isStalled,
    unasked: () => steps.filter(step => !asked.has(step.seq)),
    length: () => seq,
  }
}

function isSame(record: Step, found: Pick<Place, 'name' | 'kind' | 'input_digest'>): boolean {
  return (
    record.name === found.name && record.kind === found.kind && record.input_digest === found.input_digest
  )
}

/** Hands out the recorded results in their first order, one a turn. */
function createReplay(steps: readonly Step[], { turn, onWait }: JournalHooks) {
  const order = steps
    .filter(step => step.settled !== undefined)
    .sort((a, b) => (a.settled ?? 0) - (b.settled ?? 0))
  const waiting = new Map<number, () => void>()
  const held: (() => void)[] = []
  let delivered = 0
  let isPumping = false

  const pump = async (): Promise<void> => {
    if (isPumping) return
    isPumping = true
    for (let step = order[delivered]; step && waiting.has(step.seq); step = order[delivered]) {
      await turn()
      delivered += 1
      waiting.get(step.seq)?.()
      waiting.delete(step.seq)
    }
    isPumping = false
    if (delivered === order.length) for (const open of held.splice(0)) open()
    onWait()
  }

  return {
    lastSettled: order.at(-1)?.settled ?? 0,
    recorded: (place: Place): Promise<void> =>
      new Promise(resolve => {
        waiting.set(place.seq, resolve)
        void pump()
        onWait()
      }),
    live: (): Promise<void> => {
      if (delivered === order.length && !isPumping) return Promise.resolve()
      onWait()
      return new Promise(resolve => held.push(resolve))
    },
    isReplaying: (): boolean => delivered < order.length || isPumping,
    isStalled: (): boolean => {
      const next = order[delivered]
      return next !== undefined && !isPumping && !waiting.has(next.seq)
    },
  }
}

export function definitionChanged(
  runId: string,
  record: Pick<Step, 'seq' | 'name' | 'kind'>,
  found: { readonly name: string; readonly kind: string },
): SoulgateError {
  return new SoulgateError(
    'run_definition_changed',
    `Run ${runId} recorded step ${record.seq} as ${record.kind} “${record.name}”; its agent now asks for ${found.kind} “${found.name}”. Decide at its gate whether it goes on.`,
    {
      retry: 'after_human',
      data: { run_id: runId, seq: record.seq, recorded: record.name, found: found.name },
    },
  )
}

/** A recorded result is next and everything the agent does now is wait for something else. */
export function journalStalled(runId: string): SoulgateError {
  return new SoulgateError(
    'run_definition_changed',
    `Run ${runId} recorded a result that its agent does not ask for any more. Decide at its gate whether it goes on.`,
    { retry: 'after_human', data: { run_id: runId } },
  )
}

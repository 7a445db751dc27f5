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
  /** Resolves when a recorded result may be handed out: in the order in which results came the first time. */
  recorded(place: Place): Promise<void>
  /** Resolves when a new result may be handed out: after every recorded one. */
  live(): Promise<void>
  /** The number under which the next new result is kept. */
  nextSettled(): number
  isReplaying(): boolean
  /** Recorded results that the agent never asked for: the definition is another one. */
  unasked(): readonly Step[]
  length(): number
}

/**
 * The journal of one execution. Operations are numbered in the order in which the agent calls them, results in
 * the order in which they came; a replay repeats both orders, so that parallel branches meet again as they did.
 * `turn` lets everything that already can go on go on (one turn of the event loop).
 */
export function createJournal(runId: string, steps: readonly Step[], turn: () => Promise<void>): Journal {
  const bySeq = new Map(steps.map(step => [step.seq, step]))
  const order = steps
    .filter(step => step.settled !== undefined)
    .sort((a, b) => (a.settled ?? 0) - (b.settled ?? 0))
  const asked = new Set<number>()
  const waiting = new Map<number, () => void>()
  const held: (() => void)[] = []
  let delivered = 0
  let seq = 0
  let settled = order.at(-1)?.settled ?? 0
  let pumping = false

  const pump = async (): Promise<void> => {
    if (pumping) return
    pumping = true
    for (let step = order[delivered]; step; step = order[delivered]) {
      const open = waiting.get(step.seq)
      if (!open) break
      waiting.delete(step.seq)
      delivered += 1
      open()
      if (waiting.size > 0 || held.length > 0) await turn()
    }
    pumping = false
    if (delivered === order.length) for (const open of held.splice(0)) open()
  }

  return {
    place: (name, kind, input) => {
      seq += 1
      const record = bySeq.get(seq)
      const inputDigest = digest('soulgate.step.v1', { name, kind, input })
      if (record && (record.name !== name || record.kind !== kind || record.input_digest !== inputDigest)) {
        throw definitionChanged(runId, record, { name, kind })
      }
      if (record) asked.add(seq)
      return { seq, name, kind, input_digest: inputDigest, record }
    },
    recorded: place =>
      new Promise(resolve => {
        waiting.set(place.seq, resolve)
        void pump()
      }),
    live: () => {
      if (delivered === order.length) return Promise.resolve()
      return new Promise(resolve => held.push(resolve))
    },
    nextSettled: () => {
      settled += 1
      return settled
    },
    isReplaying: () => delivered < order.length,
    unasked: () => steps.filter(step => !asked.has(step.seq)),
    length: () => seq,
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

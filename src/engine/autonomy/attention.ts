import { canonicalize } from '../../base/canonical-json.ts'
import type { Reviewed } from '../../contracts/attention.ts'
import type { Decision } from '../../contracts/decision.ts'
import type { Gate } from '../../contracts/gate.ts'
import { readingMs } from '../../contracts/reading-time.ts'
import { callsOf } from '../gate/gate.ts'
import { isPerson } from './labels.ts'

/** A session of answers is over after so long without one. */
const SESSION_GAP_MS = 30 * 60_000
const HOUR_MS = 3_600_000
const LAST_HOUR = 3

interface Answer {
  readonly person: string
  readonly isTooFast: boolean
  readonly isEdited: boolean
  readonly isRejected: boolean
  /** Time taken over the least time that reading needs. */
  readonly ratio: number
  readonly hour: number
  /** Whether each other person who decided the same card said the same. */
  readonly others: readonly boolean[]
}

/**
 * How people answered cards over calls. Time counts from when the card was there or, if that was later, from the same
 * person’s answer before it.
 */
export function answersOf(gates: readonly Gate[]): readonly Answer[] {
  const given = gates
    .filter(gate => callsOf(gate).length > 0)
    .flatMap(gate =>
      gate.decisions
        .filter(({ late, decided_by }) => !late && isPerson(decided_by))
        .map(decision => ({ gate, decision })),
    )
    .toSorted((a, b) => (a.decision.decided_at < b.decision.decided_at ? -1 : 1))
  const last = new Map<string, { readonly atMs: number; readonly sessionMs: number }>()
  return given.map(({ gate, decision }) => {
    const atMs = Date.parse(decision.decided_at)
    const before = last.get(decision.decided_by)
    const goesOn = before !== undefined && atMs - before.atMs < SESSION_GAP_MS
    const sessionMs = goesOn ? before.sessionMs : atMs
    last.set(decision.decided_by, { atMs, sessionMs })
    const takenMs = atMs - Math.max(Date.parse(gate.created_at), before?.atMs ?? 0)
    const ratio = takenMs / readingMs(gate)
    return {
      person: decision.decided_by,
      isTooFast: decision.decision === 'approve' && ratio < 1,
      isEdited: isEdited(gate, decision),
      isRejected: decision.decision === 'reject' || decision.decision === 'steer',
      ratio,
      hour: Math.min(LAST_HOUR, Math.floor((atMs - sessionMs) / HOUR_MS)),
      others: gate.decisions
        .filter(({ late, decided_by: by }) => !late && by !== decision.decided_by && isPerson(by))
        .map(other => other.decision === decision.decision),
    }
  })
}

function isEdited(gate: Gate, { edited_arguments: edits = {} }: Decision): boolean {
  return callsOf(gate).some(({ call_id: id, arguments: proposed }) => {
    const edit = edits[id]
    return edit !== undefined && canonicalize(edit) !== canonicalize(proposed)
  })
}

/** The answers counted. */
export function toReviewed(answers: readonly Answer[]): Reviewed {
  const ratios = answers.map(({ ratio }) => ratio).toSorted((a, b) => a - b)
  const others = answers.flatMap(answer => answer.others)
  const hours = [...new Set(answers.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return {
    ...countIn(answers),
    reading_ratio: ratios[Math.ceil(ratios.length / 2) - 1] ?? null,
    by_hour: hours.map(hour => ({ hour, ...countIn(answers.filter(answer => answer.hour === hour)) })),
    second_looks: others.length,
    agreed: others.filter(Boolean).length,
  }
}

function countIn(answers: readonly Answer[]): Pick<Reviewed, 'answers' | 'too_fast' | 'edited' | 'rejected'> {
  const count = (has: (answer: Answer) => boolean) => answers.filter(has).length
  return {
    answers: answers.length,
    too_fast: count(({ isTooFast }) => isTooFast),
    edited: count(({ isEdited: is }) => is),
    rejected: count(({ isRejected }) => isRejected),
  }
}

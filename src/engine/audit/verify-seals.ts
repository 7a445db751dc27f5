import type { JsonValue } from '../../contracts/json-value.ts'
import type { Checkpoint } from '../../store/store.ts'
import {
  CheckpointLine,
  checkpointDigest,
  checkpointText,
  FIRST_PREVIOUS,
  nextCheckpointId,
  rootOfHeads,
} from './format.ts'
import type { BadEntry, SealedHead } from './verify-chain.ts'
import type { createKeyCheck } from './verify-keys.ts'

type Fields = Readonly<Record<string, JsonValue>>

/** Checks checkpoints, and keeps what they vouch for until the streams are read. */
export function createSealCheck(keys: ReturnType<typeof createKeyCheck>) {
  const sealed = new Map<string, SealedHead[]>()
  const counts = { checkpoints: 0 }
  let promisesFooter = false
  let last: Checkpoint | undefined

  const keep = (checkpoint: Checkpoint): void => {
    counts.checkpoints += 1
    promisesFooter ||= checkpoint.footer === true
    last = checkpoint
    for (const head of checkpoint.heads) {
      const seal = { ...head, checkpoint_id: checkpoint.checkpoint_id }
      const known = sealed.get(head.stream)
      if (known === undefined) sealed.set(head.stream, [seal])
      else known.push(seal)
    }
  }

  return {
    counts,
    last: () => last,
    /** Whether a checkpoint says that exports end in a signed footer. */
    promisesFooter: () => promisesFooter,
    takeCheckpoint: (fields: Fields): BadEntry | undefined => {
      const parsed = CheckpointLine.safeParse(fields)
      const place = { stream: `checkpoint:${String(fields.checkpoint_id)}`, seq: counts.checkpoints + 1 }
      if (!parsed.success) return { ...place, reason: 'it is no checkpoint of this format' }
      const { kind: _, ...checkpoint } = parsed.data
      const reason =
        keys.checkSignature(checkpoint.key_id, checkpointText(checkpoint), checkpoint.signature) ??
        keys.checkHandover(checkpoint) ??
        checkOrder(checkpoint, last) ??
        checkHeads(checkpoint, last, stream => sealed.get(stream)?.at(-1)?.seq ?? 0)
      if (reason !== undefined) return { ...place, reason }
      keep(checkpoint)
      return undefined
    },
    /** The sealed heads of a stream, once; what is left at the end belongs to streams that are gone. */
    sealsOf: (stream: string): readonly SealedHead[] => {
      const seals = sealed.get(stream) ?? []
      sealed.delete(stream)
      return seals
    },
    finish: (): BadEntry | undefined => {
      const cut = keys.finish(last?.checkpoint_id)
      if (cut !== undefined) return cut
      const stream = [...sealed.keys()].toSorted()[0]
      const seal = stream === undefined ? undefined : sealed.get(stream)?.[0]
      if (seal === undefined) return undefined
      const reason = `the whole stream is missing: ${seal.checkpoint_id} sealed it up to seq ${seal.seq}`
      return { stream: seal.stream, seq: 1, reason }
    },
  }
}

function checkOrder(checkpoint: Checkpoint, last: Checkpoint | undefined): string | undefined {
  const expected = nextCheckpointId(last?.checkpoint_id)
  if (checkpoint.checkpoint_id !== expected) return `${expected} was next`
  const previous = last === undefined ? FIRST_PREVIOUS : checkpointDigest(last)
  return checkpoint.previous === previous ? undefined : 'it does not follow the checkpoint before it'
}

function checkHeads(
  checkpoint: Checkpoint,
  last: Checkpoint | undefined,
  sealedSeq: (stream: string) => number,
): string | undefined {
  if (rootOfHeads(checkpoint.heads) !== checkpoint.root) return 'its heads do not make its root'
  let count = last?.event_count ?? 0
  let stream = ''
  for (const head of checkpoint.heads) {
    if (head.stream <= stream) return `its heads are not in order of stream at ${head.stream}`
    const moved = head.seq - sealedSeq(head.stream)
    if (moved <= 0) return `${head.stream} was sealed further before`
    count += moved
    stream = head.stream
  }
  return count === checkpoint.event_count ? undefined : 'its heads do not make its number of events'
}

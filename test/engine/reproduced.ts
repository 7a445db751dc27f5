import { appendFileSync } from 'node:fs'
import { type KeptPolicy, POLICY_DOCUMENT, restorePolicy } from '../../src/engine/gate/gate.ts'
import { reproduce } from '../../src/engine/policy/policy.ts'
import type { StoreReader } from '../../src/store/store.ts'

/** What judging the kept verdicts of a store again, by the policies of their day, gave otherwise than was recorded. */
export async function replayStanding(store: Pick<StoreReader, 'listVerdicts' | 'getDocument'>): Promise<{
  readonly verdicts: number
  readonly unreadable: number
  readonly differences: readonly string[]
}> {
  const differences: string[] = []
  let [verdicts, unreadable] = [0, 0]
  let cursor: string | undefined
  do {
    const page = { limit: 200, ...(cursor === undefined ? {} : { cursor }) }
    const { items, next_cursor: next } = await store.listVerdicts({}, page)
    for (const verdict of items) {
      verdicts += 1
      const { difference } = await reproduce(verdict, async digest => {
        const document = await store.getDocument(POLICY_DOCUMENT, digest)
        return document && restorePolicy(document.body as unknown as KeptPolicy)
      })
      // What is sealed is opened by the program alone, with its key.
      if (difference?.reason === 'unreadable') unreadable += 1
      else if (difference !== undefined)
        differences.push(
          `${verdict.verdict_id} of ${verdict.run_id ?? verdict.session_id}, ${verdict.purpose} ${verdict.tool}: ${difference.reason} ${difference.replayed}, recorded ${verdict.output}`,
        )
    }
    cursor = next
  } while (cursor !== undefined)
  return { verdicts, unreadable, differences }
}

/** Fails where a recorded verdict is not what judging its kept context again gives. Answers how many were judged. */
export async function requireReproduced(
  store: Pick<StoreReader, 'listVerdicts' | 'getDocument'>,
): Promise<number> {
  const { verdicts, unreadable, differences } = await replayStanding(store)
  countReplayed({ verdicts, unreadable, differing: differences.length })
  if (differences.length > 0)
    throw new Error(`verdicts that do not come out as recorded:\n${differences.join('\n')}`)
  return verdicts
}

/** What was judged again, a line of JSON for each history, in the file that `SOULGATE_REPLAY_COUNTS` names. */
function countReplayed(counted: {
  readonly verdicts: number
  readonly unreadable: number
  readonly differing: number
}): void {
  const file = process.env.SOULGATE_REPLAY_COUNTS
  if (file) appendFileSync(file, `${JSON.stringify(counted)}\n`)
}

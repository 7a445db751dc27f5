import { type KeptPolicy, POLICY_DOCUMENT, restorePolicy } from '../../src/engine/gate/gate.ts'
import { reproduce } from '../../src/engine/policy/policy.ts'
import type { StoreReader } from '../../src/store/store.ts'

/** What judging the kept verdicts of a store again, by the policies of their day, gave otherwise than was recorded. */
export async function replayStanding(
  store: Pick<StoreReader, 'listVerdicts' | 'getDocument'>,
): Promise<{ readonly verdicts: number; readonly differences: readonly string[] }> {
  const differences: string[] = []
  let verdicts = 0
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
      if (difference !== undefined && difference.reason !== 'unreadable')
        differences.push(
          `${verdict.purpose} ${verdict.tool}: ${difference.reason} ${difference.replayed}, recorded ${verdict.output}`,
        )
    }
    cursor = next
  } while (cursor !== undefined)
  return { verdicts, differences }
}

/** Fails where a recorded verdict is not what judging its kept context again gives. Answers how many were judged. */
export async function requireReproduced(
  store: Pick<StoreReader, 'listVerdicts' | 'getDocument'>,
): Promise<number> {
  const { verdicts, differences } = await replayStanding(store)
  if (differences.length > 0)
    throw new Error(`verdicts that do not come out as recorded:\n${differences.join('\n')}`)
  return verdicts
}

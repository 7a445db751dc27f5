import { type Clock, toIso } from '../base/clock.ts'
import type { Principal } from '../contracts/principal.ts'
import { type Refusal, refuse } from '../contracts/refusal.ts'
import { actorOf, type JudgePaths } from '../engine/gate/gate.ts'
import type { Store } from '../store/store.ts'
import type { JudgeReads } from '../workspace/workspace.ts'

/** Who reads where no run does: goals are looked into before anything is proposed. */
const READER = 'reasoning'

interface ReadingParts {
  readonly store: Store
  readonly clock: Clock
  readonly judgePaths: JudgePaths
}

/** What an execution of our tools may read; the tools are made before the rule, which knows them and is attached. */
export function createReadingRule(store: Store): {
  readonly judgeReads: JudgeReads
  readonly attach: (rule: JudgePaths) => void
} {
  let attached: JudgePaths | undefined
  return {
    attach: rule => {
      attached = rule
    },
    judgeReads: async ({ runId, sessionId = '' }) => {
      if (attached === undefined) throw new TypeError('a tool read before the engine was whole')
      const run = runId === undefined ? undefined : await store.getRun(runId)
      const agent = run?.requested_by.replace(/^agent:/, '') ?? READER
      const judge = await attached({ session_id: sessionId, agent, conditions: [] })
      return (tool, path) => {
        const { outcome } = judge(tool, path)
        return outcome === 'denied' || outcome === 'held' ? outcome : 'allowed'
      }
    },
  }
}

/**
 * Why somebody may not read a file of the workspace beside a call: what denies or holds `read_file` on it denies or
 * holds this. What is held only those may read who could approve it. A refusal is told in the audit chain.
 */
export async function refuseReading(
  parts: ReadingParts,
  who: Principal,
  path: string,
): Promise<Refusal | undefined> {
  const { store, clock } = parts
  const why = await whyUnreadable(parts, who, path)
  if (why === undefined) return undefined
  await store.transact(tx =>
    tx.appendEvents([
      {
        stream: 'system',
        type: 'call_denied',
        at: toIso(clock.now()),
        actor: actorOf(who),
        payload: { tool: 'read_file', path, why },
      },
    ]),
  )
  return refuse('forbidden', why)
}

/** The same, told to nobody: for what is only looked at beside something else. */
export async function whyUnreadable(
  parts: Pick<ReadingParts, 'judgePaths'>,
  who: Principal,
  path: string,
): Promise<string | undefined> {
  return (await judgeReading(parts, who))(path)
}

/** The same of many paths: why each may not be read; undefined where it may. */
export async function judgeReading(
  { judgePaths }: Pick<ReadingParts, 'judgePaths'>,
  who: Principal,
): Promise<(path: string) => string | undefined> {
  const judge = await judgePaths({ session_id: '', agent: who.name, conditions: [] })
  const canApprove = who.role === 'reviewer' || who.role === 'admin'
  return path => {
    const verdict = judge('read_file', path)
    return verdict.outcome === 'denied'
      ? `Reading ${path} is denied: ${verdict.why}`
      : verdict.outcome === 'held' && !canApprove
        ? `Reading ${path} needs an approval. Ask for read_file with POST /api/calls.`
        : undefined
  }
}

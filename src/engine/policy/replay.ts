import type { PolicyChange, PolicyReplay, PolicyReplayLine } from '../../contracts/policy-replay.ts'
import type { StoredVerdict } from '../../store/store.ts'
import {
  type JudgedInput,
  judgeInput,
  outcomeOf,
  type ReleaseInput,
  type ReleasePolicy,
} from '../gate/gate.ts'
import { reproduce } from './reproduce.ts'
import { createTally } from './tally.ts'

/** What people said to the calls of a verdict that they were asked about. */
export interface PersonsAnswer {
  readonly person: PolicyChange['person']
  readonly gate_id?: string
}

export interface ReplayEnvironment {
  /** Kept verdicts, oldest first. */
  verdicts(): AsyncIterable<StoredVerdict>
  /** A kept policy by its digest; undefined where it is not kept any more. */
  policyOf(digest: string): Promise<ReleasePolicy | undefined>
  answerOf(verdict: StoredVerdict, callIds: readonly string[]): Promise<PersonsAnswer>
  /** What a call does, as on a card. */
  act(input: ReleaseInput): string
  /** Lets everything else go on for a moment. */
  turn(): Promise<void>
  now(): number
}

export interface ReplayPlan {
  readonly since: string
  readonly until: string
  readonly of: number
  /** The policy of this moment, and its digest. */
  readonly standing: ReleasePolicy
  readonly standingDigest: string
  /** What is tried; without it what stands is compared with what was recorded. */
  readonly tried?: ReleasePolicy
  /**
   * What a verdict was made from, with the permissions and contracts of this moment and with those that are tried beside
   * them; asked of proposals alone, in their order.
   */
  readonly lay?: (
    input: ReleaseInput,
    verdict: StoredVerdict,
  ) => Promise<{ readonly standing: ReleaseInput; readonly tried: ReleaseInput }>
  readonly limit: number
}

const SLICE_MS = 40
const TELL_MS = 250

/**
 * Judges kept verdicts again: first each by the policy under which it was made, which must give what was recorded; then
 * by the policy that stands and the one that is tried, and compares these two. Ends where the caller stops asking.
 */
export async function* replayPolicy(
  environment: ReplayEnvironment,
  plan: ReplayPlan,
): AsyncGenerator<PolicyReplayLine> {
  const tally = createTally(plan.limit)
  let done = 0
  let [turnedMs, toldMs] = [environment.now(), environment.now()]
  for await (const verdict of environment.verdicts()) {
    const recorded = await reproduce(verdict, environment.policyOf)
    tally.checked(verdict, recorded)
    if (recorded.input !== undefined && verdict.purpose === 'proposal')
      await compare(environment, plan, { tally, verdict, input: recorded.input, judged: recorded.judged })
    done += 1
    const nowMs = environment.now()
    if (nowMs - toldMs >= TELL_MS) {
      toldMs = nowMs
      yield { progress: { done, of: Math.max(done, plan.of) } }
    }
    if (nowMs - turnedMs < SLICE_MS) continue
    await environment.turn()
    turnedMs = environment.now()
  }
  yield { result: { since: plan.since, until: plan.until, ...tally.result() } satisfies PolicyReplay }
}

interface Compared {
  readonly tally: ReturnType<typeof createTally>
  readonly verdict: StoredVerdict
  readonly input: ReleaseInput
  /** By the policy under which it was made. */
  readonly judged: JudgedInput
}

async function compare(
  environment: ReplayEnvironment,
  { standing, standingDigest, tried, lay }: ReplayPlan,
  { tally, verdict, input, judged }: Compared,
): Promise<void> {
  const now = verdict.policy === standingDigest ? judged : judgeInput(input, standing)
  const drifted = outcomeOf(now) !== outcomeOf(judged)
  tally.compared(drifted)
  const inputs = (await lay?.(input, verdict)) ?? { standing: input, tried: input }
  const isTried = tried !== undefined || lay !== undefined
  const before = !isTried ? judged : lay === undefined ? now : judgeInput(inputs.standing, standing)
  const after = isTried ? judgeInput(inputs.tried, tried ?? standing) : now
  if (outcomeOf(before) === outcomeOf(after)) return
  const callIds = input.calls.map(({ call }) => call.call_id)
  tally.changed({
    ...(await environment.answerOf(verdict, callIds)),
    verdict_id: verdict.verdict_id,
    ...{ at: verdict.at, agent: verdict.agent, tool: verdict.tool, session_id: verdict.session_id },
    ...(verdict.run_id === undefined ? {} : { run_id: verdict.run_id }),
    act: environment.act(input),
    before: outcomeOf(before),
    after: outcomeOf(after),
    why: whyOf(after),
  })
}

/** Why a verdict is what it is, in one sentence. */
function whyOf({ verdict, suggest_only: suggestOnly }: JudgedInput): string {
  if (verdict.outcome !== 'denied' && suggestOnly !== undefined) return suggestOnly
  switch (verdict.outcome) {
    case 'denied':
    case 'suggested':
      return verdict.why
    case 'held':
      return verdict.why_held.map(({ text }) => text).join(' ')
    case 'released':
      if (verdict.permission_ids !== undefined && verdict.rule_id === undefined)
        return 'The class of the call lets it run.'
      return RELEASED[verdict.basis](verdict.rule_id ?? '')
  }
}

const RELEASED = {
  policy: () => 'Nothing holds it, and policy lets it run.',
  rule: (id: string) => `The rule ${id} lets it run.`,
  contract: (id: string) =>
    id.startsWith('tried_')
      ? 'The contract would let it run.'
      : `The contract of autonomy ${id} lets it run.`,
}

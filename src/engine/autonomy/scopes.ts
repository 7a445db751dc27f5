import type { AutonomyScope } from '../../contracts/autonomy.ts'
import { createContract, DEFAULT_DELTA, DEFAULT_TARGET, MIN_SPOT_CHECK_SHARE } from './contract.ts'
import type { ScopeLabel } from './labels.ts'
import { addSeen, NOTHING_SEEN } from './shape.ts'

/** How often people agreed, scope by scope, most decided first; `labels` in order of their decisions. */
export function toScopes(labels: readonly ScopeLabel[]): readonly AutonomyScope[] {
  const scopes = [...Map.groupBy(labels, ({ scope }) => scope).values()].flatMap(of => toScope(of) ?? [])
  return scopes.toSorted((a, b) => decidedIn(b) - decidedIn(a) || (a.last_at < b.last_at ? 1 : -1))
}

function toScope(labels: readonly ScopeLabel[]): AutonomyScope | undefined {
  const [first] = labels
  const last = labels.at(-1)
  if (first === undefined || last === undefined) return undefined
  const { scope, requester, tool, definition_hash } = first
  const count = (kind: ScopeLabel['label']) => labels.filter(({ label }) => label === kind).length
  const why = whyNoContract(last)
  return {
    ...{ scope, requester, tool, definition_hash },
    shape: [...first.shape.parts],
    numbers: numbersOf(labels),
    long_texts: [...new Set(labels.flatMap(({ shape }) => shape.longTexts))],
    right: count('right'),
    wrong: count('wrong'),
    unsettled: count('unsettled'),
    unlabelled: count('none'),
    still_needed: stillNeeded(labels),
    reliability: [...toReliability(labels)],
    ...(why === undefined ? {} : { why_no_contract: why }),
    first_at: first.decided_at,
    last_at: last.decided_at,
  }
}

function numbersOf(labels: readonly ScopeLabel[]): AutonomyScope['numbers'] {
  const seen = labels
    .filter(({ approved, label }) => approved && label !== 'wrong')
    .reduce((before, { shape }) => addSeen(before, shape), NOTHING_SEEN)
  return Object.entries(seen.largest).map(([place, largest]) => ({ place, largest }))
}

const STEPS = 10

/** How often people agreed with what a score called this sure, in ten steps from 0 to 1. */
function toReliability(labels: readonly ScopeLabel[]): AutonomyScope['reliability'] {
  const scored = labels.flatMap(({ label, score }) =>
    score === undefined || (label !== 'right' && label !== 'wrong')
      ? []
      : [{ score, isRight: label === 'right' }],
  )
  return Array.from({ length: STEPS }, (_, step) => {
    const inside = scored.filter(({ score }) => Math.min(STEPS - 1, Math.floor(score * STEPS)) === step)
    const mean = (sum: number) => (inside.length === 0 ? null : sum / inside.length)
    return {
      from: step / STEPS,
      to: (step + 1) / STEPS,
      samples: inside.length,
      confidence: mean(inside.reduce((sum, { score }) => sum + score, 0)),
      approved: mean(inside.filter(({ isRight }) => isRight).length),
    }
  })
}

/** How many more right labels a contract at the default terms would need. */
function stillNeeded(labels: readonly ScopeLabel[]): number {
  const contract = createContract({
    target: DEFAULT_TARGET,
    delta: DEFAULT_DELTA,
    thresholds: [0],
    spot_check_share: MIN_SPOT_CHECK_SHARE,
  })
  const evidence = labels
    .filter(({ label, could_release }) => could_release && (label === 'right' || label === 'wrong'))
    .reduce(
      (before, { label }) => contract.addLabel(before, { isRight: label === 'right' }),
      contract.start(),
    )
  return contract.read(evidence).stillNeeded
}

/** What no evidence can make up for. */
function whyNoContract({ tool, reversibility, claimed }: ScopeLabel): string | undefined {
  if (claimed) return `Nobody has confirmed what ${tool} does.`
  switch (reversibility) {
    case 'irreversible':
      return `${tool} cannot be taken back.`
    case 'externally_reversible':
      return `${tool} can be taken back only with the help of others.`
    default:
      return undefined
  }
}

function decidedIn({ right, wrong, unsettled, unlabelled }: AutonomyScope): number {
  return right + wrong + unsettled + unlabelled
}

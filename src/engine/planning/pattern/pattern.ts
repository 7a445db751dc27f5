import type { PatternSpec, PatternType, PlanBrief } from '../../../contracts/plan.ts'
import type { PlanTool, PlanToolInputs } from '../planning-tools.ts'
import type { Subject } from '../subject/subject.ts'
import { readWhole } from '../subject/whole-subject.ts'
import { PATTERN_RULES, PROPOSED } from './pattern-types.ts'
import { type WeighedPattern, weighPatterns } from './weigh-patterns.ts'

export { PATTERN_RULES } from './pattern-types.ts'
export { weighPatterns } from './weigh-patterns.ts'

type Input = PlanToolInputs['pattern_selector']

/**
 * The nearest of the five top-level patterns for a goal, by its words. Its confidence is what the words carry, never a
 * constant. A sixth pattern is never answered; a subtype that nobody knows is a proposal with its reasons.
 */
export const patternSelector: PlanTool<'pattern_selector'> = {
  name: 'pattern_selector',
  prerequisites: [],
  produces: ['pattern'],
  asks_model: false,
  run: async input => {
    const { brief } = input.situation
    if (
      brief !== undefined &&
      !brief.with_suggestions &&
      input.wished === undefined &&
      !input.rejected?.length
    )
      return takeBrief(brief)
    const subject = readWhole(input.situation)
    const weighed = weighPatterns(subject)
    const [first] = weighed
    if (first === undefined)
      return { ok: false, confidence: 0, explanations: ['No pattern is known.'], data: null }
    if (input.wished !== undefined) return takeWish(input, input.wished, weighed)
    const isOnce = brief !== undefined && brief.events.length > 0 && brief.rhythms.length === 0
    const open = weighed.filter(
      ({ pattern_type }) =>
        !isRejected(input, pattern_type) && !(isOnce && pattern_type === 'recurring_cycle'),
    )
    const [best = first, second] = open
    const confidence = confidenceOf(best, second, subject)
    const named = nameSubtype(input, { best, second, subject })
    const pattern: PatternSpec = { ...named, confidence, introduced_by: 'system' }
    const alternatives = open.slice(1, 3).map(other => ({
      ...subtypeOf(other),
      confidence: confidenceOf(other, best, subject),
      introduced_by: 'system' as const,
    }))
    const words = best.because.map(word => `“${word}”`).join(', ')
    const about = PATTERN_RULES[best.pattern_type]
    return {
      ok: true,
      confidence,
      explanations: [
        `${about.title}: ${about.about}`,
        words === ''
          ? 'No word of the goal speaks for any pattern; this is the plainest one.'
          : `Because of ${words}.`,
        ...(pattern.rfc === undefined ? [] : [`A new subtype is proposed: ${pattern.subtype}.`]),
      ],
      data: { pattern, alternatives },
    }
  },
}

/** What a brief has tells its pattern: rhythms make a cycle, work and events phases. */
function takeBrief({ rhythms, work, events }: PlanBrief) {
  const hasWork = work.length + events.length > 0
  const type: PatternType =
    rhythms.length === 0 ? 'milestone_project' : hasWork ? 'hybrid_project_cycle' : 'recurring_cycle'
  const pattern: PatternSpec = { pattern_type: type, confidence: 0.9, introduced_by: 'system' }
  const { title, about } = PATTERN_RULES[type]
  return {
    ok: true,
    confidence: 0.9,
    explanations: [`${title}: ${about}`],
    data: { pattern, alternatives: [] },
  }
}

function isRejected({ rejected }: Input, pattern: PatternType): boolean {
  return (rejected ?? []).some(other => other.pattern_type === pattern && other.subtype === undefined)
}

/** What a person named stands. A subtype that is not known yet is asked about, unless people may not propose any. */
function takeWish(input: Input, wished: PatternSpec, weighed: readonly WeighedPattern[]) {
  const evidence = weighed.find(({ pattern_type }) => pattern_type === wished.pattern_type)
  const top = weighed[0]?.score ?? 0
  const share = top === 0 ? 0.5 : (evidence?.score ?? 0) / top
  const confidence = rounded(0.7 + 0.3 * share)
  const isKnown = wished.subtype === undefined || knows(input, wished.pattern_type, wished.subtype)
  const pattern = isKnown ? { ...wished, confidence } : { ...proposalOf(input, wished), confidence }
  return {
    ok: true,
    confidence,
    explanations: [
      `${PATTERN_RULES[wished.pattern_type].title}: it was asked for.`,
      ...(isKnown ? [] : [`The subtype “${wished.subtype}” is not known yet.`]),
    ],
    data: { pattern, alternatives: [] },
  }
}

function knows({ known_subtypes }: Input, type: PatternType, subtype: string): boolean {
  const name = subtype.startsWith(PROPOSED) ? subtype.slice(PROPOSED.length) : subtype
  const isApproved = known_subtypes.some(
    known => known === `${type}/${name}` || known === `${type}/${PROPOSED}${name}`,
  )
  return isApproved || PATTERN_RULES[type].subtypes.includes(name)
}

function proposalOf(input: Input, wished: PatternSpec): PatternSpec {
  const { subtype, rfc, ...rest } = wished
  if (subtype === undefined || !input.situation.flags.allow_new_subtypes) return rest
  const name = subtype.startsWith(PROPOSED) ? subtype : `${PROPOSED}${subtype}`
  const reasons =
    rfc ?? `The request names the subtype “${name.slice(PROPOSED.length)}”, which is not known yet.`
  return {
    ...rest,
    subtype: name,
    source_pattern: rest.source_pattern ?? rest.pattern_type,
    ...(input.situation.flags.require_rfc || rfc !== undefined ? { rfc: reasons } : {}),
  }
}

/**
 * Half of it is how much speaks for the pattern at all, half how clearly it is ahead of the next one; a goal that says
 * hardly anything keeps it low.
 */
function confidenceOf(best: WeighedPattern, second: WeighedPattern | undefined, subject: Subject): number {
  const strength = best.score / (best.score + 0.7)
  const lead = best.score === 0 ? 0 : Math.max(0, best.score - (second?.score ?? 0)) / best.score
  const words = subject.wish.split(/\s+/).length
  const said = Math.min(1, 0.6 + 0.15 * words)
  return rounded(Math.min(0.99, (0.62 * strength + 0.38 * Math.min(1, 0.25 + lead)) * said))
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}

interface Chosen {
  readonly best: WeighedPattern
  readonly second: WeighedPattern | undefined
  readonly subject: Subject
}

/** Below this a playbook is no reason to name a subtype. */
const MIN_SCORE = 1.4

function subtypeOf({ pattern_type, match }: WeighedPattern): Pick<PatternSpec, 'pattern_type' | 'subtype'> {
  const subtype = match !== undefined && match.score >= MIN_SCORE ? match.playbook.subtype : undefined
  return subtype === undefined ? { pattern_type } : { pattern_type, subtype }
}

/** “a weight-lifting protocol”, “our release ritual”: the person names a kind of their own. */
const OWN_KIND =
  /\b(?<name>(?:\p{L}[\p{L}-]*\s+){1,3}(?:protocol|ritual|framework|method|programme|program|regime|regimen))\b(?:\s+(?<version>v\d+))?/iu

/** A known subtype where a playbook speaks for it; a new one where the person names a kind that no playbook is about. */
function nameSubtype(input: Input, { best, subject }: Chosen): Omit<PatternSpec, 'introduced_by'> {
  const known = subtypeOf(best)
  const own = OWN_KIND.exec(subject.wish)
  const isAwkward =
    own !== null &&
    (own.groups?.version !== undefined ||
      known.subtype === undefined ||
      (best.match?.score ?? 0) < MIN_SCORE * 1.3)
  if (!isAwkward || !input.situation.flags.allow_new_subtypes) return known
  const words = `${own.groups?.name ?? ''} ${own.groups?.version ?? ''}`.replace(
    /^(?:a|an|my|our|the|set up|new|create|start|follow)\s+/iu,
    '',
  )
  const name =
    words
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('_') ?? ''
  if (name === '' || knows(input, best.pattern_type, name))
    return { ...known, ...(name === '' ? {} : { subtype: name }) }
  const title = PATTERN_RULES[best.pattern_type].title.toLowerCase()
  const rfc =
    `The goal names a kind of its own, “${words.trim()}”. It is nearest to the pattern “${title}” ` +
    `(${best.because.map(word => `“${word}”`).join(', ') || 'the plainest one'}), but none of the known subtypes ` +
    `(${PATTERN_RULES[best.pattern_type].subtypes.join(', ')}) is about it. Approving adds “${name}” as a subtype; ` +
    'rejecting plans with the pattern alone.'
  return {
    pattern_type: best.pattern_type,
    subtype: `${PROPOSED}${name}`,
    source_pattern: known.subtype === undefined ? best.pattern_type : `${best.pattern_type}/${known.subtype}`,
    ...(input.situation.flags.require_rfc ? { rfc } : {}),
  }
}

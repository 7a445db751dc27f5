import type { PatternType } from '../../../contracts/plan.ts'
import { matchPlaybooks, type PlaybookMatch, playbooks } from '../playbooks/playbooks.ts'
import type { Subject } from '../subject/subject.ts'
import { PATTERN_TYPES } from './pattern-types.ts'

export interface WeighedPattern {
  readonly pattern_type: PatternType
  readonly score: number
  readonly because: readonly string[]
  /** The playbook of this pattern that fits best. */
  readonly match?: PlaybookMatch
}

interface Cue {
  readonly pattern: PatternType
  readonly words: RegExp
  readonly weight: number
}

const COUNT =
  '(?:[\\d€$£][\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|a hundred)'
const OFTEN =
  '(?:\\p{L}+s (?:a|per|each|every) week|(?:times|minutes|hours) (?:a|per|each|every) (?:day|weekday|workday))'
const WHEN = '(?:by|before|until|on \\d)'

/** Words that say what shape is wanted, whatever it is about. */
const CUES: readonly Cue[] = [
  cue(
    'recurring_cycle',
    1.3,
    /\b(?:every|each)\s+(?:single\s+|other\s+|second\s+|last\s+|first\s+)?(?:day|morning|evening|night|week|weekend|month|quarter|season|year|shift|lesson|weekday|monday|tuesday|wednesday|thursday|friday|saturday|sunday)s?\b/,
  ),
  cue('recurring_cycle', 1.3, new RegExp(`\\bevery ${COUNT} (?:days|weeks|months|years)\\b`)),
  // So much of something each day is kept up, not finished.
  cue(
    'recurring_cycle',
    1.3,
    new RegExp(
      `\\b${COUNT}\\s+(?!minutes|mins|hours|times)\\p{L}+\\s+(?:a|per|each|every)\\s+(?:day|night)\\b`,
      'u',
    ),
  ),
  cue(
    'recurring_cycle',
    1.2,
    /\b(?:daily|weekly|fortnightly|biweekly|monthly|regular(?:ly)?|recurring|nightly)\b/,
  ),
  cue('recurring_cycle', 1.4, /\b(?:routine|habit|ritual|protocol|round|rota|upkeep|keep up|stay on top)\b/),
  cue(
    'recurring_cycle',
    0.6,
    /\b(?:once|twice|(?:\d+|two|three|four|five|six|seven) (?:times|evenings|mornings|afternoons|days|nights|lunchtimes)) (?:a|per|each|every) (?:day|week|month|year)\b/,
  ),
  cue('milestone_project', 0.5, /\b(?:by|before|until|due|deadline)\b/),
  cue(
    'milestone_project',
    0.7,
    /\b(?:finish|complete|deliver|hand in|submit|launch|release|publish|open|phases?|milestones?)\b/,
  ),
  cue(
    'progressive_accumulation_arc',
    1,
    /\b(?:learn|study|master|train|practi[cs]e|improve|get better|build up|progress|gradually|step by step|from scratch)\b/,
  ),
  cue(
    'progressive_accumulation_arc',
    0.9,
    /\b(?:save|pay off|lose|gain|grow from|increase|reach|reduce|cut down)\b[^.]*\d/,
  ),
  // A measure that is to change: from so much to so much, by so many per cent.
  cue(
    'progressive_accumulation_arc',
    2.2,
    new RegExp(
      `\\bfrom\\s+${COUNT}\\s*(?:\\p{L}+\\s+){0,2}to\\s+${COUNT}\\b(?!\\s*(?:am|pm|o['’]clock))`,
      'u',
    ),
  ),
  cue(
    'progressive_accumulation_arc',
    1.4,
    /\b(?:cut|reduce|lower|bring|raise|increase|improve|grow|double|triple|halve|boost|shorten|shrink)\b[^.]*\bby\s+(?:half|\d[\d.,]*\s?(?:%|per ?cent))/,
  ),
  cue('progressive_accumulation_arc', 1.4, /^(?:halve|double|triple|quadruple)\b/),
  cue(
    'progressive_accumulation_arc',
    1.6,
    /\b(?:build|gain|improve) (?:up )?(?:my |our )?(?:stamina|endurance|strength|muscle|fitness|fluency|confidence)\b/,
  ),
  // So much a month until there is so much.
  cue(
    'progressive_accumulation_arc',
    1.7,
    /\b(?:put|set|lay|pay|save|invest)\b[^.]*[€$£]\s?\d[^.]*\b(?:a|per|each|every) (?:week|month|year)\b/,
  ),
  // An ability that somebody is to have.
  cue(
    'progressive_accumulation_arc',
    1.3,
    /\bget (?:back (?:to|into)|good at|better at|over|fluent|fit|stronger|faster)\b|\bgood enough to\b|\bcatch up (?:in|on|with)\b|\b(?:earn|gain|attain|reach) .*\b(?:belt|rank|grade|level|badge)\b|\b(?:wean|taper) \p{L}+ off\b|\b[ABC][12]\b(?=\s+(?:in|level|exam|\p{Lu}))|\bwithout (?:stopping|a break|pausing)\b/u,
  ),
  cue('progressive_accumulation_arc', 2.4, /\bget(?:ting)? (?:\p{L}+ ){0,3}used to\b/u),
  // Something is there afterwards that was not there before.
  cue(
    'milestone_project',
    1.1,
    /^(?:create|produce|develop|design|assemble|compile|put together|carry out|conduct|stage|cater|reorgani[sz]e|run (?:an?|our|the) (?!(?:\p{L}+ )?(?:marathon|race|mile)))\b/u,
  ),
  // Sessions towards a day.
  cue(
    'progressive_accumulation_arc',
    0.7,
    new RegExp(`\\b${WHEN}\\b[^.]*${OFTEN}|${OFTEN}[^.]*\\b${WHEN}\\b`, 'u'),
  ),
  cue(
    'hybrid_project_cycle',
    1.6,
    /\b(?:each|per|a) (?:quarter|season)\b|\b(?:each|every|per|a) (?:sprint|release)\b|\bquarterly\b|\b(?:in|two-week|weekly|monthly) (?:sprints|iterations|rounds|increments)\b/,
  ),
  cue(
    'hybrid_project_cycle',
    1.6,
    /\b(?:start|launch|build|set up|create|grow|run)\b[^.]*\b(?:and|then)\b[^.]*\b(?:every|each|weekly|monthly|regularly|publish|\p{L}+ (?:a|per) (?:week|fortnight|month|quarter))\b/u,
  ),
  cue('hybrid_project_cycle', 1.5, /^(?:release|publish|ship|deliver|issue)\b[^.]*\b(?:every|each)\b/),
  // “department by department”: the same again, part after part.
  cue(
    'hybrid_project_cycle',
    1.4,
    /\b(?!step\b|one\b|little\b|day\b|side\b|bit\b|two\b)(\p{L}{3,}) by \1\b/u,
  ),
  cue(
    'strategic_transformation',
    1.7,
    /^(?:leave|quit|give up)\b[^.]*\b(?:and|to) (?:start|begin|become|work|live|train)/,
  ),
  cue(
    'strategic_transformation',
    1.7,
    /\b(?:re)?(?:build|gain|store|win back)(?:ing)? (?:\p{L}+ )?(?:trust|morale|belonging|credibility)\b/u,
  ),
  cue(
    'strategic_transformation',
    1.8,
    /\b(?:become|transform\w*|reinvent|turn \w+(?: \w+)? into|transition (?:to|into)|culture|change (?:how|the way)|modernis\w+|moderniz\w+|digitali[sz]\w+|restructur\w+|make (?:our|the|my|this) \p{L}[\p{L} -]* (?:neutral|sustainable|inclusive|digital|paperless|agile|greener|independent))\b/u,
  ),
]

function cue(pattern: PatternType, weight: number, words: RegExp): Cue {
  return { pattern, weight, words: new RegExp(words.source, words.flags.includes('u') ? 'iu' : 'i') }
}

/** A playbook without a word of its own says nothing; the plainest project is what is left. */
const LEFT_OVER = 0.25

/** How much of a goal's words speaks for each of the five patterns, most first. */
export function weighPatterns(subject: Subject): readonly WeighedPattern[] {
  const matches = matchPlaybooks(subject, playbooks)
  const weighed = PATTERN_TYPES.map(pattern_type => {
    const match = matches.find(({ playbook }) => playbook.pattern === pattern_type)
    const cues = CUES.filter(({ pattern }) => pattern === pattern_type).flatMap(({ words, weight }) => {
      const found = words.exec(subject.said)
      return found === null ? [] : [{ weight, text: found[0].trim() }]
    })
    const own = cues.reduce((sum, { weight }) => sum + weight, 0)
    const rest = pattern_type === 'milestone_project' ? LEFT_OVER : 0
    return {
      pattern_type,
      score: (match?.score ?? 0) + own + rest,
      because: [...(match?.because ?? []), ...cues.map(({ text }) => text)],
      ...(match === undefined ? {} : { match }),
    }
  })
  return weighed.sort((left, right) => right.score - left.score)
}

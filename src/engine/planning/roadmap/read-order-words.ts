import type { PlanDependency, PlanNode } from '../../../contracts/plan.ts'
import { contentOf, likenessOf } from '../words-alike/words-alike.ts'

/** One thing that the words say about order: `later` has to do with `earlier` as the dependency says. */
interface OrderWords {
  readonly later: PlanNode
  readonly earlier: PlanNode
  readonly type: PlanDependency['type']
  readonly lagMinutes: number
  readonly quote: string
}

interface OrderRule {
  readonly pattern: RegExp
  readonly type: PlanDependency['type']
  /** Which of the two names stands first in the words. */
  readonly laterIs: 'one' | 'two'
  readonly sign: 1 | -1
}

const NAME = '(?:the\\s+)?(?<ONE>[^.,;:]{2,80}?)'
const NAME_TWO = '(?:the\\s+)?(?<TWO>[^.,;:]{2,80}?)'
const SPAN =
  '(?:(?:at least |about )?(?<amount>\\d+(?:[.,]\\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)\\s+(?<unit>minutes?|hours?|days?|weeks?|months?)\\s+)'
const IS =
  '(?:\\s+(?:must|should|has to|have to|can|may|will|needs? to|is to)?\\s*(?:only\\s+)?(?:be(?:gin|)|come|happen|start|go|follow|run|is|are|comes|starts|begins|happens)?(?:\\s+(?:done|finished|ready|complete[d]?|only))?)?'
const END = '(?=$|[.,;:]|\\s+(?:and|but|so|because)\\s)'

const RULES: readonly OrderRule[] = [
  rule(
    'FS',
    'two',
    `(?:as soon as|once|when|after)\\s+${NAME}\\s+(?:is|are|has been|have been)\\s+(?:done|finished|ready|complete[d]?|over|approved),?\\s+(?:we\\s+|i\\s+|then\\s+|start\\s+|begin\\s+)*${NAME_TWO}${END}`,
  ),
  rule(
    'SF',
    'one',
    `(?:keep|run|continue)\\s+${NAME}\\s+(?:running\\s+|going\\s+)?until\\s+${NAME_TWO}\\s+(?:starts?|begins?)${END}`,
  ),
  rule(
    'FF',
    'one',
    `${NAME}\\s+(?:must\\s+|should\\s+|has to\\s+)?(?:finish(?:es)?|ends?)\\s+(?:together\\s+)?(?:with|when|at the same time as)\\s+${NAME_TWO}(?:\\s+(?:finishes|ends))?${END}`,
  ),
  rule(
    'SS',
    'one',
    `${NAME}\\s+(?:must\\s+|should\\s+|can\\s+)?(?:starts?|begins?)\\s+(?:together\\s+)?(?:with|when|at the same time as)\\s+${NAME_TWO}(?:\\s+(?:starts|begins))?${END}`,
  ),
  rule(
    'SS',
    'one',
    `${NAME}${IS}\\s+(?:in parallel (?:with|to)|alongside|at the same time as|parallel to|simultaneously with)\\s+${NAME_TWO}${END}`,
  ),
  rule('FS', 'two', `${NAME}${IS}\\s+${SPAN}before\\s+${NAME_TWO}${END}`),
  rule('FS', 'one', `${NAME}${IS}\\s+${SPAN}after\\s+${NAME_TWO}${END}`),
  {
    ...rule(
      'FS',
      'one',
      `${NAME}\\s+overlaps?\\s+(?:with\\s+)?${NAME_TWO}\\s+by\\s+${SPAN.replace('\\s+)', ')')}${END}`,
    ),
    sign: -1,
  },
  rule(
    'FS',
    'one',
    `${NAME}${IS}\\s+(?:only\\s+)?(?:after|follows|depends on|needs|requires|waits for)\\s+${NAME_TWO}${END}`,
  ),
  rule('FS', 'two', `${NAME}${IS}\\s+(?:before|followed by|precedes|and then|then)\\s+${NAME_TWO}${END}`),
]

function rule(type: PlanDependency['type'], laterIs: 'one' | 'two', source: string): OrderRule {
  const named = source.replace('?<ONE>', '?<one>').replace('?<TWO>', '?<two>')
  return { pattern: new RegExp(named, 'giu'), type, laterIs, sign: 1 }
}

const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1_440,
  week: 10_080,
  month: 43_200,
}
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const MAX_LAG = 86_400

/** What a text says about the order of nodes that it names; words that name no node say nothing. */
export function readOrderWords(text: string, nodes: readonly PlanNode[]): readonly OrderWords[] {
  const found: OrderWords[] = []
  let rest = text
  for (const { pattern, type, laterIs, sign } of RULES)
    for (const match of rest.matchAll(pattern)) {
      const { one = '', two = '', amount, unit } = match.groups ?? {}
      const first = findNode(nodes, one)
      const second = findNode(nodes, two)
      if (first === undefined || second === undefined || first === second) continue
      const lag = sign * minutesOf(amount, unit)
      found.push({
        later: laterIs === 'one' ? first : second,
        earlier: laterIs === 'one' ? second : first,
        type,
        lagMinutes: Math.max(-MAX_LAG, Math.min(MAX_LAG, lag)),
        quote: match[0].trim(),
      })
      rest =
        rest.slice(0, match.index) + ' '.repeat(match[0].length) + rest.slice(match.index + match[0].length)
    }
  return found
}

function minutesOf(amount: string | undefined, unit: string | undefined): number {
  if (amount === undefined || unit === undefined) return 0
  const word = amount.toLowerCase()
  const number = /^an?$/.test(word)
    ? 1
    : NUMBERS.includes(word)
      ? NUMBERS.indexOf(word)
      : Number(word.replace(',', '.'))
  return Math.round(number * (MINUTES[unit.toLowerCase().replace(/s$/, '')] ?? 1))
}

const MIN_ALIKE = 0.6
const SMALL_WORDS = /^(?:plan|do|make|the|and|then|also|please|with|but|want|that|should|must|will|can)$/i

/** The node that the last words before, or the first words after, a word of order name. */
function findNode(nodes: readonly PlanNode[], words: string): PlanNode | undefined {
  const asked = contentOf(words).filter(stem => !SMALL_WORDS.test(stem))
  if (asked.length === 0) return undefined
  let best: { readonly node: PlanNode; readonly score: number } | undefined
  for (const node of nodes) {
    if (node.node_type === 'goal') continue
    const offered = contentOf(node.title)
    const both = Math.sqrt(likenessOf(asked, offered) * Math.max(0.3, likenessOf(offered, asked)))
    const score = both + (node.level <= 3 ? 0.02 : 0)
    if (likenessOf(asked, offered) >= MIN_ALIKE && score > (best?.score ?? 0)) best = { node, score }
  }
  return best?.node
}

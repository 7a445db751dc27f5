import { stemWord } from '../../../language/language.ts'
import { changingStates } from './changing-states.ts'
import { lastingKinds } from './lasting-kinds.ts'
import { oneOfAKind } from './one-of-a-kind.ts'
import { sameActs } from './same-acts.ts'
import type { Saying, Token } from './sayings.ts'

/** A word or turn of phrase by which a text speaks of one side of something that has sides excluding each other. */
export interface Pole {
  readonly aspect: Aspect
  readonly side: number
  /** Places of its words among the tokens. */
  readonly places: readonly number[]
  /** The stems of those words. */
  readonly words: readonly string[]
  /** The side is ruled out instead of wanted: “not visible”. */
  readonly denied: boolean
}

interface Aspect {
  readonly name: string
  readonly kind: 'state' | 'kind' | 'group' | 'act'
  /** A matter of degree: one thing may be small and have something large. */
  readonly isDegree: boolean
}

interface Phrase {
  readonly aspect: Aspect
  readonly side: number
  readonly stems: readonly string[]
}

const GAP = '~'
const END = '$'
const MOST_BETWEEN = 4

const phrasesByFirst = new Map<string, Phrase[]>()
const lexicon = [
  ['state', changingStates],
  ['kind', lastingKinds],
  ['group', oneOfAKind],
  ['act', sameActs],
] as const
for (const [kind, lines] of lexicon)
  for (const line of lines) {
    const [name = '', said = ''] = line.split(': ')
    const aspect: Aspect = { name: name.replace('*', ''), kind, isDegree: name.endsWith('*') }
    for (const [side, phrases] of said.split(' / ').entries())
      for (const phrase of phrases.split(', ')) addPhrase({ aspect, side, stems: stemsOfPhrase(phrase) })
  }

function stemsOfPhrase(phrase: string): readonly string[] {
  return phrase.split(' ').map(word => (word === GAP || word === END ? word : stemWord(word)))
}

function addPhrase(phrase: Phrase): void {
  const first = phrase.stems[0] ?? ''
  const list = phrasesByFirst.get(first)
  if (list === undefined) phrasesByFirst.set(first, [phrase])
  else list.push(phrase)
}

/** The act that an order opens with, under its own name, so that a ban of any act is heard by its verb. */
function readOwnActs({ tokens, isOrder }: Pick<Saying, 'tokens' | 'isOrder'>): readonly Pole[] {
  if (isOrder) {
    const at = tokens.findIndex(({ lower }) => !courtesies.has(lower))
    const verb = tokens[at]
    return verb === undefined || tooLoose.has(verb.stem)
      ? []
      : [
          {
            aspect: actOf(verb.stem),
            side: 0,
            places: [at],
            words: [],
            denied: /^(?:never|not)$/.test(tokens[at - 1]?.lower ?? ''),
          },
        ]
  }
  return tokens.flatMap(({ stem, lower }, at) => {
    const undone = /^un\p{L}{4,}(?:ed|en)$/u.test(lower) ? stemWord(lower.slice(2)) : undefined
    if (undone !== undefined)
      return [{ aspect: actOf(undone), side: 0, places: [at], words: [], denied: true }]
    const pole = { aspect: actOf(stem), side: 0, places: [at], words: [], denied: true }
    return stem.length > 2 && !tooLoose.has(stem) && isDenied(pole, { tokens, isOrder }, undefined)
      ? [pole]
      : []
  })
}

const courtesies = new Set('please kindly now just then also never do not always simply'.split(' '))
const tooLoose = new Set(
  'make do get take use give set put have go show find look check see create add keep save note tell let leave be turn bring hold want need may can will is ar must not never ani no all it by on in to of at'
    .split(' ')
    .map(stemWord),
)
const acts = new Map<string, Aspect>()

function actOf(stem: string): Aspect {
  const known = acts.get(stem) ?? { name: stem, kind: 'act' as const, isDegree: false }
  if (acts.size > MOST_ACTS) acts.clear()
  acts.set(stem, known)
  return known
}

const MOST_ACTS = 5_000

/** The poles that a saying speaks of: of each aspect the longest phrases that do not overlap. */
export function readPoles({ tokens, isOrder }: Pick<Saying, 'tokens' | 'isOrder'>): readonly Pole[] {
  const found: { readonly phrase: Phrase; readonly places: readonly number[] }[] = []
  for (const [at, token] of tokens.entries())
    for (const phrase of phrasesByFirst.get(token.stem) ?? []) {
      const places = placesOf(phrase.stems, tokens, at)
      if (places !== undefined) found.push({ phrase, places })
    }
  found.sort((left, right) => right.places.length - left.places.length || 0)
  const taken = new Map<Aspect, Set<number>>()
  const poles: Pole[] = []
  for (const { phrase, places } of found) {
    const own = taken.get(phrase.aspect) ?? new Set<number>()
    if (places.some(place => own.has(place))) continue
    taken.set(phrase.aspect, own)
    for (const place of places) own.add(place)
    const { aspect, side } = phrase
    poles.push({ aspect, side, places, words: phrase.stems, denied: false })
  }
  const named = poles.map(pole => ({
    ...pole,
    denied: isDenied(pole, { tokens, isOrder }, taken.get(pole.aspect)),
  }))
  return [...named, ...readOwnActs({ tokens, isOrder })]
}

function placesOf(stems: readonly string[], tokens: readonly Token[], at: number): number[] | undefined {
  const places: number[] = []
  let place = at
  let slack = 0
  for (const stem of stems) {
    if (stem === GAP) {
      slack = MOST_BETWEEN
      continue
    }
    if (stem === END) return place === tokens.length ? places : undefined
    let next = place
    const far = place + slack + (places.length > 0 && small.has(tokens[place]?.lower ?? '') ? 1 : 0)
    while (next <= far && tokens[next]?.stem !== stem) next += 1
    if (next > far || next >= tokens.length) return undefined
    places.push(next)
    place = next + 1
    slack = 0
  }
  return places
}

/** Words that may stand inside a phrase: “without (any) furniture”. */
const small = new Set('any a an the all some my our his her their its single more'.split(' '))

const negators = new Set(
  'not no never nothing nobody none neither nor without cannot hardly noone forbidden prohibited barred banned'.split(
    ' ',
  ),
)
const shunning = new Set(['refrain', 'avoid', 'forbid', 'prohibit'].map(stemWord))

/**
 * An odd number of negations in front of it (of an act anywhere in its clause: “a recording must never exist”), or a ban
 * behind it; those inside a phrase of its own do not count.
 */
function isDenied(
  pole: Pole,
  { tokens, isOrder }: Pick<Saying, 'tokens' | 'isOrder'>,
  own: ReadonlySet<number> | undefined,
): boolean {
  const isWhole = pole.aspect.kind === 'act' && !isOrder
  const first = pole.places.at(-1) ?? 0
  const before = tokens.filter(
    ({ lower, stem }, place) =>
      own?.has(place) !== true &&
      (place < first ? negators.has(lower) || shunning.has(stem) : isWhole && /^(?:not|never)$/.test(lower)),
  )
  const rest = tokens.slice(pole.places[0]).map(({ lower }) => lower)
  const banned = bans.test(` ${rest.join(' ')} `)
  return (before.length + (banned ? 1 : 0)) % 2 === 1
}

const bans =
  / (?:(?:is|are|be|being) (?:strictly |completely )?(?:forbidden|prohibited|banned|ruled out|disallowed|taboo)|not (?:allowed|permitted|wanted)|out of the question|off limits) /

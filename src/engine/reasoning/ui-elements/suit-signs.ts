import { contentStems, findSpots, readWords, remember, stemWord, tellingOf } from '../language/language.ts'
import { roleFit } from './match.ts'
import { type RoleFamily, roleFamilyOf } from './phrase.ts'
import type { PageElement } from './schema.ts'
import { joinHyphens, likenessOnPage } from './spelling.ts'

/** What speaks for an element being the one that a text is about. */
export interface SuitSigns {
  /** Share of the name that the text comes near to. */
  readonly named: number
  /** Share of the text that the element accounts for. */
  readonly accounted: number
  /** One of its options stands in the text; how near the nearest one comes. */
  readonly option: number
  readonly optionNear: number
  /** Its role is, or is not, what the text calls it. */
  readonly called: number
  /** Its role is one that the acts of the text are done to. */
  readonly done: number
  /** Its role is one that the tool at hand works on. */
  readonly handled: number
}

/** One element of a page, and what tells whether the tool at hand works on it. */
export interface Candidate {
  readonly element: PageElement
  readonly elements: readonly PageElement[]
  readonly isHandled?: ((element: PageElement) => boolean) | undefined
}

/** The signs of one element of a page for a text. */
export function readSuitSigns(text: string, { element, elements, isHandled }: Candidate): SuitSigns {
  const asked = readAsked(text)
  const name = stemsOfName(`${element.name} ${element.text ?? ''}`)
  const options = (element.options ?? []).map(stemsOfName)
  const all = [...name, ...options.flat(), ...stemsOfName(element.region ?? '')]
  const tell = (stem: string): number => tellingOf(stem) / Math.sqrt(countWith(stem, elements))
  return {
    named: shareOf(name, { of: asked.stems, tell, damping: 0.2 }),
    accounted: shareOf(asked.stems, { of: all, tell: tellingOf, damping: 0.7 }),
    option: options.some(option => option.length > 0 && option.every(stem => asked.spoken.has(stem))) ? 1 : 0,
    optionNear: Math.max(
      0,
      ...options.map(option => shareOf(option, { of: asked.stems, tell, damping: 0.2 })),
    ),
    called: calledFit(asked.roles, element),
    done: doneFit(asked.deeds, element),
    handled: isHandled === undefined ? 0 : isHandled(element) ? 1 : -1,
  }
}

interface Sharing {
  readonly of: readonly string[]
  readonly tell: (stem: string) => number
  readonly damping: number
}

function shareOf(wanted: readonly string[], { of, tell, damping }: Sharing): number {
  let near = 0
  let all = damping
  for (const stem of wanted) {
    const telling = tell(stem)
    let best = 0
    for (const other of of) best = Math.max(best, likenessOnPage(stem, other))
    near += telling * best
    all += telling
  }
  return near / all
}

function countWith(stem: string, elements: readonly PageElement[]): number {
  return Math.max(1, elements.filter(({ name }) => stemsOfName(name).includes(stem)).length)
}

/** What a text says, apart from what is excluded and from the values that are entered. */
interface Asked {
  readonly stems: readonly string[]
  /** Every stem of it, function words too: a field may be called “To”. */
  readonly spoken: ReadonlySet<string>
  readonly roles: readonly RoleFamily[]
  /** Patterns of the roles that its verbs are done to. */
  readonly deeds: readonly RegExp[]
}

const readAsked: (text: string) => Asked = remember(text => {
  const kept = withoutExcluded(joinHyphens(text))
  const spots = findSpots(kept)
  const bare = spots
    .filter(({ kind }) => ['email', 'url', 'iban', 'phone', 'quoted'].includes(kind))
    .reduce((left, spot) => left.replace(spot.text, ' '), kept)
  const words = readWords(bare)
  const roles = words.flatMap(({ lower }) => roleFamilyOf(lower) ?? [])
  return {
    stems: [...new Set(contentStems(bare))].filter(stem => !/\d/.test(stem)),
    spoken: new Set(readWords(kept).map(({ stem }) => stem)),
    roles,
    deeds: deeds.filter(([verbs]) => words.some(({ lower }) => verbs.test(lower))).map(([, done]) => done),
  }
})

/** What people say that they do to elements, and the roles of those that it is done to. */
const deeds: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:un)?(?:tick|check)(?:ed)?$/, /check|switch|toggle|radio/i],
  [/^(?:type|enter|write|fill|jot|insert)$/, /edit|input|text_?(?:box|field|area)|search|spinbutton|field/i],
  [/^(?:press|hit|click|tap|push|open|follow|submit|send|go)$/, /button|link|tab|menu/i],
  [/^(?:select|choose|pick)$/, /select|combobox|drop-?down|list|radio|option/i],
  [/^(?:slide|drag|louder|quieter|raise|lower)$/, /slider|range/i],
  [
    /^(?:read|tell|what|how)$/,
    /^text$|label|heading|region|article|status|log|list$|table|paragraph|note|alert/i,
  ],
]

function doneFit(asked: readonly RegExp[], { role }: PageElement): number {
  return asked.some(done => done.test(role)) ? 1 : 0
}

/** “Part-time is what I want, not full-time”: what is excluded is not what is meant. */
function withoutExcluded(text: string): string {
  const left = text.replace(
    /(?:[,;–—-]\s*(?:and\s+|but\s+)?not\s+(?!\w+ing\b)|\b(?:rather|instead)\s+(?:than|of)\s+)[^,.;!?]+/giu,
    ' ',
  )
  return readWords(left).length === 0 ? text : left
}

const stemsOfName: (name: string) => readonly string[] = remember(name => {
  const written = joinHyphens(name)
  const stems = contentStems(written)
  return stems.length > 0 ? stems : readWords(written).map(({ lower }) => stemWord(lower))
}, 4_000)

/** 1 when its role is one that the text names, −1 when it is another, 0 when the text names none. */
function calledFit(roles: readonly RoleFamily[], element: PageElement): number {
  if (roles.length === 0) return 0
  const best = Math.max(...roles.map(role => roleFit(role, element)))
  return best === 1 ? 1 : best >= 0.6 ? 0 : -1
}

import { type Markup, trusted } from '../html.ts'
import { backdrops } from './backdrops.ts'
import { foodMotifs } from './food-motifs.ts'
import { placeMotifs } from './place-motifs.ts'
import { signMotifs } from './sign-motifs.ts'
import { thingMotifs } from './thing-motifs.ts'

const motifs: Readonly<Record<string, string>> = {
  ...foodMotifs,
  ...thingMotifs,
  ...placeMotifs,
  ...signMotifs,
}

/**
 * A picture as inline SVG: a motif on a backdrop, both in the classes `a0` to `a4` and `line` that the design system
 * colours, so that one picture looks printed, neon or hand-cut as the look wants. Decoration: hidden from screen
 * readers; what it shows is said beside it. The same motif and seed give the same picture.
 */
export function art(motif: string, seed: string): Markup {
  const number = hash(seed)
  const backdrop = backdrops[number % backdrops.length] ?? ''
  const drawn = motifs[motif] ?? motifs.spark ?? ''
  const isScene = drawn.startsWith('<!--scene-->')
  const inside = isScene
    ? drawn.slice('<!--scene-->'.length)
    : backdrop + recolor(drawn, NATURAL.has(motif) ? (number % 2) * 2 : number % 3)
  return trusted(
    `<svg class="art" viewBox="0 0 320 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false"><rect class="a0" width="320" height="240"/>${inside}</svg>`,
  )
}

/** Things that would look spoilt in the fourth colour. */
const NATURAL: ReadonlySet<string> = new Set([
  ...[
    'bread',
    'burger',
    'cake',
    'cookie',
    'croissant',
    'donut',
    'hands',
    'icecream',
    'pizza',
    'plate',
    'tooth',
  ],
])

/** The same motif in other colours of the look, so that neighbours differ. */
function recolor(drawn: string, variant: number): string {
  const other = ['', 'a4', 'a3'][variant] ?? ''
  if (other === '') return drawn
  return drawn.replaceAll(`"a1"`, `"x"`).replaceAll(`"${other}"`, `"a1"`).replaceAll(`"x"`, `"${other}"`)
}

/** Small and even over short texts; for choosing among a few, never for secrets. */
export function hash(text: string): number {
  let value = 7
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return (value ^ (value >>> 13)) >>> 0
}

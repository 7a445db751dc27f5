import type { PageMode, PageStyle } from '../../../contracts/page.ts'

const STYLES: readonly (readonly [PageStyle, RegExp])[] = [
  ['bold-brutal', /\b(?:brutal\w*|punk|raw|loud|edgy|zine|grunge|in your face)\b/i],
  ['bold-tech', /\b(?:neon|cyber\w*|futuristic|sci-?fi|techy|hacker|gaming look|glow\w*|netflix)\b/i],
  [
    'soft-elegant',
    /\b(?:elegan\w+|luxur\w+|premium|classy|refined|romantic|sophisticated|high[- ]end|serious and elegant)\b/i,
  ],
  ['minimal-mono', /\b(?:minimal\w*|monochrom\w*|black[- ]and[- ]white|swiss|typewriter|mono)\b/i],
  [
    'playful-color',
    /\b(?:playful|fun|colou?rful|cute|kids|child\w*|cheerful|bubbly|candy|bold and playful)\b/i,
  ],
  ['calm-natural', /\b(?:calm\w*|natural|organic|eco\w*|zen|earthy|soothing|botanical|nature)\b/i],
  ['editorial', /\b(?:warm|co[sz]y|editorial|magazine|vintage|rustic|retro|newspaper|artisan\w*|homely)\b/i],
  [
    'clean-modern',
    /\b(?:clean|modern|crisp|professional|corporate|simple|sleek|fresh|plain and clear|business-like)\b/i,
  ],
]

const COLORS: Readonly<Record<string, string>> = {
  'forest green': '#2d5a3d',
  'dark green': '#1f5138',
  'light green': '#7cc58d',
  olive: '#6b7a34',
  sage: '#87a08b',
  mint: '#4fbf9f',
  emerald: '#0f9d6b',
  lime: '#7fb800',
  green: '#2e8b57',
  teal: '#0f8b8d',
  turquoise: '#1aa6a6',
  cyan: '#0aa5c2',
  'navy blue': '#1c2e5c',
  navy: '#1c2e5c',
  'royal blue': '#2f54d6',
  'sky blue': '#4aa3df',
  'light blue': '#6db3e8',
  'dark blue': '#1d3a8a',
  blue: '#2563eb',
  indigo: '#4338ca',
  violet: '#7c3aed',
  purple: '#7e3af2',
  lavender: '#9d8ad6',
  lilac: '#a78bda',
  magenta: '#c2187a',
  'hot pink': '#e0287d',
  pink: '#e0568f',
  rose: '#c9556b',
  blush: '#d98a93',
  burgundy: '#7a1f33',
  maroon: '#7a2230',
  crimson: '#b81d3c',
  'dark red': '#8f1d1d',
  red: '#d92d2a',
  coral: '#f0705a',
  salmon: '#ef8a78',
  terracotta: '#b5573a',
  rust: '#a8492a',
  orange: '#e8731a',
  amber: '#d98a12',
  mustard: '#c99a1e',
  gold: '#b8923a',
  golden: '#b8923a',
  yellow: '#e8b90f',
  brown: '#7a4b2c',
  chocolate: '#5b3521',
  beige: '#cdb694',
  sand: '#c9ad82',
  cream: '#e8dcc0',
  black: '#1a1a1a',
  charcoal: '#33373d',
  gray: '#6b7280',
  grey: '#6b7280',
  silver: '#9aa1ab',
  white: '#ffffff',
}
/** A name of a shop is no colour. */
const NAMES_FIRST = Object.keys(COLORS).sort((a, b) => b.length - a.length)
const ACCENT =
  '(?:accents?|buttons?|colou?rs?|theme|tones?|brand|palette|highlights?|details?|look|background|and|&|or|,|with|in|shades?)'

export function readStyle(text: string): PageStyle | undefined {
  return STYLES.find(([, words]) => words.test(text))?.[0]
}

export function readMode(text: string): PageMode | undefined {
  if (
    /\bdark[- ](?:theme|mode|look|style|background|design|ui|colou?r scheme)\b|\bin dark\b|\b(?:keep|make) (?:it|everything|things) (?:\w+ (?:and|but) )?dark\b|\bdark,|\bdark$/i.test(
      text,
    )
  )
    return 'dark'
  if (/\b(?:light|bright|white)[- ](?:theme|mode|look|background|design)\b/i.test(text)) return 'light'
  return undefined
}

/** Colours as `#rrggbb`, written so or named; names count where the words around speak of looks. */
export function readColors(text: string): readonly string[] {
  const written = [...text.matchAll(/#([0-9a-f]{6}|[0-9a-f]{3})\b/gi)].map(([, digits = '']) => toHex(digits))
  const low = text.toLowerCase()
  let rest = low
  const named: { readonly at: number; readonly color: string }[] = []
  for (const name of NAMES_FIRST) {
    const near = new RegExp(
      `\\b${name}\\b(?=\\s*${ACCENT}|\\s*[.,;!]|\\s*$)|${ACCENT}[^.\\n]{0,24}\\b${name}\\b`,
      'i',
    )
    const found = near.exec(rest)
    if (!found) continue
    const at = rest.indexOf(name, found.index)
    if (isPartOfName(text, at + name.length)) continue
    named.push({ at, color: COLORS[name] ?? '#000000' })
    rest = rest.slice(0, at) + ' '.repeat(name.length) + rest.slice(at + name.length)
  }
  const colors = [...written, ...named.sort((a, b) => a.at - b.at).map(({ color }) => color)]
  return [...new Set(colors)].filter(color => color !== '#ffffff').slice(0, 8)
}

/** Every colour that is named or written anywhere, for words that are known to be about colour. */
export function namedColors(text: string): readonly string[] {
  const low = text.toLowerCase()
  const written = [...low.matchAll(/#([0-9a-f]{6}|[0-9a-f]{3})\b/g)].map(({ 1: digits = '', index }) => ({
    at: index,
    color: toHex(digits),
  }))
  const named = NAMES_FIRST.flatMap(name => {
    const at = new RegExp(String.raw`\b${name}\b`).exec(low)?.index
    return at === undefined ? [] : [{ at, end: at + name.length, color: COLORS[name] ?? '#000000' }]
  })
  const whole = named.filter(
    one => !named.some(other => other !== one && other.at <= one.at && other.end >= one.end),
  )
  return [...written, ...whole].sort((a, b) => a.at - b.at).map(({ color }) => color)
}

/** “Rose Garden” is a place: a capital follows and the word itself has one. */
function isPartOfName(text: string, end: number): boolean {
  return /\p{Lu}\p{L}*$/u.test(text.slice(0, end)) && /^\s+\p{Lu}/u.test(text.slice(end))
}

function toHex(digits: string): string {
  const low = digits.toLowerCase()
  return low.length === 6 ? `#${low}` : `#${[...low].map(digit => digit + digit).join('')}`
}

const LOOK_ONLY =
  /\b(?:look|style|theme|colou?rs?|palette|tones?|mood|feel|accents?|background|fonts?|design|black and white|minimal\w*|modern|elegant|playful|warm|calm|dark|light|clean)\b/i

/** Few words, all about how it looks. */
export function isLook(text: string): boolean {
  const isShort = (text.match(/\p{L}+/gu)?.length ?? 0) <= 10
  const has =
    readStyle(text) !== undefined || readMode(text) !== undefined || readColors(`${text} colours`).length > 0
  const isCounted = /\d/.test(text.replace(/#[0-9a-f]{3,6}\b/gi, ''))
  return (
    isShort &&
    !isCounted &&
    (has || /#[0-9a-f]{3,6}\b/i.test(text)) &&
    (LOOK_ONLY.test(text) || has) &&
    !/["“]/.test(text)
  )
}

import type { PageColorRole } from '../../../contracts/page-operation.ts'
import { namedColors, readMode, readStyle } from '../brief/look-words.ts'
import { type Clause, plain, type Read } from './instruction.ts'
import { leftover } from './mention.ts'
import { ask, type Site } from './site.ts'

const CHANGE =
  /\b(?:make|change|turn|use|set|paint|want|switch|go|replace|give|should be|be|look|more|mode|theme|please)\b/i
const ROLES: readonly (readonly [role: PageColorRole, words: RegExp])[] = [
  ['background', /\bbackgrounds?\b/i],
  ['button', /\bbuttons?\b/i],
  ['accent', /\baccents?\b/i],
  ['text', /\b(?:text|letters|headings?|headlines?|titles?|font colou?r)\b/i],
]
const WHOLE =
  /\b(?:colou?rs?|theme|palette|everything|it|brand|main colou?r|primary|look|site|app|pages?|shop)\b/i

/** The look that all pages share: colours, light and dark, style, corners, air; and the size of cards. */
export function readLook(clause: Clause, site: Site): Read {
  const words = plain(clause.text, clause.quotes)
  if (clause.act === 'remove' && !/^(?:the\s+)?shadows?$/i.test(words)) return undefined
  if (foreignTo(words, site).length > 0) return undefined
  const look =
    readSize(clause, words) ??
    readTheme(clause.act === 'state' ? words : `change ${words}`) ??
    readColor(clause.act === 'state' ? words : `change ${words}`, site)
  if (look === undefined || !('kind' in look) || look.kind === 'set_card_size' || clause.page === undefined)
    return look
  return ask(`The look is shared by all pages. Shall it change on all of them, or not at all?`, [
    'on all pages',
    'not at all',
  ])
}

/** Words that people use of a look; an instruction that holds others is about something else as well. */
const LOOK =
  /^(?:look(?:s|ing)?|styles?|styl(?:ed|ish)|themes?|modes?|colou?rs?|palette|tones?|shades?|moods?|feel(?:ing|s)?|design|brand|main|primary|accents?|backgrounds?|buttons?|text|letters?|headings?|headlines?|titles?|fonts?|corners?|edges?|shapes?|shadows?|cards?|space|air|room|padding|white|more|less|very|bit|little|much|whole|everything|thing|bright|dark|light|bigger|larger|smaller|big|small|large|huge|rounder|rounded|round|softer|sharper|sharp|square|airier|tighter|compact|denser|flatter|flat|no|full|width|one|pictures?|images?|tiles?|items?|products?|services?|size|replace|on|off|bold|deep|soft|pale|muted|high|end|black|mode)$/i

function foreignTo(words: string, site: Site): readonly string[] {
  return leftover(words.replace(/#[0-9a-f]{3,6}\b/gi, ' '), site).filter(
    word =>
      !LOOK.test(word) &&
      readStyle(word) === undefined &&
      namedColors(word).length === 0 &&
      namedColors(words).length === 0,
  )
}

function readTheme(words: string): Read {
  const mode =
    readMode(/\b(?:dark|light)\b\W*$/i.test(words) ? `${words} mode` : words) ??
    (/\bdark colou?rs\b/i.test(words) ? ('dark' as const) : undefined)
  const style = CHANGE.test(words) || /\b(?:style|look)\b/i.test(words) ? readStyle(words) : undefined
  const measure = readMeasure(words)
  if (mode === undefined && style === undefined && measure === undefined) return undefined
  const color = mode === undefined && style !== undefined ? namedColors(words)[0] : undefined
  if (color !== undefined) return undefined
  return {
    kind: 'set_theme',
    ...(mode === undefined ? {} : { mode }),
    ...(style === undefined ? {} : { style }),
    ...measure,
  }
}

const MEASURES: readonly (readonly [
  RegExp,
  {
    readonly radius?: 'large' | 'none'
    readonly spacing?: 'airy' | 'compact'
    readonly scale?: 'spacious' | 'compact'
    readonly shadow?: 'none'
  },
])[] = [
  [
    /\b(?:round(?:er|ed)?|softer) (?:corners|cards|buttons|edges|shapes)|\bmore rounded\b|\bcorners? (?:rounder|rounded)\b/i,
    { radius: 'large' },
  ],
  [
    /\b(?:sharp(?:er)?|square|no round\w*) (?:corners|cards|buttons|edges)|\bcorners? (?:square|sharp)/i,
    { radius: 'none' },
  ],
  [/\bmore (?:space|air|white ?space|room|padding)\b|\bairier\b/i, { spacing: 'airy' }],
  [/\b(?:less space|tighter|more compact|denser)\b/i, { spacing: 'compact', scale: 'compact' }],
  [
    /\b(?:bigger|larger|increase)\b.*\b(?:text|fonts?|headings?|headlines?|titles?|letters)\b|\b(?:text|fonts?|headings?|titles?|letters)\b.*\b(?:bigger|larger)\b/i,
    { scale: 'spacious' },
  ],
  [/\bno shadows?\b|\bremove (?:the )?shadows?\b|\bflat(?:ter)?\b/i, { shadow: 'none' }],
]

function readMeasure(words: string): (typeof MEASURES)[number][1] | undefined {
  return MEASURES.find(([pattern]) => pattern.test(words))?.[1]
}

function readColor(words: string, site: Site): Read {
  if (!CHANGE.test(words) && !/#[0-9a-f]{3,6}\b/i.test(words)) return undefined
  const role =
    ROLES.find(([, pattern]) => pattern.test(words))?.[0] ??
    (WHOLE.test(words) ? ('primary' as const) : undefined)
  const named = namedColors(words)
  const [before, after] = words.split(/\b(?:with|to|by|into|instead of)\b/i)
  const second = namedColors(after ?? '')[0]
  const isReplaced =
    namedColors(before ?? '').length > 0 && second !== undefined && /\breplace\b|\bchange\b/i.test(words)
  const value = isReplaced ? second : named[0]
  if (value === undefined) {
    const isColorWish = /\bcolou?r\b/i.test(words) && role !== undefined
    return isColorWish
      ? ask('Which colour shall it be? Name one, such as “forest green” or “#2d5a3d”.')
      : undefined
  }
  const isThing = role === undefined || /\b(?:price|card|picture|image|icon)\b/i.test(words)
  if (isThing && !isReplaced)
    return ask('What shall have this colour?', ['buttons', 'background', 'text', 'accent', 'the main colour'])
  if (isReplaced)
    return { kind: 'set_color', role: roleOf(namedColors(before ?? '')[0], site) ?? role ?? 'primary', value }
  return { kind: 'set_color', role: role ?? 'primary', value }
}

/** The role whose colour is near the one that is to go. */
function roleOf(color: string | undefined, { design }: Site): PageColorRole | undefined {
  const roles: readonly PageColorRole[] = ['primary', 'button', 'accent', 'background']
  return roles.find(role => design.tokens.colors[role] === color)
}

function readSize({ page }: Clause, words: string): Read {
  if (
    !/\b(?:cards?|items?|products?|pictures?|images?|tiles?|services?)\b/i.test(words) ||
    /^(?:add|remove|delete|rename|move|put)\b/i.test(words)
  )
    return undefined
  const isLarger = /\b(?:bigger|larger|large|big|huge|full[- ]width|one column|increase)\b/i.test(words)
  const isSmaller = /\b(?:smaller|small|compact|tiny|decrease)\b/i.test(words)
  if (!isLarger && !isSmaller) return undefined
  return { kind: 'set_card_size', size: isLarger ? 'large' : 'normal', ...(page ? { page: page.slug } : {}) }
}

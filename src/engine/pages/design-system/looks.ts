import type { DesignTokens, PageMode, PageStyle } from '../../../contracts/page.ts'
import type { Seeds } from './palette.ts'

/** One look: its colours by day and by night, its letters, its measures. What it does to each part is in `skins/`. */
export interface Look {
  readonly style: PageStyle
  /** In a person's words, for questions and reports. */
  readonly description: string
  readonly usualMode: PageMode
  readonly colors: Readonly<Record<PageMode, Seeds>>
  readonly tokens: Omit<DesignTokens, 'colors'>
}

const SANS =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'
const SERIF =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Noto Serif", "Liberation Serif", serif'
const DIDONE = 'Didot, "Bodoni MT", "Hoefler Text", Garamond, "Times New Roman", "Liberation Serif", serif'
const ROUNDED =
  'ui-rounded, "SF Pro Rounded", "Hiragino Maru Gothic ProN", Nunito, "Arial Rounded MT Bold", Verdana, "DejaVu Sans", sans-serif'
const MONO = 'ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace'
const GROTESK = '"Helvetica Neue", Helvetica, "Arial Nova", "Liberation Sans", Arial, sans-serif'
const HUMANIST = 'Optima, Candara, "Gill Sans", "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'

export const looks: readonly Look[] = [
  {
    style: 'editorial',
    description: 'Warm and editorial: paper, serif headlines, quiet lines',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#a6452a', '#e0a458', '#fbf5ea', '#fffdf8', '#2b211a'],
        '#f0dfc4 #c9673f #6b3f2a #e8b66b #8a9a6b',
      ),
      dark: seeds(
        ['#e58a5f', '#e0a458', '#1d1713', '#28201a', '#f5ebdd'],
        '#3a2c22 #d97b4f #f0d9b8 #e0a458 #8f9f70',
      ),
    },
    tokens: tokens(SANS, SERIF, ['normal', 'small', 'normal', 'none']),
  },
  {
    style: 'clean-modern',
    description: 'Crisp and clear: white space, soft shadows, one strong colour',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#2452e6', '#12b5a6', '#f5f7fb', '#ffffff', '#101828'],
        '#dfe7fd #2452e6 #16224d #12b5a6 #ffb454',
      ),
      dark: seeds(
        ['#7d9dff', '#2dd4bf', '#0d1220', '#161d2f', '#eef2fb'],
        '#1d2744 #5b7cff #dfe7fd #2dd4bf #ffb454',
      ),
    },
    tokens: tokens(SANS, SANS, ['normal', 'medium', 'normal', 'subtle']),
  },
  {
    style: 'playful-color',
    description: 'Playful and round: candy colours, big corners, bouncy shapes',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#7a3cf0', '#ff7a59', '#fff4ec', '#ffffff', '#2a1748'],
        '#ffd9c7 #7a3cf0 #ff7a59 #ffc83d #2bb8a3',
      ),
      dark: seeds(
        ['#b794ff', '#ff9a7d', '#1c1230', '#291b45', '#f7f0ff'],
        '#3b2763 #9d6bff #ff8a6b #ffd257 #3fd0ba',
      ),
    },
    tokens: tokens(ROUNDED, ROUNDED, ['normal', 'full', 'normal', 'strong']),
  },
  {
    style: 'bold-tech',
    description: 'Dark and luminous: neon edges, deep night, technical letters',
    usualMode: 'dark',
    colors: {
      light: seeds(
        ['#5b21d9', '#0891b2', '#eff1fa', '#ffffff', '#0b1026'],
        '#dcdffb #5b21d9 #0b1026 #0fb5d6 #e0348f',
      ),
      dark: seeds(
        ['#37e2ff', '#ff4fb4', '#070a16', '#0f1428', '#e9eeff'],
        '#111a3a #37e2ff #ff4fb4 #8b6bff #b8ff5c',
      ),
    },
    tokens: tokens(SANS, MONO, ['compact', 'medium', 'compact', 'strong']),
  },
  {
    style: 'calm-natural',
    description: 'Calm and natural: sage, sand, soft organic shapes',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#3f6b4f', '#c98b5b', '#f3f1e7', '#fbfaf4', '#26302a'],
        '#dde4d0 #6f9a78 #3c5a48 #d9b48a #c47b5a',
      ),
      dark: seeds(
        ['#9cc9a6', '#dca878', '#151c18', '#1e2822', '#eaf0e6'],
        '#2a3a30 #83b18c #d5e5cf #d9b48a #c47b5a',
      ),
    },
    tokens: tokens(HUMANIST, HUMANIST, ['normal', 'large', 'airy', 'subtle']),
  },
  {
    style: 'bold-brutal',
    description: 'Bold and raw: thick lines, hard shadows, loud blocks of colour',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#111111', '#ff5436', '#fff3c9', '#ffffff', '#111111'],
        '#ffd23f #ff5436 #3a7bff #ffffff #33c481',
      ),
      dark: seeds(
        ['#ffe14d', '#ff6a4d', '#151515', '#212121', '#fffbea'],
        '#ffd23f #ff5436 #5c93ff #fffbea #33c481',
      ),
    },
    tokens: tokens(GROTESK, GROTESK, ['spacious', 'none', 'normal', 'strong']),
  },
  {
    style: 'soft-elegant',
    description: 'Elegant and quiet: fine serif, hairlines, gold on ivory or black',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#7d5f2c', '#b08d57', '#f8f5ef', '#fffefb', '#1f1b16'],
        '#e9e0d0 #b08d57 #2e2820 #d9c39a #8c7b6b',
      ),
      dark: seeds(
        ['#d8b878', '#c9a561', '#100f0d', '#191714', '#f4ede0'],
        '#2a2520 #c9a561 #efe3cc #8c7340 #6d6154',
      ),
    },
    tokens: tokens(SERIF, DIDONE, ['spacious', 'none', 'airy', 'none']),
  },
  {
    style: 'minimal-mono',
    description: 'Minimal and exact: black, white, one grid, typewriter letters',
    usualMode: 'light',
    colors: {
      light: seeds(
        ['#111111', '#e4572e', '#ffffff', '#ffffff', '#111111'],
        '#ececec #111111 #6f6f6f #cfcfcf #e4572e',
      ),
      dark: seeds(
        ['#f5f5f5', '#ff7a55', '#0c0c0c', '#131313', '#f5f5f5'],
        '#232323 #f2f2f2 #9a9a9a #4a4a4a #ff7a55',
      ),
    },
    tokens: tokens(MONO, MONO, ['compact', 'none', 'normal', 'none']),
  },
]

/** In the order primary, accent, background, surface, text; then the five colours of the pictures. */
function seeds(roles: readonly [string, string, string, string, string], art: string): Seeds {
  const [primary, accent, background, surface, text] = roles
  return { primary, accent, background, surface, text, art: art.split(' ') }
}

function tokens(
  body: string,
  heading: string,
  measures: readonly [
    DesignTokens['scale'],
    DesignTokens['radius'],
    DesignTokens['spacing'],
    DesignTokens['shadow'],
  ],
): Look['tokens'] {
  const [scale, radius, spacing, shadow] = measures
  return { font_family: body, heading_font_family: heading, scale, radius, spacing, shadow }
}

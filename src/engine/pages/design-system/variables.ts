import type { DesignTokens, PageMode, PageStyle } from '../../../contracts/page.ts'
import { mix } from './palette.ts'

type Values = Readonly<Record<string, string>>

const SCALES: Readonly<Record<DesignTokens['scale'], Values>> = {
  compact: { 'size-1': '1.75rem', 'size-2': '1.25rem', 'size-3': '1.0625rem' },
  normal: { 'size-1': '2.0625rem', 'size-2': '1.4375rem', 'size-3': '1.125rem' },
  spacious: { 'size-1': '2.5rem', 'size-2': '1.625rem', 'size-3': '1.1875rem' },
}

const RADII: Readonly<Record<DesignTokens['radius'], Values>> = {
  none: radii('0', '0', '0', '0'),
  small: radii('6px', '6px', '6px', '4px'),
  medium: radii('14px', '12px', '12px', '10px'),
  large: radii('22px', '999px', '16px', '16px'),
  full: radii('28px', '999px', '20px', '22px'),
}

const SPACINGS: Readonly<Record<DesignTokens['spacing'], Values>> = {
  compact: { pad: '16px', 'gap-section': '1.5rem', 'gap-cards': '0.75rem', 'gap-rows': '0.625rem' },
  normal: { pad: '20px', 'gap-section': '2rem', 'gap-cards': '0.875rem', 'gap-rows': '0.875rem' },
  airy: { pad: '24px', 'gap-section': '2.75rem', 'gap-cards': '1.125rem', 'gap-rows': '1.25rem' },
}

/** The tokens as custom properties, colours first; the one block that an edit of the look changes. */
export function variablesCss(tokens: DesignTokens, { style, mode }: Look): string {
  const colors = Object.entries(tokens.colors).map(([role, color]) => [
    `color-${role.replaceAll('_', '-')}`,
    color,
  ])
  const button = {
    'color-button': tokens.colors.button ?? tokens.colors.primary ?? '#111111',
    'color-on-button': tokens.colors.on_button ?? tokens.colors.on_primary ?? '#ffffff',
  }
  const values: Values = {
    ...Object.fromEntries(colors),
    ...button,
    'color-backdrop': mix(
      tokens.colors.background ?? '#ffffff',
      mode === 'dark' ? '#000000' : '#808080',
      mode === 'dark' ? 0.4 : 0.1,
    ),
    'font-body': tokens.font_family,
    'font-heading': tokens.heading_font_family,
    ...SCALES[tokens.scale],
    ...RADII[tokens.radius],
    ...SPACINGS[tokens.spacing],
    ...shadows(tokens, mode),
    ...CHARACTER,
    ...CHARACTERS[style],
  }
  const lines = Object.entries(values).map(([name, value]) => `  --${name}: ${value};`)
  return `:root {\n  color-scheme: ${mode};\n${lines.join('\n')}\n}\n`
}

interface Look {
  readonly style: PageStyle
  readonly mode: PageMode
}

const CHARACTER: Values = {
  'heading-weight': '700',
  'heading-spacing': '-0.015em',
  'eyebrow-spacing': '0',
  'eyebrow-transform': 'none',
  'card-border': '1px solid var(--color-border)',
  'button-border': '0',
  'card-pad': '0.875rem',
  'card-columns': '2',
}

const CHARACTERS: Readonly<Record<PageStyle, Values>> = {
  editorial: { 'heading-weight': '600', 'heading-spacing': '-0.01em', 'card-columns': '1' },
  'clean-modern': { 'card-border': '1px solid transparent', 'heading-spacing': '-0.022em' },
  'playful-color': { 'heading-weight': '800', 'card-border': '0', 'heading-spacing': '-0.02em' },
  'bold-tech': { 'heading-spacing': '-0.03em', 'eyebrow-spacing': '0.04em' },
  'calm-natural': { 'heading-weight': '500', 'heading-spacing': '0', 'card-border': '0' },
  'bold-brutal': {
    'heading-weight': '900',
    'heading-spacing': '-0.035em',
    'card-border': '3px solid var(--color-text)',
    'button-border': '3px solid var(--color-text)',
    'eyebrow-transform': 'uppercase',
  },
  'soft-elegant': {
    'heading-weight': '400',
    'heading-spacing': '0.005em',
    'eyebrow-spacing': '0.16em',
    'eyebrow-transform': 'uppercase',
    'card-border': '0',
    'card-columns': '1',
  },
  'minimal-mono': { 'heading-spacing': '-0.04em', 'card-border': '1px solid var(--color-text)' },
}

function shadows(tokens: DesignTokens, mode: PageMode): Values {
  const ink = tokens.colors.text ?? '#000000'
  const dark = mode === 'dark'
  const veil = (share: number): string => (dark ? `rgb(0 0 0 / ${share * 3})` : `rgb(20 24 40 / ${share})`)
  const table: Readonly<Record<DesignTokens['shadow'], readonly [string, string, string]>> = {
    none: ['none', 'none', `0 8px 24px ${veil(0.12)}`],
    subtle: [
      `0 1px 2px ${veil(0.06)}, 0 4px 16px ${veil(0.06)}`,
      `0 1px 2px ${veil(0.12)}`,
      `0 8px 28px ${veil(0.14)}`,
    ],
    medium: [
      `0 2px 4px ${veil(0.06)}, 0 10px 24px ${veil(0.1)}`,
      `0 2px 6px ${veil(0.16)}`,
      `0 12px 32px ${veil(0.18)}`,
    ],
    strong: [
      `0 3px 0 ${veil(0.08)}, 0 12px 28px ${veil(0.12)}`,
      `0 4px 0 ${veil(0.2)}`,
      `0 14px 36px ${veil(0.22)}`,
    ],
  }
  const [card, button, float] = table[tokens.shadow]
  return {
    'shadow-card': card,
    'shadow-button': button,
    'shadow-float': float,
    'shadow-hard': `5px 5px 0 ${ink}`,
  }
}

function radii(card: string, control: string, input: string, image: string): Values {
  const round = card === '0' ? '0' : '50%'
  return {
    'radius-card': card,
    'radius-control': control,
    'radius-input': input,
    'radius-image': image,
    'radius-round': round,
    'radius-chip': card === '0' ? '0' : '999px',
    'radius-mark': card === '0' ? '0' : `calc(${input} * 0.8)`,
  }
}

import type { DesignSystem, DesignTokens } from '../../../../contracts/page.ts'
import { readColors, readMode } from '../../brief/look-words.ts'
import { designFromTokens, fillFor, inMode, readableOn, textOn } from '../../design-system/design-system.ts'

export interface LookChange {
  readonly design: DesignSystem
  readonly said: string
}

const TEXT_CONTRAST = 4.6
const CHANGE = /\b(?:colou?rs?|make|change|turn|use|set|paint|want|in|to)\b/i

/** What an instruction says of the look of all pages: light, colours, corners, letters, air. */
export function changeLook(design: DesignSystem, instruction: string): LookChange | undefined {
  return (
    changeMode(design, instruction) ?? changeColor(design, instruction) ?? changeMeasure(design, instruction)
  )
}

function changeMode(design: DesignSystem, instruction: string): LookChange | undefined {
  const mode = readMode(/\b(?:dark|light)\b\W*$/i.test(instruction) ? `${instruction} mode` : instruction)
  if (mode === undefined || mode === design.mode) return undefined
  return { design: inMode(design, mode), said: `The pages are ${mode} now.` }
}

function changeColor(design: DesignSystem, instruction: string): LookChange | undefined {
  const color = wantedColor(instruction)
  if (color === undefined || !CHANGE.test(instruction)) return undefined
  const { background = '#ffffff', surface = '#ffffff' } = design.tokens.colors
  const grounds = [background, surface, design.tokens.colors.surface_raised ?? surface]
  const fill = fillFor(color, [background, surface])
  const withColors = (colors: DesignTokens['colors']): DesignSystem =>
    designFromTokens({
      ...design,
      tokens: { ...design.tokens, colors: { ...design.tokens.colors, ...colors } },
    })
  if (/\bbackground\b/i.test(instruction)) {
    const tokens = recolorGround(design, color)
    return { design: designFromTokens({ ...design, tokens }), said: `The background is ${color} now.` }
  }
  if (/\bbuttons?\b/i.test(instruction)) {
    return { design: withColors({ button: fill, on_button: textOn(fill) }), said: `Buttons are ${fill} now.` }
  }
  if (/\baccents?\b/i.test(instruction)) {
    return {
      design: withColors({ accent: color, on_accent: textOn(color), art_3: color }),
      said: `The accent is ${color} now.`,
    }
  }
  if (/\b(?:text|letters|headings?|headlines?|titles?)\b/i.test(instruction)) {
    const text = readableOn(color, grounds, TEXT_CONTRAST)
    return { design: withColors({ text }), said: `The text is ${text} now.` }
  }
  const link = readableOn(color, grounds, TEXT_CONTRAST)
  const main = { primary: fill, on_primary: textOn(fill), link, art_1: color }
  return { design: withColors(main), said: `The main colour is ${fill} now.` }
}

/** Where one colour takes the place of another, the second is wanted; else the first that is named. */
function wantedColor(instruction: string): string | undefined {
  const [before = '', after] = instruction.split(/\b(?:with|to|by|into)\b/i)
  const named = readColors(`${instruction} colour`)
  const [second, ...more] = readColors(`${after ?? ''} colour`)
  const isReplaced = readColors(`${before} colour`).length > 0 && more.length === 0
  return isReplaced ? (second ?? named[0]) : named[0]
}

/** Another background: everything that is read on it is made readable again. */
function recolorGround(design: DesignSystem, background: string): DesignTokens {
  const { colors } = design.tokens
  const surface = colors.surface ?? '#ffffff'
  const grounds = [background, surface, colors.surface_raised ?? surface]
  const readable = (role: string): string => readableOn(colors[role] ?? '#111111', grounds, TEXT_CONTRAST)
  const roles = ['text', 'text_secondary', 'text_muted', 'link', 'danger', 'success'] as const
  const repaired = Object.fromEntries(roles.map(role => [role, readable(role)]))
  return { ...design.tokens, colors: { ...colors, ...repaired, background } }
}

function changeMeasure(design: DesignSystem, instruction: string): LookChange | undefined {
  const tokens = design.tokens
  const change = (next: Partial<DesignTokens>, said: string): LookChange => ({
    design: designFromTokens({ ...design, tokens: { ...tokens, ...next } }),
    said,
  })
  if (
    /\b(?:round(?:er|ed)?|softer) (?:corners|cards|buttons|edges|shapes)|\bmore rounded\b/i.test(instruction)
  )
    return change({ radius: 'large' }, 'Corners are rounder now.')
  if (/\b(?:sharp(?:er)?|square|no round\w*) (?:corners|cards|buttons|edges)/i.test(instruction))
    return change({ radius: 'none' }, 'Corners are square now.')
  if (/\bmore (?:space|air|white ?space|room|padding)\b|\bairier\b/i.test(instruction))
    return change({ spacing: 'airy' }, 'There is more space now.')
  if (/\b(?:less space|tighter|more compact|denser)\b/i.test(instruction))
    return change({ spacing: 'compact', scale: 'compact' }, 'It is more compact now.')
  if (
    /\b(?:bigger|larger|increase)\b.*\b(?:text|font|headings?|headlines?|titles?)\b|\b(?:text|font|headings?|titles?)\b.*\b(?:bigger|larger)\b/i.test(
      instruction,
    )
  )
    return change({ scale: 'spacious' }, 'Headlines are larger now.')
  if (/\bno shadows?\b|\bremove (?:the )?shadows?\b|\bflat(?:ter)?\b/i.test(instruction))
    return change({ shadow: 'none' }, 'Shadows are gone.')
  return undefined
}

import { differenceCiede2000 } from 'culori'
import sharp, { type Sharp } from 'sharp'
import type { Random } from '../../../base/random.ts'

/** A picture made from colours that are known, each covering at least a twentieth of it. */
export interface KnownPicture {
  readonly kind: string
  readonly colors: readonly string[]
  readonly bytes: Uint8Array
}

export const PICTURE_KINDS = [
  'flat blocks',
  'noise',
  'text on background',
  'resized',
  'gradient between blocks',
  'blurred, with noise',
  'jpeg 60',
  'jpeg 75',
  'jpeg 90',
  'webp',
] as const

const WIDTH = 480
const HEIGHT = 320
const distance = differenceCiede2000()

/** ΔE2000 of two colours written as hex. */
export function deltaE(one: string, other: string): number {
  return distance(one, other)
}

/** A picture of this kind; the same random source gives the same picture. */
export async function drawKnownPicture(kind: string, random: Random): Promise<KnownPicture> {
  const colors = pickColors(random, 3 + Math.floor(random.float() * 4))
  const drawing =
    kind === 'text on background' ? drawText(colors) : drawBlocks(colors, random, kind.startsWith('gradient'))
  const scale = kind === 'resized' ? 1.7 : 1
  let image = sharp(Buffer.from(drawing))
    .resize(Math.round(WIDTH * scale), Math.round(HEIGHT * scale))
    .removeAlpha()
  if (kind === 'resized') image = sharp(await image.png().toBuffer()).resize(301, 207, { kernel: 'lanczos3' })
  if (kind === 'blurred, with noise') image = sharp(await image.png().toBuffer()).blur(4)
  if (kind === 'noise' || kind.endsWith('with noise')) image = await addNoise(image, random)
  return { kind, colors, bytes: await encode(image, kind) }
}

function encode(image: Sharp, kind: string): Promise<Buffer> {
  const quality = /^jpeg (\d+)$/.exec(kind)?.[1]
  if (quality !== undefined) return image.jpeg({ quality: Number(quality) }).toBuffer()
  return kind === 'webp' ? image.webp({ quality: 80 }).toBuffer() : image.png().toBuffer()
}

/** Colours far enough apart that a person would call them different. */
function pickColors(random: Random, count: number): readonly string[] {
  const colors: string[] = []
  while (colors.length < count) {
    const color = `#${Math.floor(random.float() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
    if (colors.every(other => deltaE(color, other) >= 18)) colors.push(color)
  }
  return colors
}

function drawBlocks(colors: readonly string[], random: Random, isGradient: boolean): string {
  const [first = '#000000', second = '#ffffff'] = colors
  const parts = [`<rect width="${WIDTH}" height="${HEIGHT}" fill="${first}"/>`]
  const room = WIDTH * 0.7
  colors.slice(1).forEach((color, index, all) => {
    const width = room / all.length
    const height = HEIGHT * (0.55 + random.float() * 0.4)
    parts.push(
      `<rect x="${WIDTH * 0.25 + index * width}" y="0" width="${width}" height="${height}" fill="${color}"/>`,
    )
  })
  if (isGradient) {
    parts.unshift(
      `<defs><linearGradient id="g"><stop offset="0" stop-color="${first}"/><stop offset="1" stop-color="${second}"/></linearGradient></defs>`,
    )
    parts.push(`<rect y="${HEIGHT * 0.8}" width="${WIDTH}" height="${HEIGHT * 0.1}" fill="url(#g)"/>`)
  }
  return svg(parts)
}

/** Lines of thick letters, a button and a bar, as on a screenshot. */
function drawText(colors: readonly string[]): string {
  const [background = '#ffffff', text = '#000000', ...others] = colors
  const parts = [`<rect width="${WIDTH}" height="${HEIGHT}" fill="${background}"/>`]
  for (let line = 0; line < 5; line += 1) {
    parts.push(
      `<text x="12" y="${42 + line * 40}" font-size="38" font-weight="900" font-family="sans-serif" fill="${text}">Fresh coffee &amp; cake daily</text>`,
    )
  }
  others.forEach((color, index) => {
    const width = (WIDTH - 20) / others.length
    parts.push(
      `<rect x="${10 + index * width}" y="220" width="${width - 6}" height="90" rx="10" fill="${color}"/>`,
    )
  })
  return svg(parts)
}

function svg(parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${parts.join('')}</svg>`
}

async function addNoise(image: Sharp, random: Random): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  for (let index = 0; index < data.length; index += 1) {
    const noise = (random.float() + random.float() + random.float() - 1.5) * 16
    data[index] = Math.max(0, Math.min(255, Math.round((data[index] ?? 0) + noise)))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
}

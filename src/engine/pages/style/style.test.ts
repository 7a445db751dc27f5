import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../base/random.ts'
import { ExtractedStyle } from '../../../contracts/page.ts'
import { deltaE, drawKnownPicture, PICTURE_KINDS } from './palette-images-fixture.ts'
import { extractStyle, type ImageRefusal } from './style.ts'

async function styleOf(source: Uint8Array | string): Promise<ExtractedStyle> {
  const read = await extractStyle(source)
  if (read.kind === 'refused') throw new Error(read.refusal.message)
  return read.style
}

async function refusalOf(source: Uint8Array | string): Promise<ImageRefusal> {
  const read = await extractStyle(source)
  if (read.kind === 'extracted') throw new Error('The picture was read.')
  return read.refusal
}

const flat = (color: string, width = 40, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })

describe('extractStyle', () => {
  it.each(PICTURE_KINDS)('finds every colour of a picture again, within ΔE 5: %s', async kind => {
    for (let seed = 1; seed <= 4; seed += 1) {
      const { colors, bytes } = await drawKnownPicture(kind, createSeededRandom(seed))
      const { palette } = await styleOf(bytes)
      for (const color of colors) {
        const nearest = Math.min(...palette.map(found => deltaE(found.color, color)))
        expect(nearest, `${color} of seed ${seed}`).toBeLessThanOrEqual(5)
      }
    }
  })

  it('gives a style that fits the contract, its shares most frequent first', async () => {
    const { bytes } = await drawKnownPicture('text on background', createSeededRandom(9))
    const style = await styleOf(bytes)
    expect(ExtractedStyle.safeParse(style).success).toBe(true)
    const shares = style.palette.map(({ share }) => share)
    expect([...shares].sort((one, other) => other - one)).toEqual(shares)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeLessThanOrEqual(1.0001)
  })

  it('tells dark from light by the colour that covers most', async () => {
    expect((await styleOf(await flat('#101418').png().toBuffer())).mode).toBe('dark')
    expect((await styleOf(await flat('#f4f1ea').png().toBuffer())).mode).toBe('light')
  })

  it('reads a data URL like its bytes', async () => {
    const bytes = await flat('#cc3344').webp().toBuffer()
    const url = `data:image/webp;base64,${bytes.toString('base64')}`
    expect(await styleOf(url)).toEqual(await styleOf(bytes))
  })

  it('refuses SVG, addresses, other files and broken pictures, and says what to send', async () => {
    const png = await flat('#cc3344', 300, 300).png().toBuffer()
    const cases: readonly (readonly [Uint8Array | string, ImageRefusal['code']])[] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'), 'unsupported_format'],
      [Buffer.from('GIF89a'), 'unsupported_format'],
      [Buffer.alloc(0), 'unsupported_format'],
      ['https://example.com/a.png', 'address_refused'],
      ['data:text/html;base64,AAAA', 'not_an_image'],
      [png.subarray(0, 60), 'broken_image'],
    ]
    for (const [source, code] of cases) {
      const refusal = await refusalOf(source)
      expect(refusal.code).toBe(code)
      expect(refusal.message).toMatch(/Send a PNG, JPEG or WebP/)
    }
  })

  it('refuses a picture of too many pixels from its first bytes', async () => {
    const bomb = Buffer.from(await flat('#ffffff', 8, 8).png().toBuffer())
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    expect(await refusalOf(bomb)).toMatchObject({ code: 'too_large' })
    const wide = await flat('#ffffff', 12_500, 4).jpeg().toBuffer()
    expect(await refusalOf(wide)).toMatchObject({ code: 'too_large' })
    expect(await refusalOf(Buffer.alloc(11 * 1024 * 1024, 1))).toMatchObject({ code: 'too_large' })
  })
})

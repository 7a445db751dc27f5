/** Why a picture is not read; the message says what to do. */
export interface ImageRefusal {
  readonly code: 'not_an_image' | 'unsupported_format' | 'too_large' | 'broken_image' | 'address_refused'
  readonly message: string
}

export interface Pixels {
  /** Red, green, blue of each pixel; transparent pixels are left out. */
  readonly rgb: Uint8Array
  readonly count: number
}

export type PixelsOrRefusal =
  | { readonly kind: 'pixels'; readonly pixels: Pixels }
  | { readonly kind: 'refused'; readonly refusal: ImageRefusal }

const MAX_BYTES = 10 * 1024 * 1024
const MAX_PIXELS = 40_000_000
const MAX_SIDE_LENGTH = 12_000
/** The picture is looked at in this size: small enough to be quick, large enough for small areas to count. */
const SAMPLE_SIDE = 160
const HINT = 'Send a PNG, JPEG or WebP file, for example a screenshot.'

/** Decodes a picture, small. Its kind and size are read from its first bytes before anything is decoded. */
export async function readPixels(source: Uint8Array | string): Promise<PixelsOrRefusal> {
  const bytes = typeof source === 'string' ? readDataUrl(source) : source
  if (!(bytes instanceof Uint8Array)) return refused(bytes)
  const refusal = checkBytes(bytes)
  if (refusal !== undefined) return refused(refusal)
  try {
    const { default: sharp } = await import('sharp')
    const image = sharp(bytes, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      sequentialRead: true,
      pages: 1,
    })
    const { width, height } = await image.metadata()
    const size = checkSize(width, height)
    if (size !== undefined) return refused(size)
    const { data } = await image
      .resize({
        width: SAMPLE_SIDE,
        height: SAMPLE_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
        kernel: 'nearest',
      })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .timeout({ seconds: 10 })
      .toBuffer({ resolveWithObject: true })
    return { kind: 'pixels', pixels: opaquePixels(data) }
  } catch {
    return refused({
      code: 'broken_image',
      message: `The picture cannot be decoded; it may be cut off. ${HINT}`,
    })
  }
}

function readDataUrl(url: string): Uint8Array | ImageRefusal {
  if (/^https?:/i.test(url)) {
    return { code: 'address_refused', message: `Addresses are not fetched here. ${HINT}` }
  }
  const comma = url.indexOf(',')
  if (!/^data:image\/[a-z0-9.+-]+;base64$/i.test(url.slice(0, Math.max(0, comma)))) {
    return { code: 'not_an_image', message: `This is no data URL of a picture. ${HINT}` }
  }
  if (url.length > (MAX_BYTES * 4) / 3 + 200) return tooManyBytes(Math.round((url.length * 3) / 4))
  return Buffer.from(url.slice(comma + 1), 'base64')
}

function checkBytes(bytes: Uint8Array): ImageRefusal | undefined {
  if (bytes.length > MAX_BYTES) return tooManyBytes(bytes.length)
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1')
  const isKnown =
    head.startsWith('\u0089PNG\r\n\u001a\n') ||
    head.startsWith('\u00ff\u00d8\u00ff') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
  if (isKnown) return isKnownAndSmall(bytes, head)
  if (/^\s*(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|svg|!doctype)/i.test(head)) {
    return { code: 'unsupported_format', message: `SVG is code, not a picture, and is not read. ${HINT}` }
  }
  return { code: 'unsupported_format', message: `This is no PNG, JPEG or WebP file. ${HINT}` }
}

/** A PNG says its size in its first bytes: a bomb is told from them alone. */
function isKnownAndSmall(bytes: Uint8Array, head: string): ImageRefusal | undefined {
  if (!head.startsWith('\u0089PNG') || bytes.length < 24) return undefined
  const view = Buffer.from(bytes.subarray(0, 24))
  return checkSize(view.readUInt32BE(16), view.readUInt32BE(20))
}

function checkSize(width: number, height: number): ImageRefusal | undefined {
  if (
    width >= 1 &&
    height >= 1 &&
    width <= MAX_SIDE_LENGTH &&
    height <= MAX_SIDE_LENGTH &&
    width * height <= MAX_PIXELS
  ) {
    return undefined
  }
  return {
    code: 'too_large',
    message: `The picture is ${width} × ${height} pixels; at most ${MAX_SIDE_LENGTH} a side and ${MAX_PIXELS / 1e6} million in all are read. Send it smaller.`,
  }
}

function tooManyBytes(size: number): ImageRefusal {
  const megabytes = (size / 1024 / 1024).toFixed(1)
  return {
    code: 'too_large',
    message: `The picture has ${megabytes} MB; at most ${MAX_BYTES / 1024 / 1024} MB are read. Send it smaller.`,
  }
}

function refused(refusal: ImageRefusal): PixelsOrRefusal {
  return { kind: 'refused', refusal }
}

function opaquePixels(rgba: Uint8Array): Pixels {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  let count = 0
  for (let index = 0; index + 3 < rgba.length; index += 4) {
    if ((rgba[index + 3] ?? 0) < 128) continue
    rgb.set(rgba.subarray(index, index + 3), count * 3)
    count += 1
  }
  return { rgb: rgb.subarray(0, count * 3), count }
}

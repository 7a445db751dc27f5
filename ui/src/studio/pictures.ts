import type { ChatMessage } from 'soulgate/sdk'

/** A picture that goes along with a message, as bytes in a data URL. */
export interface Picture {
  readonly name: string
  readonly url: string
}

export const MAX_PICTURES = 3
/** A look can be read from this; more would only take longer to send. */
const MAX_SIDE_PX = 1024

/** Makes a picture small enough to be sent; undefined for a file that is none. */
export async function toPicture(file: File): Promise<Picture | undefined> {
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, MAX_SIDE_PX / Math.max(image.width, image.height))
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(image.width * scale)),
      Math.max(1, Math.round(image.height * scale)),
    )
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const url = await toDataUrl(await canvas.convertToBlob({ type: 'image/webp', quality: 0.86 }))
    return { name: file.name || 'picture', url }
  } catch {
    return undefined
  }
}

/** What is sent for a text with its pictures. */
export function toMessage(text: string, pictures: readonly Picture[]): ChatMessage {
  return { message: text, ...(pictures.length > 0 ? { images: pictures.map(picture => picture.url) } : {}) }
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}

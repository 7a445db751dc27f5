import { z } from 'zod'
import { refuse } from '../../contracts/refusal.ts'
import type { PageToolParts } from '../../engine/pages/pages.ts'
import type { StoreReader } from '../../store/store.ts'

const DATA_URL = /^data:image\/(?:png|jpeg|webp|gif);base64,([A-Za-z0-9+/]+=*)$/
const ATTACHED = /^attachment:([1-9])$/

const Attached = z.object({
  images: z.array(z.object({ data: z.string() })).default([]),
  style_reference: z.object({ images: z.array(z.unknown()).default([]) }).optional(),
})

/** Images that a tool may look at: those in the call itself, and those that the person attached to the message. */
export function createImageLoader(store: StoreReader): PageToolParts['loadImage'] {
  return async (reference, { runId }) => {
    const bare = DATA_URL.exec(reference)?.[1]
    if (bare !== undefined) return { bytes: Buffer.from(bare, 'base64') }
    const place = ATTACHED.exec(reference)?.[1]
    if (place === undefined) {
      return refuse(
        'invalid',
        'An image is named by a data URL (png, jpeg, webp or gif, base64), or by its number among those of the message. Addresses are not fetched.',
      )
    }
    const run = runId === undefined ? undefined : await store.getRun(runId)
    const attached = Attached.safeParse(run?.input)
    const all = attached.success ? [...attached.data.images, ...bytesIn(attached.data)] : []
    const image = all[Number(place) - 1]
    if (image) return { bytes: Buffer.from(image.data, 'base64') }
    return refuse('not_found', `The message has ${all.length} images, so there is no picture ${place}.`)
  }
}

/** Images of a style reference stand as data URLs or as their parts. */
function bytesIn({ style_reference }: z.infer<typeof Attached>): readonly { readonly data: string }[] {
  return (style_reference?.images ?? []).flatMap(image => {
    if (typeof image === 'string') {
      const data = DATA_URL.exec(image)?.[1]
      return data === undefined ? [] : [{ data }]
    }
    const parts = z.object({ data: z.string() }).safeParse(image)
    return parts.success ? [parts.data] : []
  })
}

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { PageOperation } from 'soulgate/contracts/page-operation'
import { client } from '../../application/client.ts'

/** What a person chose in a preview. */
export interface Chosen {
  readonly element: number
  readonly tag: string
  readonly text: string
  readonly link?: string
  readonly item?: string
  readonly part?: string
  readonly isPrice: boolean
}

/** The element that was chosen last in the frame within `box`; undefined until one is. */
export function useChosen(box: RefObject<HTMLElement | null>) {
  const [chosen, setChosen] = useState<Chosen>()
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<unknown>) => {
      const frame = box.current?.querySelector('iframe')
      if (!frame || source !== frame.contentWindow) return
      const read = readChosen(data)
      if (read) setChosen(read)
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [box])
  return { chosen, forget: () => setChosen(undefined) }
}

/** A page is a stranger: whatever it sends is read field by field. */
function readChosen(data: unknown): Chosen | undefined {
  const told: Readonly<Record<string, unknown>> = Object(data)
  const { soulgate, element, tag, text, link, item, part, price } = told
  if (soulgate !== 'point' || !Number.isSafeInteger(element) || typeof tag !== 'string') return undefined
  const words = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value.slice(0, 2000) : undefined
  const place = { link: words(link), item: words(item), part: words(part) }
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
  return { element: Number(element), tag, text: words(text) ?? '', isPrice: price === true, ...known }
}

/** Sends one operation, and takes the last one back; whatever came of it, the pages are read again. */
export function useOperations(sessionId: string) {
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['talk', sessionId] })
  return {
    apply: useMutation({
      mutationFn: (operation: PageOperation) => client.pages.change(sessionId, { operations: [operation] }),
      onSettled,
    }),
    undo: useMutation({ mutationFn: () => client.pages.undo(sessionId), onSettled }),
  }
}

import { type RefObject, useEffect, useRef } from 'react'

const NEAR_PX = 80

/** Keeps the end in view while things are added, unless somebody scrolled up to read; what waits shows its beginning. */
export function useTalkScroll(facts: {
  /** Another value for everything that makes the talk longer. */
  readonly content: string
  /** Names what waits now; empty when nothing does. */
  readonly waits: string
  readonly waiting: RefObject<HTMLElement | null>
}) {
  const { content, waits, waiting } = facts
  const log = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(() => {
    const box = log.current
    if (!box) return
    const note = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX
    }
    box.addEventListener('scroll', note, { passive: true })
    return () => box.removeEventListener('scroll', note)
  }, [])
  useEffect(() => {
    if (content !== '' && isAtEnd.current) end.current?.scrollIntoView({ block: 'end' })
  }, [content])
  useEffect(() => {
    if (waits !== '') waiting.current?.scrollIntoView({ block: 'start' })
  }, [waits, waiting])
  return { log, end }
}

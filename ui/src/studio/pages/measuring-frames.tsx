import { useEffect, useEffectEvent, useRef } from 'react'
import type { UncheckedMeasurement } from 'soulgate/sdk'
import { PageFrame } from './page-frame.tsx'
import classes from './pages.module.css'
import type { FramedPage } from './use-pages.ts'

type Windows = UncheckedMeasurement['windows']

/** The narrowest and the widest phone, and a window far wider than one, in px. */
const WIDTHS = [360, 430, 1024] as const

/** The page in three windows that nobody sees, each of which tells what the browser measured in it. */
export function MeasuringFrames(props: {
  readonly shown: FramedPage
  /** Called with what has been told so far. */
  readonly onMeasured: (windows: Windows) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const told = useRef(new Map<number, Windows[number]>())
  const onMessage = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    const frames = [...(box.current?.querySelectorAll('iframe') ?? [])]
    const width = WIDTHS[frames.findIndex(frame => frame.contentWindow === source)]
    const faults = faultsIn(data, width)
    if (width === undefined || faults === undefined) return
    told.current.set(width, { width, faults })
    props.onMeasured([...told.current.values()])
  })
  useEffect(() => {
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [])
  return (
    <div ref={box} className={classes.measuring} inert aria-hidden>
      {WIDTHS.map(width => (
        <div key={width} data-width={width}>
          <PageFrame shown={props.shown} title={`${props.shown.page.title} at ${width} px`} />
        </div>
      ))}
    </div>
  )
}

/** A page is a stranger: what it tells of a window of this width is handed on unread, and read by the server. */
function faultsIn(data: unknown, width: number | undefined): readonly unknown[] | undefined {
  const told: Readonly<Record<string, unknown>> = Object(data)
  const isMeant = told.soulgate === 'measured' && told.width === width
  return isMeant && Array.isArray(told.faults) ? told.faults : undefined
}

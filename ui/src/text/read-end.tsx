import { useEffect, useRef } from 'react'
import classes from './agent-text.module.css'

/** The end of something to be read: once it was on the screen, above the verdicts, it was scrolled through. */
export function ReadEnd(props: {
  readonly onSeen: () => void
  /** Pixels at the bottom of the screen that the verdicts cover. */
  readonly covered?: number
}) {
  const { onSeen, covered = 90 } = props
  const end = useRef<HTMLSpanElement>(null)
  const seen = useRef(onSeen)
  seen.current = onSeen
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        observer.disconnect()
        seen.current()
      },
      { rootMargin: `0px 0px -${covered}px` },
    )
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [covered])
  return <span ref={end} className={classes.end} aria-hidden="true" />
}

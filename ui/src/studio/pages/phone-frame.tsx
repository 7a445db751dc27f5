import { PageFrame } from './page-frame.tsx'
import classes from './pages.module.css'
import type { FramedPage } from './use-pages.ts'

/** A page in a frame as wide as a phone. */
export function PhoneFrame(props: {
  readonly shown: FramedPage
  readonly title: string
  readonly width: number
}) {
  return (
    <div className={classes.phone} data-width={props.width}>
      <PageFrame shown={props.shown} title={props.title} />
    </div>
  )
}

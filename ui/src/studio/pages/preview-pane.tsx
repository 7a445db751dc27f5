import { Button, SegmentedControl } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Page } from 'soulgate/contracts/page'
import { client } from '../../application/client.ts'
import { Download } from '../../application/download.tsx'
import { ChangeNotice } from './change-notice.tsx'
import classes from './pages.module.css'
import { PhoneFrame } from './phone-frame.tsx'
import { PointPanel } from './point-panel.tsx'
import { useChosen } from './use-point.ts'

const WIDTHS = ['360', '390', '430'] as const

/** The page as it is on a phone, in a frame that reaches nothing; its links lead to the other pages. */
export function PreviewPane(props: {
  readonly page: Page
  /** The version of the look that the pages share. */
  readonly look: number
  readonly onSeeChange: () => void
}) {
  const { page, look } = props
  const [width, setWidth] = useState<string>(WIDTHS[1])
  const [turn, setTurn] = useState(0)
  const [isPointed, setPointed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const { chosen, forget } = useChosen(box)
  const shown = { page, version: page.current_version, look, isPointed }
  return (
    <div className={classes.preview} ref={box}>
      <ChangeNotice key={page.page_id} page={page} onSee={props.onSeeChange} />
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label="Width of the phone"
          data={[...WIDTHS]}
          value={width}
          onChange={setWidth}
          className={classes.widths ?? ''}
        />
        <Button
          size="xs"
          variant={isPointed ? 'filled' : 'default'}
          aria-pressed={isPointed}
          onClick={() => {
            setPointed(!isPointed)
            forget()
          }}
        >
          Point and change
        </Button>
        <Button size="xs" variant="default" onClick={() => setTurn(turn + 1)}>
          Restart
        </Button>
        <Button
          size="xs"
          variant="default"
          renderRoot={rest => (
            <a
              {...rest}
              href={`/studio/${page.session_id}/preview?page=${page.slug}`}
              target="_blank"
              rel="noreferrer"
            />
          )}
        >
          Open in new tab
        </Button>
        <Download path={client.pages.exportPath(page.session_id)} name={`${page.session_id}.zip`}>
          Download all
        </Download>
      </div>
      {isPointed && <PointPanel page={page} chosen={chosen} onDone={forget} />}
      <PhoneFrame
        key={`${page.page_id} ${shown.version} ${look} ${turn} ${isPointed}`}
        shown={shown}
        title={page.title}
        width={Number(width)}
      />
    </div>
  )
}

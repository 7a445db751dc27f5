import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { SessionPages } from 'soulgate/sdk'
import { Canvas, type Pane } from './canvas.tsx'
import { NewTalk } from './new-talk.tsx'
import { usePages } from './pages/use-pages.ts'
import { ShowDoc } from './show-doc.ts'
import classes from './studio.module.css'
import { Talk } from './talk.tsx'
import { useProductDoc } from './use-product-doc.ts'
import { useTalkRuns } from './use-talk.ts'
import { useTalkLive } from './use-talk-live.ts'

/** Talking with the agent, and beside it what comes of that. */
export function StudioRoom() {
  const { sessionId } = useParams({ strict: false })
  const navigate = useNavigate()
  const runs = useTalkRuns(sessionId)
  const open = useCallback(
    (id: string) => void navigate({ to: '/studio/$sessionId', params: { sessionId: id } }),
    [navigate],
  )
  const control = useTalkLive(sessionId, runs.data?.[0], open)
  const doc = useProductDoc(sessionId)
  const [shows, setShows] = useState<Side>('talk')
  const [pane, setPane] = useState<Pane>('preview')
  const pages = usePages(sessionId)
  if (sessionId === undefined) return <NewTalk control={control} />
  const showDoc = () => {
    setPane('doc')
    setShows('canvas')
  }
  const hasCanvas = Boolean(doc.data) || (pages.data?.pages ?? []).length > 0
  return (
    <div className={classes.studio} data-canvas={hasCanvas || undefined} data-shows={shows}>
      {hasCanvas && <Switch shows={shows} states={statesOf(pages.data)} onShow={setShows} />}
      <ShowDoc value={doc.data ? showDoc : undefined}>
        <Talk key={sessionId} sessionId={sessionId} control={control} />
      </ShowDoc>
      {hasCanvas && <Canvas sessionId={sessionId} wanted={pane} onWant={setPane} />}
    </div>
  )
}

type Side = 'talk' | 'canvas'

/** On a narrow screen one side at a time; a mark says that the other one has become something else. */
function Switch(props: {
  readonly shows: Side
  /** Another value for every state of the pages; empty while there are none. */
  readonly states: string
  readonly onShow: (side: Side) => void
}) {
  const { shows, states } = props
  const [seen, setSeen] = useState(states)
  if (shows === 'canvas' && seen !== states) setSeen(states)
  const isNew = shows === 'talk' && seen !== states
  return (
    <div className={classes.switch}>
      <button type="button" aria-pressed={shows === 'talk'} onClick={() => props.onShow('talk')}>
        Talk
      </button>
      <button type="button" aria-pressed={shows === 'canvas'} onClick={() => props.onShow('canvas')}>
        {states === '' ? 'Product doc' : 'Pages'}
        {isNew && <span className={classes.isNew}>new</span>}
      </button>
    </div>
  )
}

function statesOf(made: SessionPages | undefined): string {
  return (made?.pages ?? []).map(page => `${page.slug} ${page.current_version}`).join()
}

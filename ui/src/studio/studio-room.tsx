import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { Canvas } from './canvas.tsx'
import { NewTalk } from './new-talk.tsx'
import { usePages } from './pages/use-pages.ts'
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
  const pages = usePages(sessionId)
  if (sessionId === undefined) return <NewTalk control={control} />
  const hasCanvas = Boolean(doc.data) || (pages.data?.pages ?? []).length > 0
  return (
    <div className={classes.studio} data-canvas={hasCanvas || undefined} data-shows={shows}>
      {hasCanvas && <Switch shows={shows} onShow={setShows} />}
      <Talk key={sessionId} sessionId={sessionId} control={control} />
      {hasCanvas && <Canvas sessionId={sessionId} />}
    </div>
  )
}

type Side = 'talk' | 'canvas'

/** On a narrow screen one side at a time. */
function Switch(props: { readonly shows: Side; readonly onShow: (side: Side) => void }) {
  const sides = [
    ['talk', 'Talk'],
    ['canvas', 'What comes of it'],
  ] as const
  return (
    <div className={classes.switch}>
      {sides.map(([side, label]) => (
        <button
          key={side}
          type="button"
          aria-pressed={props.shows === side}
          onClick={() => props.onShow(side)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

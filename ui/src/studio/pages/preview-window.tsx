import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { EmptyState, FailureState, LoadingState } from '../../states/states.tsx'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import { PageFrame } from './page-frame.tsx'
import classes from './pages.module.css'
import { usePages } from './use-pages.ts'

/** A page by itself in a window of this application, which keeps it from leading its reader away. */
export function PreviewWindow() {
  const { sessionId } = useParams({ strict: false })
  const { page: slug } = useSearch({ strict: false })
  const { data, error, isPending, refetch } = usePages(sessionId)
  const page = data?.pages.find(item => item.slug === slug) ?? data?.pages[0]
  const title = page === undefined ? undefined : escapeHiddenCharacters(page.title)
  useEffect(() => {
    if (title !== undefined) document.title = `Preview of ${title}`
  }, [title])
  if (isPending) return <LoadingState label="Making the preview" />
  if (error !== null) return <FailureState error={error} onRetry={() => void refetch()} />
  if (page === undefined) return <EmptyState title="There are no pages here yet" />
  const shown = { page, version: page.current_version, look: data?.design_system?.version ?? 0 }
  return (
    <main className={classes.alone}>
      <h1 className="visually-hidden">Preview of {title}</h1>
      <PageFrame key={`${shown.version} ${shown.look}`} shown={shown} title={page.title} />
    </main>
  )
}

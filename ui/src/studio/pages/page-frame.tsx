import { useLayoutEffect, useRef, useState } from 'react'
import { Complaint, messageOf } from '../../states/states.tsx'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import { previewAddress, servePreview } from './serve-preview.ts'
import { type FramedPage, useLinkedPages } from './use-pages.ts'

/**
 * A page in a frame of its own origin: its scripts run there and reach nothing outside. Without `allow-same-origin`
 * it is a stranger to this application whatever it holds. Its links lead to the other pages as they stand now.
 */
export function PageFrame({ shown, title }: { readonly shown: FramedPage; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const read = useLinkedPages(shown)
  const [error, setError] = useState<unknown>()
  // Before the frame can have loaded: what it asks is not to be missed.
  useLayoutEffect(() => {
    if (frame.current === null) return
    return servePreview(frame.current, slug =>
      read(slug).then(
        content => {
          setError(undefined)
          return content
        },
        (cause: unknown) => {
          setError(cause)
          return NOTHING
        },
      ),
    )
  }, [read])
  return (
    <>
      <iframe
        ref={frame}
        src={previewAddress(shown.page.slug)}
        title={`Preview of ${escapeHiddenCharacters(title)}`}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
      />
      {error !== undefined && <Complaint>{messageOf(error)}</Complaint>}
    </>
  )
}

const NOTHING = { html: '<html lang="en"><title>Nothing to show</title>', policy: "default-src 'none'" }

/** What a frame shows: a page, and the Content-Security-Policy that it is to stand under. */
export interface PreviewContent {
  readonly html: string
  readonly policy: string
}

const ADDRESS = /^\/preview\/pages\/([a-z0-9-]{1,40})\.html$/

/** Where the empty document of a page stands; links between pages lead from one of these addresses to another. */
export function previewAddress(slug: string): string {
  return `/preview/pages/${slug}.html`
}

/**
 * Answers the empty document in a frame each time it asks for the page at its address, over the channel that it sent.
 * A frame can sign nothing, so its address is no right to anything and the page is read here. Gives back what stops it.
 */
export function servePreview(
  frame: HTMLIFrameElement,
  read: (slug: string) => Promise<PreviewContent>,
): () => void {
  const onMessage = ({ source, data, ports }: MessageEvent<unknown>) => {
    const [port] = ports
    if (source !== frame.contentWindow || port === undefined) return
    const slug = slugIn(data)
    if (slug !== undefined) void read(slug).then(({ html, policy }) => port.postMessage({ html, policy }))
  }
  window.addEventListener('message', onMessage)
  return () => window.removeEventListener('message', onMessage)
}

function slugIn(data: unknown): string | undefined {
  const { soulgate, path } = Object(data) as { readonly soulgate?: unknown; readonly path?: unknown }
  return soulgate === 'preview' && typeof path === 'string' ? ADDRESS.exec(path)?.[1] : undefined
}

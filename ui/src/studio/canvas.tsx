import { Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Page } from 'soulgate/contracts/page'
import { DocPane } from './doc-pane.tsx'
import { BriefPane } from './pages/brief-pane.tsx'
import { ChecksPane } from './pages/checks-pane.tsx'
import { CodePane } from './pages/code-pane.tsx'
import { LookPane } from './pages/look-pane.tsx'
import { PagePicker } from './pages/page-picker.tsx'
import { PreviewPane } from './pages/preview-pane.tsx'
import { usePages } from './pages/use-pages.ts'
import { VersionsPane } from './pages/versions-pane.tsx'
import classes from './studio.module.css'

export type Pane = 'preview' | 'brief' | 'code' | 'versions' | 'checks' | 'look' | 'doc'
const OF_PAGES: readonly (readonly [pane: Pane, label: string])[] = [
  ['preview', 'Preview'],
  ['brief', 'Brief'],
  ['code', 'Code'],
  ['versions', 'Versions'],
  ['checks', 'Checks'],
  ['look', 'Look'],
]

/** What comes of a talk, beside it: the pages from every side, and the product doc. */
export function Canvas(props: {
  readonly sessionId: string
  readonly wanted: Pane
  readonly onWant: (pane: Pane) => void
}) {
  const { sessionId, wanted, onWant } = props
  const { data } = usePages(sessionId)
  const pages = data?.pages ?? []
  const [slug, setSlug] = useState<string>()
  const page = pages.find(item => item.slug === slug) ?? firstOf(pages)
  const pane = page ? wanted : 'doc'
  const look = data?.design_system
  return (
    <Tabs
      value={pane}
      onChange={next => onWant(toPane(next))}
      keepMounted={false}
      className={classes.canvas ?? ''}
    >
      <Tabs.List className={classes.tabs ?? ''}>
        {page &&
          OF_PAGES.map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        <Tabs.Tab value="doc">Product doc</Tabs.Tab>
      </Tabs.List>
      {page && pane !== 'doc' && pane !== 'look' && pane !== 'brief' && (
        <PagePicker pages={pages} chosen={page} onChoose={setSlug} />
      )}
      <Tabs.Panel value={pane} className={classes.panel ?? ''} tabIndex={0}>
        {pane === 'doc' && <DocPane sessionId={sessionId} />}
        {page && pane === 'preview' && (
          <PreviewPane page={page} look={look?.version ?? 0} onSeeChange={() => onWant('versions')} />
        )}
        {page && pane === 'brief' && <BriefPane sessionId={sessionId} analysis={data?.brief} />}
        {page && pane === 'code' && <CodePane key={page.page_id} page={page} look={look?.version ?? 0} />}
        {page && pane === 'versions' && <VersionsPane key={page.page_id} page={page} />}
        {page && pane === 'checks' && <ChecksPane key={page.page_id} page={page} look={look?.version ?? 0} />}
        {page && pane === 'look' && <LookPane look={look} />}
      </Tabs.Panel>
    </Tabs>
  )
}

function firstOf(pages: readonly Page[]): Page | undefined {
  return pages.find(page => page.slug === 'index') ?? pages[0]
}

function toPane(value: string | null): Pane {
  return OF_PAGES.find(([pane]) => pane === value)?.[0] ?? 'doc'
}

import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Artifact } from 'soulgate/contracts/gate'
import type { WorkItem, WorkItemVersion } from 'soulgate/contracts/work-item'
import { TextDifference } from '../differences/text-difference.tsx'
import runs from '../runs/runs.module.css'
import { FailureState, LoadingState } from '../states/states.tsx'
import { AgentText, LongAgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { useDocument, useVersions } from './use-work.ts'
import classes from './work.module.css'
import { REASON_NAMES, versionsOf } from './work-words.ts'

/** What was written for the item: as it stands, as it was in each kept version, and what differs. */
export function Documents({ item }: { readonly item: WorkItem }) {
  const versions = useVersions(item.item_id)
  if (item.documents.length === 0) return null
  return (
    <section className={runs.section}>
      <h2>Documents</h2>
      {item.documents.map(document => (
        <WorkDocument key={document.path} document={document} versions={versions.data ?? []} />
      ))}
      {versions.isError && <FailureState error={versions.error} onRetry={() => void versions.refetch()} />}
    </section>
  )
}

function WorkDocument(props: { readonly document: Artifact; readonly versions: readonly WorkItemVersion[] }) {
  const { document, versions } = props
  const [isOpen, setOpen] = useState(false)
  const [version, setVersion] = useState('')
  const kept = versionsOf(document.path, versions)
  return (
    <details className={classes.document} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <AgentText text={document.path} /> · {document.size_bytes.toLocaleString('en')} bytes
        {kept.length > 0 && ` · ${kept.length} kept`}
      </summary>
      {isOpen && (
        <div className={classes.documentBody}>
          {kept.length > 0 && (
            <NativeSelect
              label="Show"
              value={version}
              onChange={event => setVersion(event.currentTarget.value)}
              data={[
                { value: '', label: 'As it stands' },
                ...kept.map(each => ({
                  value: each.version_id,
                  label: `What changed since round ${each.round}, ${REASON_NAMES[each.reason]}, ${clockText(each.at)}`,
                })),
              ]}
            />
          )}
          <DocumentText document={document} version={version === '' ? undefined : version} />
        </div>
      )}
    </details>
  )
}

function DocumentText(props: { readonly document: Artifact; readonly version: string | undefined }) {
  const { path, sha256 } = props.document
  const { version } = props
  const now = useDocument(path, sha256 === undefined ? {} : { sha256 })
  const before = useDocument(path, version === undefined ? {} : { version })
  const failed = now.isError ? now : before.isError ? before : undefined
  if (failed) return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />
  if (!now.data || !before.data) return <LoadingState label="Reading the document" lines={3} />
  if (now.data.encoding === 'base64') return <p className={runs.none}>It is no text.</p>
  if (version !== undefined) return <TextDifference before={before.data.content} after={now.data.content} />
  return <LongAgentText mono limit={6000} text={now.data.content} />
}

import { SegmentedControl } from '@mantine/core'
import { useMemo } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { ChangeCount } from '../differences/diff-view.tsx'
import { CheckIcon } from '../icons/icons.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { AgentText } from '../text/agent-text.tsx'
import { FileSection } from './file-section.tsx'
import classes from './review.module.css'
import { foldersOf, type ReviewFile, reviewFiles } from './review-files.ts'

interface Review {
  readonly gate: Gate
  /** Keys of what was looked at. */
  readonly viewed: readonly string[]
  /** Keys of what is folded. */
  readonly folded: readonly string[]
  readonly onFold: (key: string, isFolded: boolean) => void
  readonly onViewed: (key: string, isViewed: boolean) => void
  /** Shows one file. */
  readonly onGo: (key: string) => void
}

/** What is attached to a review: a tree of its files, and each of them with its changes and a tick. */
export function ReviewPanel(props: Review) {
  const { gate, viewed } = props
  const files = useMemo(() => reviewFiles(gate), [gate])
  const [view, setView] = usePreference('diffView')
  if (files.length === 0) return null
  const hasDiffs = files.some(({ artifact }) => artifact.type === 'diff')
  const isOpen = gate.status === 'pending'
  const seen = files.filter(({ key }) => viewed.includes(key)).length
  return (
    <section className={classes.review} aria-label="Attached files">
      <header className={classes.head}>
        <h3>{files.length === 1 ? 'Attached file' : `${files.length} files`}</h3>
        {isOpen && (
          <span className={classes.progress} role="status">
            {seen} of {files.length} viewed
          </span>
        )}
        {hasDiffs && (
          <SegmentedControl
            size="xs"
            className={classes.views ?? ''}
            aria-label="How changes are shown"
            value={view}
            onChange={value => setView(value === 'split' ? 'split' : 'unified')}
            data={[
              { value: 'unified', label: 'Unified' },
              { value: 'split', label: 'Split' },
            ]}
          />
        )}
      </header>
      <div className={classes.columns}>
        {files.length > 1 && <FileTree files={files} viewed={viewed} onGo={props.onGo} />}
        <div className={classes.files}>
          {files.map(file => (
            <FileSection
              key={file.key}
              gate={gate}
              file={file}
              view={view}
              isFolded={props.folded.includes(file.key)}
              isViewed={viewed.includes(file.key)}
              onFold={isFolded => props.onFold(file.key, isFolded)}
              onViewed={() => props.onViewed(file.key, true)}
              onTick={isViewed => {
                props.onViewed(file.key, isViewed)
                props.onFold(file.key, isViewed)
              }}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

function FileTree(props: {
  readonly files: readonly ReviewFile[]
  readonly viewed: readonly string[]
  readonly onGo: (key: string) => void
}) {
  return (
    <nav className={classes.tree} aria-label="Files">
      {foldersOf(props.files).map(({ folder, files }) => (
        <div key={folder}>
          {folder !== '' && (
            <p className={classes.folder}>
              <AgentText text={`${folder}/`} />
            </p>
          )}
          <ul>
            {files.map(file => (
              <li key={file.key}>
                <button type="button" className={classes.leaf} onClick={() => props.onGo(file.key)}>
                  <span className={classes.tick}>
                    {props.viewed.includes(file.key) && <CheckIcon size={13} />}
                  </span>
                  <span className={classes.name}>
                    <AgentText text={file.path.split('/').at(-1) ?? ''} />
                  </span>
                  {file.artifact.type === 'diff' && file.lines && <ChangeCount lines={file.lines} />}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

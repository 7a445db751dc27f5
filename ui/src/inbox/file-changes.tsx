import { useMemo } from 'react'
import type { FileChange } from 'soulgate/contracts/evidence'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { ChangeCount, DiffView } from '../differences/diff-view.tsx'
import { linesBetween } from '../differences/lines.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useLineNotes } from '../review/use-line-notes.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { ReadEnd } from '../text/read-end.tsx'
import classes from './file-changes.module.css'

const ACTS: Readonly<Record<FileChange['act'], string>> = {
  create: 'New file',
  change: 'Changes',
  delete: 'Deletes',
}

const OMITTED: Readonly<Record<NonNullable<FileChange['omitted']>, string>> = {
  not_text: 'It is no text, so there is nothing to compare.',
  too_large: 'It is too large to be compared here.',
  not_allowed: 'A rule keeps you from reading this file, so it is not compared.',
  unreadable: 'It could not be read, so it is not compared.',
  folder: '',
}

/** The difference that one call would make, file by file. */
export function FileChanges(props: {
  readonly gateId: string
  readonly call: ToolCall
  readonly files: readonly FileChange[]
  /** Told once all of a difference was on the screen. */
  readonly onRead: () => void
}) {
  const { files } = props
  const listed = files.filter(file => file.omitted === 'folder')
  return (
    <div className={classes.changes} data-change-of={props.call.call_id}>
      {files.map(
        file =>
          file.omitted !== 'folder' && <OneFile key={`${file.act} ${file.path}`} {...props} file={file} />,
      )}
      {listed.length > 0 && <FolderList files={listed} />}
    </div>
  )
}

function OneFile({
  gateId,
  call,
  file,
  onRead,
}: {
  readonly gateId: string
  readonly call: ToolCall
  readonly file: FileChange
  readonly onRead: () => void
}) {
  const { path, before = '', after = '', omitted } = file
  const [view] = usePreference('diffView')
  const lines = useMemo(() => linesBetween(before, after), [before, after])
  const notes = useLineNotes(gateId, { part: `${call.call_id}/${path}`, path })
  const isSame = omitted === undefined && file.act === 'change' && before === after
  return (
    <figure className={classes.file}>
      <figcaption className={classes.caption}>
        <b>{ACTS[file.act]}</b>{' '}
        <code>
          <AgentText text={path} />
        </code>{' '}
        {omitted === undefined && !isSame && <ChangeCount lines={lines} />}
      </figcaption>
      {omitted !== undefined && <p className={classes.aside}>{OMITTED[omitted]}</p>}
      {isSame && <p className={classes.aside}>The file holds exactly this already.</p>}
      {omitted === undefined && !isSame && lines.length > 0 && (
        <DiffView
          lines={lines}
          view={file.act === 'change' ? view : 'unified'}
          label={`Changes in ${escapeHiddenCharacters(path)}`}
          notes={notes}
          end={<ReadEnd onSeen={onRead} />}
        />
      )}
      {omitted === undefined && !isSame && lines.length === 0 && (
        <p className={classes.aside}>The file is empty.</p>
      )}
    </figure>
  )
}

function FolderList({ files }: { readonly files: readonly FileChange[] }) {
  const unnamed = files.reduce((sum, file) => sum + (file.unnamed ?? 0), 0)
  const all = unnamed + files.filter(file => file.size_bytes !== undefined).length
  return (
    <figure className={classes.file}>
      <figcaption className={classes.caption}>
        <b>Deletes</b> {all === 0 ? 'an empty folder' : `${all} ${all === 1 ? 'file' : 'files'}`}
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard */}
      <section className={classes.list} tabIndex={0} aria-label="What is deleted">
        <ul>
          {files.map(file => (
            <li key={file.path}>
              <code>
                <AgentText text={file.path} />
              </code>
              {file.unnamed !== undefined && (
                <span className={classes.aside}>
                  {file.unnamed.toLocaleString()} more that are not named here: you may not read them, or they
                  are too many
                </span>
              )}
              {file.size_bytes !== undefined && (
                <span className={classes.aside}>{file.size_bytes.toLocaleString()} bytes</span>
              )}
            </li>
          ))}
        </ul>
      </section>
    </figure>
  )
}

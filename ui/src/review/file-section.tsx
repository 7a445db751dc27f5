import { Button, Checkbox } from '@mantine/core'
import { useMemo } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { ChangeCount, DiffView } from '../differences/diff-view.tsx'
import { type Line, linesOfPatch, linesOfText } from '../differences/lines.ts'
import { LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../text/hidden-characters.ts'
import { ReadEnd } from '../text/read-end.tsx'
import { useDocument } from '../work-items/use-work.ts'
import classes from './review.module.css'
import type { ReviewFile } from './review-files.ts'
import { useLineNotes } from './use-line-notes.tsx'

interface Section {
  readonly gate: Gate
  readonly file: ReviewFile
  readonly view: 'unified' | 'split'
  readonly isFolded: boolean
  readonly isViewed: boolean
  readonly onFold: (isFolded: boolean) => void
  /** All of it was on the screen. */
  readonly onViewed: () => void
  /** Ticked by hand, which folds it. */
  readonly onTick: (isViewed: boolean) => void
}

/** One file of a review. It counts as viewed once its end was on the screen, or when it is ticked. */
export function FileSection(props: Section) {
  const { gate, file, isFolded, isViewed } = props
  const isOpen = gate.status === 'pending'
  return (
    <section
      className={classes.file}
      data-artifact={file.key}
      data-viewed={isViewed || undefined}
      aria-label={escapeHiddenCharacters(file.path)}
    >
      <header className={classes.fileHead}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!isFolded}
          onClick={() => props.onFold(!isFolded)}
        >
          <span className={classes.chevron} aria-hidden="true" />
          <AgentText text={file.path} />
        </button>
        <FileFacts file={file} />
        {isOpen && (
          <Checkbox
            size="xs"
            label="Viewed"
            checked={isViewed}
            onChange={event => props.onTick(event.currentTarget.checked)}
          />
        )}
      </header>
      {!isFolded && <Content {...props} />}
    </section>
  )
}

function FileFacts({ file }: { readonly file: ReviewFile }) {
  const { artifact, lines } = file
  if (artifact.type === 'diff' && lines) return <ChangeCount lines={lines} />
  return (
    <span className={classes.facts}>
      {artifact.type} · {artifact.size_bytes.toLocaleString()} bytes
    </span>
  )
}

/** The attached text, or the file as the server holds it. */
function Content(props: Section) {
  const { file } = props
  if (file.lines === undefined) return <StoredContent {...props} />
  return <Lines {...props} lines={file.lines} />
}

function StoredContent(props: Section) {
  const { path, sha256, type } = props.file.artifact
  const stored = useDocument(path, sha256 === undefined ? {} : { sha256 })
  const text = stored.data?.encoding === 'utf-8' ? stored.data.content : undefined
  const lines = useMemo(
    () => text && (type === 'diff' ? linesOfPatch(text.split('\n')) : linesOfText(text)),
    [text, type],
  )
  if (stored.isPending) return <LoadingState label="Reading the file" lines={3} />
  if (lines) return <Lines {...props} lines={lines} />
  return (
    <p className={classes.actions}>
      <span>No text of this file is stored here. Open it where it is kept.</span>
      {!props.isViewed && (
        <Button variant="default" size="xs" onClick={props.onViewed}>
          I have read this file
        </Button>
      )}
    </p>
  )
}

function Lines({
  gate,
  file,
  view,
  onViewed,
  isViewed,
  lines,
}: Section & { readonly lines: readonly Line[] }) {
  const notes = useLineNotes(gate.gate_id, { part: file.key, path: file.path })
  return (
    <>
      {file.isCut && <p className={classes.facts}>The agent attached only this part of it.</p>}
      <DiffView
        lines={lines}
        view={file.artifact.type === 'diff' ? view : 'unified'}
        label={`Lines of ${escapeHiddenCharacters(file.path)}`}
        notes={gate.status === 'pending' ? notes : undefined}
        folds={file.artifact.type === 'diff'}
        end={isViewed ? undefined : <ReadEnd onSeen={onViewed} />}
      />
    </>
  )
}

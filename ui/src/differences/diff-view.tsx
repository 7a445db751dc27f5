import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { AgentText } from '../text/agent-text.tsx'
import classes from './diff-view.module.css'
import { countChanges, foldLines, type Gap, type Line, pairLines } from './lines.ts'

const CONTEXT = 3
/** So many rows are drawn at first; more on demand, so that a very long file opens at once. */
const MAX_ROWS = 800

/** A line of one side, as somebody points at it. */
export interface LinePlace {
  readonly side: 'before' | 'after'
  readonly line: number
}

/** What people write at lines; without it lines are only shown. */
export interface LineNotes {
  readonly onOpen: (place: LinePlace) => void
  /** What stands below a line. */
  readonly below: (place: LinePlace) => ReactNode
}

interface Shown {
  readonly lines: readonly Line[]
  readonly view?: 'unified' | 'split'
  /** What the lines are of, for those who do not see them. */
  readonly label: string
  readonly notes?: LineNotes | undefined
  /** False where nothing is left out, since all of it is to be read. */
  readonly folds?: boolean
  /** Stands behind the last line, once all of them are drawn. */
  readonly end?: ReactNode
}

/** Lines of a difference, above or beside each other; long stretches that stay the same are folded. */
export function DiffView({ lines, view = 'unified', label, notes, end, folds = true }: Shown) {
  const [open, setOpen] = useState<readonly number[]>([])
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => {
    const folded = folds ? foldLines(lines, { context: CONTEXT, open }) : lines
    return view === 'split' ? pairLines(folded) : folded.map(line => ({ across: line }))
  }, [lines, open, view, folds])
  const shown = isWhole ? rows : rows.slice(0, MAX_ROWS)
  const Row = view === 'split' ? SplitRow : UnifiedRow
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider or longer than the box is scrolled by keyboard
    <section className={classes.box} data-view={view} tabIndex={0} aria-label={label}>
      <table className={classes.lines}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Line before</th>
            {view === 'split' && <th scope="col">Before</th>}
            <th scope="col">Line after</th>
            <th scope="col">{view === 'split' ? 'After' : 'Text'}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <Fragment key={index}>
              {'across' in row && row.across?.kind === 'gap' ? (
                <GapRow gap={row.across} span={view} onOpen={at => setOpen([...open, at])} />
              ) : (
                <Row row={row} notes={notes} />
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length ? (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          Show {(rows.length - shown.length).toLocaleString()} more lines
        </button>
      ) : (
        end
      )}
    </section>
  )
}

type Row = ReturnType<typeof pairLines>[number]

function UnifiedRow({ row, notes }: { readonly row: Row; readonly notes: LineNotes | undefined }) {
  const line = row.across
  if (!line || line.kind === 'gap') return null
  const place = placeOf(line, line.kind === 'removed' ? 'before' : 'after')
  return (
    <>
      <tr data-kind={line.kind}>
        <LineNumber number={line.before} place={place?.side === 'before' ? place : undefined} notes={notes} />
        <LineNumber number={line.after} place={place?.side === 'after' ? place : undefined} notes={notes} />
        <td className={classes.text} data-sign={SIGNS[line.kind]}>
          <LineText line={line} />
        </td>
      </tr>
      <NoteRow place={place} notes={notes} span={3} />
    </>
  )
}

function SplitRow({ row, notes }: { readonly row: Row; readonly notes: LineNotes | undefined }) {
  const { left, right, across } = row
  if (across && across.kind !== 'gap')
    return (
      <tr data-kind={across.kind}>
        <td colSpan={4} className={classes.text}>
          <LineText line={across} />
        </td>
      </tr>
    )
  const [before, after] = [placeOf(left, 'before'), placeOf(right, 'after')]
  return (
    <>
      <tr>
        <LineNumber
          number={left?.before}
          place={left?.kind === 'removed' ? before : undefined}
          notes={notes}
        />
        <td className={classes.text} data-kind={left?.kind ?? 'none'}>
          {left && <LineText line={left} />}
        </td>
        <LineNumber number={right?.after} place={after} notes={notes} />
        <td className={classes.text} data-kind={right?.kind ?? 'none'}>
          {right && <LineText line={right} />}
        </td>
      </tr>
      {left?.kind === 'removed' && <NoteRow place={before} notes={notes} span={4} />}
      <NoteRow place={after} notes={notes} span={4} />
    </>
  )
}

const SIGNS = { added: '+', removed: '−', same: ' ', note: ' ' } as const

function placeOf(line: Line | undefined, side: LinePlace['side']): LinePlace | undefined {
  const number = line?.[side]
  return number === undefined ? undefined : { side, line: number }
}

function LineNumber(props: {
  readonly number: number | undefined
  readonly place: LinePlace | undefined
  readonly notes: LineNotes | undefined
}) {
  const { number, place, notes } = props
  return (
    <td className={classes.number}>
      {number !== undefined && place && notes ? (
        <button
          type="button"
          className={classes.comment}
          tabIndex={-1}
          aria-label={`Comment on line ${number}${place.side === 'before' ? ' as it was' : ''}`}
          onClick={() => notes.onOpen(place)}
        >
          {number}
        </button>
      ) : (
        number
      )}
    </td>
  )
}

function NoteRow(props: {
  readonly place: LinePlace | undefined
  readonly notes: LineNotes | undefined
  readonly span: number
}) {
  const below = props.place && props.notes?.below(props.place)
  if (!below) return null
  return (
    <tr>
      <td colSpan={props.span} className={classes.note}>
        {below}
      </td>
    </tr>
  )
}

function LineText({ line }: { readonly line: Line }) {
  if (!line.words) return <AgentText text={line.text} />
  const Changed = line.kind === 'removed' ? 'del' : 'ins'
  return line.words.map((word, index) => {
    const Word = word.isChanged ? Changed : 'span'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a word is known by its place
      <Word key={index}>
        <AgentText text={word.text} />
      </Word>
    )
  })
}

function GapRow(props: {
  readonly gap: Gap
  readonly span: 'unified' | 'split'
  readonly onOpen: (at: number) => void
}) {
  const { gap, span } = props
  return (
    <tr>
      <td colSpan={span === 'split' ? 4 : 3} className={classes.gap}>
        <button type="button" onClick={() => props.onOpen(gap.at)}>
          Show {gap.count.toLocaleString()} unchanged lines
        </button>
      </td>
    </tr>
  )
}

/** `+3 −1`. */
export function ChangeCount({ lines }: { readonly lines: readonly Line[] }) {
  const { added, removed } = countChanges(lines)
  return (
    <span className={classes.count}>
      <span data-kind="added">+{added.toLocaleString()}</span>{' '}
      <span data-kind="removed">−{removed.toLocaleString()}</span>
    </span>
  )
}

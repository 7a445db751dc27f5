import { memo } from 'react'
import type { BlockStatus, PlanBlock } from 'soulgate/contracts/plan'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import { BLOCK_STATUS_NAMES } from '../plan-words.ts'
import classes from './gantt.module.css'
import type { GanttRow, WallBlock } from './gantt-rows.ts'
import { PX_PER_DAY, type Span, xOf, type Zoom } from './gantt-scale.ts'
import type { BlockDraft, BlockSelection } from './use-block-selection.ts'
import { DAY, type WallMinutes, wallRangeWords } from './wall-clock.ts'

const MIN_PX = 9

interface Scale {
  readonly span: Span
  readonly zoom: Zoom
}

/** What stands on the track of one row: its extent, its blocks, its milestones. */
export const GanttBars = memo(function GanttBars(
  props: Scale & { readonly row: GanttRow; readonly now: WallMinutes; readonly desk: BlockSelection },
) {
  const { row, span, zoom, desk } = props
  const { start, end } = row
  return (
    <div className={classes.track}>
      {start !== undefined && end !== undefined && (
        <span
          className={row.isGroup ? classes.summary : classes.extent}
          style={{
            left: xOf(span, zoom, start),
            width: Math.max(2, xOf(span, zoom, end) - xOf(span, zoom, start)),
          }}
        />
      )}
      {row.milestones.map(at => (
        <span
          key={at}
          className={classes.milestone}
          style={{ left: xOf(span, zoom, at) }}
          role="img"
          aria-label={`Milestone ${escapeHiddenCharacters(row.node.title)}, ${wallRangeWords(at, at)}`}
        />
      ))}
      {row.blocks.map(each => (
        <Block key={each.block.block_id} {...{ each, span, zoom, desk }} />
      ))}
    </div>
  )
})

function Block({
  each,
  span,
  zoom,
  desk,
}: Scale & { readonly each: WallBlock; readonly desk: BlockSelection }) {
  const { block } = each
  const draft = desk.draft?.block.block_id === block.block_id ? desk.draft : undefined
  const { start, end } = draft ?? each
  const place = placeOf(start, end, { span, zoom })
  return (
    <>
      {draft && <span className={classes.ghost} style={placeOf(each.start, each.end, { span, zoom })} />}
      <button
        type="button"
        className={classes.block}
        style={place}
        data-block={block.block_id}
        data-status={block.status}
        data-moved={draft ? true : undefined}
        aria-pressed={desk.selectedId === block.block_id}
        aria-label={blockName(block, draft ?? each)}
        title={blockName(block, draft ?? each)}
        tabIndex={desk.tabStop === block.block_id ? 0 : -1}
        onClick={() => desk.select(block.block_id)}
        onFocus={() => desk.reach(block.block_id)}
        onPointerDown={event => desk.grab(event, each, PX_PER_DAY[zoom])}
      >
        {place.width > 64 && <span aria-hidden="true">{wallRangeWords(start, end).split(', ').at(-1)}</span>}
      </button>
    </>
  )
}

/** What a block is called where it is drawn as a box alone. */
function blockName(
  block: Pick<PlanBlock, 'title' | 'status'>,
  at: Pick<BlockDraft, 'start' | 'end'>,
): string {
  const status: BlockStatus = block.status
  const words = status === 'scheduled' ? '' : `, ${BLOCK_STATUS_NAMES[status].toLowerCase()}`
  return `${escapeHiddenCharacters(block.title)}, ${wallRangeWords(at.start, at.end)}${words}`
}

function placeOf(start: WallMinutes, end: WallMinutes, { span, zoom }: Scale) {
  const width = Math.max(MIN_PX, ((end - start) / DAY) * PX_PER_DAY[zoom])
  return { left: xOf(span, zoom, start), width }
}

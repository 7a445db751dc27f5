import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import type { PlanBlock } from 'soulgate/contracts/plan'
import type { GanttRow, WallBlock } from './gantt-rows.ts'
import { STEP_MINUTES, type Zoom } from './gantt-scale.ts'
import { DAY, type WallMinutes } from './wall-clock.ts'

/** A block as it would stand; nothing is changed before somebody keeps it. */
export interface BlockDraft {
  readonly block: PlanBlock
  readonly start: WallMinutes
  readonly end: WallMinutes
}

export interface BlockSelection {
  readonly selectedId: string | undefined
  readonly draft: BlockDraft | undefined
  /** The one block that the Tab key reaches; arrow keys go on from there. */
  readonly tabStop: string | undefined
  select(blockId: string): void
  reach(blockId: string): void
  grab(event: PointerEvent<HTMLElement>, at: WallBlock, pxPerDay: number): void
  onKeyDown(event: KeyboardEvent): void
}

const DRAG_PX = 4

/** What is done with blocks in the chart, by keys and by pointer: reached, selected, moved as a draft. */
export function useBlockSelection(options: {
  readonly rows: readonly GanttRow[]
  readonly zoom: Zoom
  readonly now: WallMinutes
  readonly mayMove: boolean
  readonly onKeep: (draft: BlockDraft) => void
}) {
  const { rows, zoom, now, mayMove } = options
  const [selectedId, setSelected] = useState<string>()
  const [reachedId, setReached] = useState<string>()
  const [draft, setDraft] = useState<BlockDraft>()
  const all = rows.flatMap(row => row.blocks)
  const idOf = (each: WallBlock | undefined) => each?.block.block_id
  const next = all.find(each => each.end >= now && each.block.status === 'scheduled')
  const isThere = (id: string | undefined) => all.some(each => idOf(each) === id)
  const move = (at: WallBlock, minutes: number) => {
    if (!mayMove) return
    setSelected(idOf(at))
    setDraft(before => {
      const { start, end } = before && before.block.block_id === idOf(at) ? before : at
      return { block: at.block, start: start + minutes, end: end + minutes }
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset.block : undefined
    const at = all.find(each => idOf(each) === id)
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return
    const isMoved = draft?.block.block_id === id
    const minutes = event.shiftKey ? minutesFor(event.key, zoom) : undefined
    if (minutes !== undefined) move(at, minutes)
    else if (event.key === 'Enter' && isMoved && draft) options.onKeep(draft)
    else if (event.key === 'Escape' && isMoved) setDraft(undefined)
    else if (!focusNeighbour(rows, at, event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  const desk: BlockSelection = {
    ...{ selectedId, draft, onKeyDown },
    tabStop: isThere(reachedId) ? reachedId : idOf(next ?? all[0]),
    select: setSelected,
    reach: setReached,
    grab: (event, at, pxPerDay) => {
      if (mayMove && event.button === 0) follow(event, pxPerDay, zoom, by => move(at, by))
    },
  }
  return { desk, draft, setDraft, selected: all.find(each => idOf(each) === selectedId), setSelected }
}

function minutesFor(key: string, zoom: Zoom): number | undefined {
  const across = zoom === 'day' ? STEP_MINUTES.day : DAY
  if (key === 'ArrowLeft') return -across
  if (key === 'ArrowRight') return across
  if (key === 'ArrowUp') return -STEP_MINUTES.day
  return key === 'ArrowDown' ? STEP_MINUTES.day : undefined
}

/** Moves the focus to the block beside, or to the nearest one in the next row that has any. */
function focusNeighbour(rows: readonly GanttRow[], at: WallBlock, event: KeyboardEvent): boolean {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (step === undefined || event.shiftKey) return false
  const index = rows.findIndex(row => row.blocks.includes(at))
  const row = rows[index]
  const isAcross = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
  const found = isAcross ? row?.blocks[row.blocks.indexOf(at) + step] : nearestIn(rows, index, step, at)
  const chart = event.currentTarget
  if (found) chart.querySelector<HTMLElement>(`[data-block="${CSS.escape(found.block.block_id)}"]`)?.focus()
  return true
}

function nearestIn(
  rows: readonly GanttRow[],
  index: number,
  step: number,
  at: WallBlock,
): WallBlock | undefined {
  for (let row = index + step; row >= 0 && row < rows.length; row += step) {
    const blocks = rows[row]?.blocks ?? []
    if (blocks.length > 0)
      return blocks.reduce((best, each) =>
        Math.abs(each.start - at.start) < Math.abs(best.start - at.start) ? each : best,
      )
  }
  return undefined
}

/** Follows a pointer that drags a block; each snap is told once, as the difference to the one before. */
function follow(
  event: PointerEvent<HTMLElement>,
  pxPerDay: number,
  zoom: Zoom,
  onMove: (minutes: number) => void,
): void {
  const { currentTarget: handle, clientX: from, pointerId } = event
  const snap = zoom === 'day' ? 15 : DAY
  let told = 0
  const onPointerMove = (moved: globalThis.PointerEvent) => {
    const px = moved.clientX - from
    const minutes = Math.abs(px) < DRAG_PX ? 0 : Math.round(((px / pxPerDay) * DAY) / snap) * snap
    if (minutes === told) return
    onMove(minutes - told)
    told = minutes
  }
  const stop = () => {
    handle.removeEventListener('pointermove', onPointerMove)
    handle.removeEventListener('pointerup', stop)
    handle.removeEventListener('pointercancel', stop)
  }
  handle.setPointerCapture(pointerId)
  handle.addEventListener('pointermove', onPointerMove)
  handle.addEventListener('pointerup', stop)
  handle.addEventListener('pointercancel', stop)
}

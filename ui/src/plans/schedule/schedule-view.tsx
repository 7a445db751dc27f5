import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Plan, PlanNode, PlanSchedule } from 'soulgate/contracts/plan'
import { isRefused } from 'soulgate/sdk'
import { Download } from '../../application/download.tsx'
import { Complaint, messageOf } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import { useNow } from '../../time/use-now.ts'
import { RefusedWords } from '../new/refused-words.tsx'
import { closedAtFirst, treeOf } from '../outline/plan-tree.ts'
import plans from '../plans.module.css'
import { useBlockChange } from '../use-plans.ts'
import { Agenda } from './agenda.tsx'
import { BlockPanel } from './block-panel.tsx'
import { Gantt } from './gantt.tsx'
import { deadlineOf } from './gantt-backdrop.tsx'
import { ganttRows, wallBlocksOf } from './gantt-rows.ts'
import { spanOf, type Zoom } from './gantt-scale.ts'
import classes from './schedule.module.css'
import { type BlockDraft, useBlockSelection } from './use-block-selection.ts'
import { wallMinutesAt, wallText } from './wall-clock.ts'

const NARROW = '(max-width: 700px)'

/** When what is done: as a chart over time, or as a diary; blocks are moved and ticked off in both. */
export function ScheduleView(props: {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  readonly schedule: PlanSchedule
  readonly mayChange: boolean
}) {
  const { plan, schedule, mayChange } = props
  const [form, setForm] = useState<'chart' | 'agenda'>(() =>
    window.matchMedia(NARROW).matches ? 'agenda' : 'chart',
  )
  const { zoom, setZoom, rows, span, now, toggle, blocks } = useChart(props)
  const change = useBlockChange(plan.plan_id)
  const keep = ({ block, start, end }: BlockDraft) =>
    change.mutate(
      { blockId: block.block_id, change: { start: wallText(start), end: wallText(end) } },
      { onSuccess: answer => !isRefused(answer) && setDraft(undefined) },
    )
  const { desk, draft, setDraft, setSelected } = useBlockSelection({
    ...{ rows, zoom, now, mayMove: mayChange, onKeep: keep },
  })
  const selected = blocks.find(({ block }) => block.block_id === desk.selectedId)
  const onDone = (blockId: string, isDone: boolean) =>
    change.mutate({ blockId, change: { status: isDone ? 'completed' : 'scheduled' } })
  const trouble = (
    <>
      {isRefused(change.data) && <RefusedWords refused={change.data} />}
      {change.isError && <Complaint>{messageOf(change.error)}</Complaint>}
    </>
  )
  if (blocks.length === 0) return <p className={plans.none}>Nothing is placed in the calendar yet.</p>
  return (
    <>
      <Tools {...{ plan, form, zoom, onForm: setForm, onZoom: setZoom }} timezone={schedule.timezone} />
      {form === 'chart' ? (
        <>
          <Gantt {...{ plan, rows, span, zoom, now, desk, onToggle: toggle }} />
          <KeyHint mayChange={mayChange} />
        </>
      ) : (
        <Agenda
          {...{ blocks, now, selectedId: desk.selectedId, mayTick: mayChange, onSelect: desk.select }}
          onDone={({ block }, isDone) => onDone(block.block_id, isDone)}
        />
      )}
      {selected && (
        <BlockPanel
          at={selected}
          draft={draft?.block.block_id === selected.block.block_id ? draft : undefined}
          mayMove={mayChange}
          isBusy={change.isPending}
          onDraft={setDraft}
          onKeep={keep}
          onDone={isDone => onDone(selected.block.block_id, isDone)}
          onClose={() => {
            setSelected(undefined)
            setDraft(undefined)
          }}
        >
          {trouble}
        </BlockPanel>
      )}
      {!selected && trouble}
      <p className="visually-hidden" role="status">
        {draft &&
          `Would be moved to ${wallText(draft.start).replace('T', ' ')}. Enter keeps it, Escape puts it back.`}
      </p>
      <Notes notes={schedule.notes} />
    </>
  )
}

function useChart(props: Parameters<typeof ScheduleView>[0]) {
  const { plan, nodes, schedule } = props
  const [zoom, setZoom] = useState<Zoom>(() => zoomFor(schedule))
  const [closed, setClosed] = useState(() => closedAtFirst(treeOf(nodes)))
  const now = wallMinutesAt(useNow(60_000), schedule.timezone)
  const blocks = useMemo(() => wallBlocksOf(schedule), [schedule])
  const rows = useMemo(() => ganttRows(nodes, schedule, closed), [nodes, schedule, closed])
  const deadline = deadlineOf(plan)
  const moments = blocks.flatMap(({ start, end }) => [start, end])
  const span = spanOf([...moments, ...(deadline === undefined ? [] : [deadline])], zoom)
  const toggle = (id: string, isClosed: boolean) => {
    const next = new Set(closed)
    if (isClosed) next.add(id)
    else next.delete(id)
    setClosed(next)
  }
  return { zoom, setZoom, rows, span, now, toggle, blocks }
}

function Tools(props: {
  readonly plan: Plan
  readonly form: 'chart' | 'agenda'
  readonly zoom: Zoom
  readonly timezone: string
  readonly onForm: (form: 'chart' | 'agenda') => void
  readonly onZoom: (zoom: Zoom) => void
}) {
  return (
    <div className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label="Shown as"
        value={props.form}
        onChange={value => props.onForm(value === 'agenda' ? 'agenda' : 'chart')}
        data={[
          { value: 'chart', label: 'Chart' },
          { value: 'agenda', label: 'Agenda' },
        ]}
      />
      {props.form === 'chart' && (
        <SegmentedControl
          size="xs"
          aria-label="Scale"
          value={props.zoom}
          onChange={value => props.onZoom(value === 'day' || value === 'month' ? value : 'week')}
          data={[
            { value: 'day', label: 'Days' },
            { value: 'week', label: 'Weeks' },
            { value: 'month', label: 'Months' },
          ]}
        />
      )}
      <span className={plans.none}>{props.timezone}</span>
      <Download path={`/api/plans/${encodeURIComponent(props.plan.plan_id)}/schedule.ics`} name="plan.ics">
        Calendar file (.ics)
      </Download>
    </div>
  )
}

function KeyHint({ mayChange }: { readonly mayChange: boolean }) {
  return (
    <p className={classes.keys}>
      Arrow keys go from block to block.{' '}
      {mayChange && (
        <>
          <kbd>Shift</kbd> + arrows move the one you are on: <kbd>←</kbd> <kbd>→</kbd> by a day, <kbd>↑</kbd>{' '}
          <kbd>↓</kbd> by half an hour. <kbd>Enter</kbd> keeps it, <kbd>Escape</kbd> puts it back.
        </>
      )}
    </p>
  )
}

function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={classes.notes}>
      {notes.map(note => (
        <li key={note}>
          <AgentText text={note} />
        </li>
      ))}
    </ul>
  )
}

/** Short plans are looked at closely at first, long ones from far away. */
function zoomFor(schedule: PlanSchedule): Zoom {
  const starts = schedule.blocks.map(({ start }) => Date.parse(start))
  const days = (Math.max(...starts) - Math.min(...starts)) / 86_400_000
  if (!(days > 5)) return 'day'
  return days > 45 ? 'month' : 'week'
}

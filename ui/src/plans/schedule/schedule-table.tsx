import { useState } from 'react'
import type { PlanSchedule } from 'soulgate/contracts/plan'
import { AgentText } from '../../text/agent-text.tsx'
import { effortText } from '../outline/plan-tree.ts'
import plans from '../plans.module.css'
import { wallBlocksOf } from './gantt-rows.ts'
import classes from './schedule.module.css'
import { wallRangeWords } from './wall-clock.ts'

const FIRST = 40

/** Every block of a schedule in order of time, to be read before it is approved. */
export function ScheduleTable({ schedule }: { readonly schedule: PlanSchedule }) {
  const [isWhole, setWhole] = useState(false)
  const blocks = wallBlocksOf(schedule)
  const minutes = blocks.reduce((sum, { start, end }) => sum + end - start, 0)
  const shown = isWhole ? blocks : blocks.slice(0, FIRST)
  return (
    <>
      <p className={plans.none}>
        {blocks.length} {blocks.length === 1 ? 'block' : 'blocks'} · {effortText(minutes)} ·{' '}
        {schedule.timezone}
      </p>
      <ol className={classes.table} aria-label="Blocks">
        {shown.map(({ block, start, end }) => (
          <li key={block.block_id}>
            <span className={classes.tableTime}>{wallRangeWords(start, end)}</span>
            <AgentText text={block.title} />
          </li>
        ))}
      </ol>
      {shown.length < blocks.length && (
        <button type="button" className={classes.showAll} onClick={() => setWhole(true)}>
          Show all
        </button>
      )}
    </>
  )
}

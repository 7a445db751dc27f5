import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { AgentText } from '../../text/agent-text.tsx'
import { escapeHiddenCharacters } from '../../text/hidden-characters.ts'
import { effortText } from '../outline/plan-tree.ts'
import { BLOCK_STATUS_NAMES } from '../plan-words.ts'
import plans from '../plans.module.css'
import { blocksByDay, type WallBlock } from './gantt-rows.ts'
import classes from './schedule.module.css'
import { DAY, startOfDay, startOfWeek, type WallMinutes, wallRangeWords, wallWords } from './wall-clock.ts'

const WEEK = 7 * DAY
const FIRST_WEEKS = 3

/** The schedule as a diary: weeks with their days, from this one on. */
export function Agenda(props: {
  readonly blocks: readonly WallBlock[]
  readonly now: WallMinutes
  readonly selectedId: string | undefined
  readonly mayTick: boolean
  readonly onSelect: (blockId: string) => void
  readonly onDone: (at: WallBlock, isDone: boolean) => void
}) {
  const { blocks, now } = props
  const weeks = [...Map.groupBy(blocks, ({ start }) => startOfWeek(start))]
  const here = weeks.findIndex(([week]) => week + WEEK > now)
  const first = here === -1 ? Math.max(0, weeks.length - 1) : here
  const [from, setFrom] = useState(first)
  const [to, setTo] = useState(first + FIRST_WEEKS)
  return (
    <div className={classes.agenda}>
      {from > 0 && (
        <Button variant="default" size="xs" onClick={() => setFrom(Math.max(0, from - FIRST_WEEKS))}>
          Earlier weeks
        </Button>
      )}
      {weeks.slice(from, to).map(([week, own]) => (
        <section key={week} className={classes.week} aria-label={`Week of ${wallWords(week, 'longDay')}`}>
          <h3>
            {week === startOfWeek(now) ? 'This week' : `Week of ${wallWords(week, 'shortDate')}`}
            <span className={plans.none}>
              {' '}
              {effortText(own.reduce((sum, { start, end }) => sum + end - start, 0))}
            </span>
          </h3>
          {[...blocksByDay(own)].map(([day, ofDay]) => (
            <Day key={day} {...props} day={day} blocks={ofDay} />
          ))}
        </section>
      ))}
      {to < weeks.length && (
        <Button variant="default" size="xs" onClick={() => setTo(to + FIRST_WEEKS)}>
          Later weeks
        </Button>
      )}
    </div>
  )
}

function Day(props: Parameters<typeof Agenda>[0] & { readonly day: WallMinutes }) {
  const { day, now } = props
  const isToday = day === startOfDay(now)
  return (
    <div className={classes.day} data-today={isToday || undefined}>
      <h4>
        <span>{wallWords(day, 'day')}</span>
        {isToday && <span className={classes.todayMark}>today</span>}
      </h4>
      <ul>
        {props.blocks.map(at => (
          <AgendaRow key={at.block.block_id} at={at} {...props} />
        ))}
      </ul>
    </div>
  )
}

function AgendaRow(props: Omit<Parameters<typeof Agenda>[0], 'blocks'> & { readonly at: WallBlock }) {
  const { at, selectedId, mayTick } = props
  const { block, start, end } = at
  const times = wallRangeWords(start, end).split(', ').slice(-1)[0]
  return (
    <li className={classes.entry} data-status={block.status}>
      <Checkbox
        aria-label={`${escapeHiddenCharacters(block.title)} is done`}
        checked={block.status === 'completed'}
        disabled={!mayTick}
        onChange={event => props.onDone(at, event.currentTarget.checked)}
      />
      <button
        type="button"
        className={classes.entryBody}
        aria-pressed={selectedId === block.block_id}
        onClick={() => props.onSelect(block.block_id)}
      >
        <span className={classes.entryTime}>{times}</span>
        <span className={classes.entryTitle}>
          <AgentText text={block.title} />
        </span>
        {block.status !== 'scheduled' && (
          <span className={classes.chip} data-status={block.status}>
            {BLOCK_STATUS_NAMES[block.status]}
          </span>
        )}
      </button>
    </li>
  )
}

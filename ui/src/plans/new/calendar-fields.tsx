import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { Weekday } from 'soulgate/contracts/schedule'
import { CrossIcon, PlusIcon } from '../../icons/icons.tsx'
import classes from './new-plan.module.css'
import { type PlanDraft, type problemsOf, WEEKDAYS } from './plan-draft.ts'

interface FieldsProps {
  readonly draft: PlanDraft
  readonly problems: ReturnType<typeof problemsOf>
  readonly onChange: (change: Partial<PlanDraft>) => void
}

/** When there is time for the plan: days of the week, times of day, and the time away. */
export function CalendarFields({ draft, problems, onChange }: FieldsProps) {
  const toggle = (day: Weekday, isOn: boolean) =>
    onChange({
      days: WEEKDAYS.flatMap(([each]) => ((each === day ? isOn : draft.days.includes(each)) ? [each] : [])),
    })
  return (
    <fieldset className={classes.group}>
      <legend>When you have time</legend>
      <div className={classes.days}>
        {WEEKDAYS.map(([day, label]) => (
          <Checkbox
            key={day}
            label={label}
            checked={draft.days.includes(day)}
            onChange={event => toggle(day, event.currentTarget.checked)}
          />
        ))}
      </div>
      {problems.days && <p className={classes.problem}>{problems.days}</p>}
      <div className={classes.fields}>
        <TextInput
          type="time"
          label="From"
          value={draft.from}
          error={problems.from}
          onChange={event => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="time"
          label="Until"
          value={draft.to}
          onChange={event => onChange({ to: event.currentTarget.value })}
        />
        <NativeSelect
          label="Time zone"
          value={draft.timezone}
          data={timezones(draft.timezone)}
          onChange={event => onChange({ timezone: event.currentTarget.value })}
        />
      </div>
      <AwayFields draft={draft} problems={problems} onChange={onChange} />
    </fieldset>
  )
}

function AwayFields({ draft, problems, onChange }: FieldsProps) {
  const { away } = draft
  const change = (index: number, part: Partial<PlanDraft['away'][number]>) =>
    onChange({ away: away.map((each, at) => (at === index ? { ...each, ...part } : each)) })
  return (
    <>
      {away.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity besides its place
        <div key={index} className={classes.away}>
          <TextInput
            type="date"
            label="Away from"
            value={each.start}
            onChange={event => change(index, { start: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="to"
            value={each.end}
            onChange={event => change(index, { end: event.currentTarget.value })}
          />
          <TextInput
            label="Why (optional)"
            maxLength={200}
            value={each.reason}
            onChange={event => change(index, { reason: event.currentTarget.value })}
          />
          <Button
            variant="subtle"
            color="gray"
            aria-label={`Remove time away ${index + 1}`}
            onClick={() => onChange({ away: away.filter((_, at) => at !== index) })}
          >
            <CrossIcon size={16} />
          </Button>
        </div>
      ))}
      {problems.away && <p className={classes.problem}>{problems.away}</p>}
      <Button
        variant="default"
        size="xs"
        leftSection={<PlusIcon size={15} />}
        className={classes.small ?? ''}
        onClick={() => onChange({ away: [...away, { start: '', end: '', reason: '' }] })}
      >
        Add time away
      </Button>
    </>
  )
}

function timezones(own: string): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([own, 'UTC', ...known])]
}

import { Button, NumberInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Plan } from 'soulgate/contracts/plan'
import { EmptyState } from '../../states/states.tsx'
import classes from './brief.module.css'
import { BriefAnswer } from './brief-answer.tsx'
import { type BriefDraft, draftOf, placeQuote, type Row, toBrief } from './brief-draft.ts'
import { NotPlaced } from './not-placed.tsx'
import { EventRow, RhythmRow, Rows, WorkRow } from './rows.tsx'
import { useCorrectBrief } from './use-correct-brief.ts'

/** What the plan is made from, entry by entry, to correct; what is approved changes only by another decision. */
export function BriefPane({ plan, mayChange }: { readonly plan: Plan; readonly mayChange: boolean }) {
  if (!plan.brief)
    return <EmptyState title="There is no brief yet">It comes when the goal has been read.</EmptyState>
  return <BriefForm key={JSON.stringify(plan.brief)} plan={plan} brief={plan.brief} mayChange={mayChange} />
}

function BriefForm(props: {
  readonly plan: Plan
  readonly brief: NonNullable<Plan['brief']>
  readonly mayChange: boolean
}) {
  const { plan, brief, mayChange } = props
  const correct = useCorrectBrief(plan)
  const [draft, setDraft] = useState<BriefDraft>(() => draftOf(brief))
  const set = (change: Partial<BriefDraft>) => setDraft({ ...draft, ...change })
  const names = [...draft.work, ...draft.events].map(({ title }) => title).filter(title => title !== '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!correct.isPending) correct.send(() => toBrief(brief, draft))
  }
  return (
    <form className={classes.brief} onSubmit={onSubmit} aria-label="Brief of the plan">
      <h2 className="visually-hidden">Brief</h2>
      <p className={classes.quiet}>The plan is made from this and nothing else.</p>
      <NotPlaced
        quotes={draft.notPlaced}
        onPlace={(quote, as) => setDraft(placeQuote(draft, quote, as))}
        onDrop={quote => set({ notPlaced: draft.notPlaced.filter(other => other !== quote) })}
      />
      <TextInput
        label="Title"
        value={draft.title}
        onChange={event => set({ title: event.currentTarget.value })}
      />
      <Rows
        name="Events"
        hint="They stand on their day, whole, and nothing else is planned meanwhile."
        rows={draft.events}
        onChange={events => set({ events })}
        render={(row, onChange) => <EventRow row={row} onChange={onChange} />}
      />
      <Rows
        name="Work"
        hint="Without hours one hour is assumed."
        rows={draft.work}
        onChange={work => set({ work })}
        render={(row, onChange) => <WorkRow row={row} names={names} onChange={onChange} />}
      />
      <Rows
        name="Rhythms"
        hint="What comes back so many times a day, week or month."
        rows={draft.rhythms}
        onChange={rhythms => set({ rhythms })}
        render={(row, onChange) => <RhythmRow row={row} onChange={onChange} />}
      />
      <Limits row={draft.limits} onChange={limits => set({ limits })} />
      {mayChange && (
        <Button type="submit" loading={correct.isPending} disabled={!correct.isPossible}>
          Save and plan it anew
        </Button>
      )}
      <BriefAnswer correct={correct} />
    </form>
  )
}

function Limits({ row, onChange }: { readonly row: Row; readonly onChange: (row: Row) => void }) {
  const text = (name: string, label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      value={row[name] ?? ''}
      onChange={event => onChange({ ...row, [name]: event.currentTarget.value })}
    />
  )
  const number = (name: string, label: string) => (
    <NumberInput
      label={label}
      min={0}
      value={row[name] ?? ''}
      onChange={value => onChange({ ...row, [name]: String(value) })}
    />
  )
  return (
    <fieldset className={classes.group}>
      <legend>When there is time</legend>
      <div className={classes.row}>
        {text('deadline', 'Done by', '2027-05-31')}
        {text('start', 'Not before', '2027-01-10')}
        {text('off', 'Not on', 'sunday, thursday')}
        {text('hours', 'Hours of the week', 'monday 18:00-22:00; saturday 9:00-17:00')}
        {text('away', 'Away', '2027-03-03 to 2027-03-09')}
        {number('weekHours', 'Hours a week at most')}
        {number('dayHours', 'Hours a day at most')}
        {number('weekDays', 'Days a week at most')}
        {number('dayPieces', 'Pieces a day at most')}
      </div>
    </fieldset>
  )
}

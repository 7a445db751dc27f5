import { Checkbox, NumberInput } from '@mantine/core'
import type { AutonomyScope } from 'soulgate/contracts/autonomy'
import classes from './autonomy.module.css'
import { placeText } from './autonomy-words.ts'

/** The terms of a contract while somebody writes them. */
export interface DraftTerms {
  /** The share of right calls that is promised, in per cent. */
  readonly percent: number
  readonly perHour: number
  readonly perDay: number
  readonly days: number
  readonly inShadow: boolean
  /** The largest number that runs by itself at a place; without it a quarter above what was approved. */
  readonly limits: Record<string, number>
  /** Places of long texts that may say anything. */
  readonly harmless: readonly string[]
}

const NUMBERS = [
  ['percent', 'At least this share right, in %', 90, 99.9],
  ['perHour', 'At most an hour', 1, 1_000],
  ['perDay', 'At most a day', 1, 10_000],
  ['days', 'Ends after days', 1, 365],
] as const

/** Everything that a contract limits; limits of numbers and texts only where its calls have such. */
export function TermFields({
  scope,
  draft,
  onChange,
}: {
  readonly scope: AutonomyScope
  readonly draft: DraftTerms
  readonly onChange: (draft: DraftTerms) => void
}) {
  const { limits, harmless } = draft
  return (
    <>
      <div className={classes.fields}>
        {NUMBERS.map(([field, label, min, max]) => (
          <NumberInput
            key={field}
            {...{ label, min, max }}
            value={draft[field]}
            decimalScale={field === 'percent' ? 1 : 0}
            onChange={value => onChange({ ...draft, [field]: Number(value) })}
          />
        ))}
        {scope.numbers.map(({ place, largest }) => (
          <NumberInput
            key={place}
            label={`Largest ${placeText(place)}`}
            placeholder={`${largest} was approved`}
            value={limits[place] ?? ''}
            min={0}
            onChange={value => {
              const { [place]: _before, ...others } = limits
              const next = typeof value === 'number' ? { ...others, [place]: value } : others
              onChange({ ...draft, limits: next })
            }}
          />
        ))}
      </div>
      {scope.long_texts.map(place => (
        <Checkbox
          key={place}
          label={`The text at ${placeText(place)} may say anything: I call it harmless`}
          checked={harmless.includes(place)}
          onChange={event => {
            const others = harmless.filter(each => each !== place)
            onChange({ ...draft, harmless: event.currentTarget.checked ? [...others, place] : others })
          }}
        />
      ))}
      <Checkbox
        label="Only in shadow: show what it would do, and let nothing run until I say so"
        checked={draft.inShadow}
        onChange={event => onChange({ ...draft, inShadow: event.currentTarget.checked })}
      />
    </>
  )
}

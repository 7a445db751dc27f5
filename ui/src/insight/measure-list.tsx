import type { Measure } from 'soulgate/contracts/insight'
import classes from './insight.module.css'

const STATE_NAMES: Readonly<Record<Measure['state'], string>> = {
  good: 'on target',
  watch: 'worth watching',
  bad: 'off',
  few: 'too few to say',
  none: '',
}

/** Each measure with its value, its target and how much it rests on. */
export function MeasureList({ measures }: { readonly measures: readonly Measure[] }) {
  return (
    <ul className={classes.measures}>
      {measures.map(measure => (
        <li key={measure.id} className={classes.measure} data-state={measure.state}>
          <span className={classes.measureName}>{measure.label}</span>
          <span className={classes.measureValue}>{valueText(measure)}</span>
          <span className={classes.measureFacts}>
            {targetText(measure)}
            <span>
              {measure.unit === 'count' ? 'of ' : ''}
              {measure.samples.toLocaleString('en')} {nounOf(measure)}
            </span>
            {STATE_NAMES[measure.state] && (
              <span className={classes.measureState}>{STATE_NAMES[measure.state]}</span>
            )}
          </span>
          <span className={classes.hint}>{measure.meaning}</span>
        </li>
      ))}
    </ul>
  )
}

/** What a measure is counted over; the number of gates that wait is no sample of anything. */
function nounOf({ id, samples }: Measure): string {
  const noun = id === 'waiting' ? 'gate' : id === 'tool_mismatches' ? 'run' : 'sample'
  return samples === 1 ? noun : `${noun}s`
}

function valueText({ value, unit }: Pick<Measure, 'value' | 'unit'>): string {
  if (value === null) return '–'
  if (unit === 'share') return `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`
  if (unit === 'ms') return `${Math.round(value)} ms`
  return unit === 'score' ? value.toFixed(2) : value.toLocaleString('en')
}

function targetText({ target, unit }: Measure) {
  if (!target) return null
  const { at_least: low, at_most: high } = target
  const text = (value: number) => valueText({ value, unit })
  const words =
    low !== undefined && high !== undefined
      ? `${text(low)} to ${text(high)}`
      : low === undefined
        ? `at most ${text(high ?? 0)}`
        : `at least ${text(low)}`
  return <span>target {words}</span>
}

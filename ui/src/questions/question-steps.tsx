/** A question by its index, or all of them. */
export type Place = number | 'all'

import classes from './questions.module.css'

/** Back and forth between questions, or all of them in a list. */
export function QuestionSteps(props: {
  readonly at: Place
  readonly count: number
  readonly onGo: (place: Place) => void
}) {
  const { at, count, onGo } = props
  if (at === 'all')
    return (
      <nav className={classes.stepping} aria-label="Questions">
        <button type="button" className={classes.stepButton} onClick={() => onGo(0)}>
          One at a time
        </button>
      </nav>
    )
  return (
    <nav className={classes.stepping} aria-label="Questions">
      <button type="button" className={classes.stepButton} disabled={at === 0} onClick={() => onGo(at - 1)}>
        Previous
      </button>
      <button type="button" className={classes.stepButton} onClick={() => onGo('all')}>
        Show all {count}
      </button>
    </nav>
  )
}

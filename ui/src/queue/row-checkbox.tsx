import { useEffect, useRef } from 'react'
import classes from './queue.module.css'

/** A plain checkbox: a queue draws dozens of them in each frame of scrolling. */
export function RowCheckbox(props: {
  readonly label: string
  readonly isChecked: boolean
  readonly isPartly?: boolean
  readonly onChange: (isChecked: boolean) => void
}) {
  const { isPartly = false } = props
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <span className={classes.check}>
      <input
        ref={box}
        type="checkbox"
        // The row is the stop of the Tab key; X and * select by keyboard.
        tabIndex={-1}
        className={classes.box}
        aria-label={props.label}
        checked={props.isChecked}
        onChange={event => props.onChange(event.currentTarget.checked)}
      />
    </span>
  )
}

import { useId } from 'react'
import classes from './new-plan.module.css'
import type { PolicyStep } from './policy-words.ts'

/** A slider over a few steps that have names; what the chosen one means stands below it. */
export function PolicySlider<Value extends string | number>(props: {
  readonly label: string
  readonly steps: readonly PolicyStep<Value>[]
  readonly value: Value
  readonly isDisabled?: boolean
  readonly onChange: (value: Value) => void
}) {
  const { label, steps, value } = props
  const id = useId()
  const at = nearest(steps, value)
  const step = steps[at]
  return (
    <div className={classes.slider}>
      <label htmlFor={id}>{label}</label>
      <output className={classes.sliderValue} htmlFor={id}>
        {step?.label}
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={at}
        disabled={props.isDisabled}
        aria-valuetext={step && `${step.label}: ${step.meaning}`}
        onChange={event => {
          const next = steps[Number(event.currentTarget.value)]
          if (next) props.onChange(next.value)
        }}
      />
      <p className={classes.sliderMeaning}>{step?.meaning}</p>
    </div>
  )
}

/** A value between two steps counts as the nearer one. */
function nearest<Value extends string | number>(steps: readonly PolicyStep<Value>[], value: Value): number {
  const exact = steps.findIndex(step => step.value === value)
  if (exact !== -1 || typeof value !== 'number') return Math.max(0, exact)
  const distances = steps.map(step => Math.abs(Number(step.value) - value))
  return distances.indexOf(Math.min(...distances))
}

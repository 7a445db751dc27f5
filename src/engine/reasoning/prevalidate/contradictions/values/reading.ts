/** A value of a goal with what it measures and the values that the words around it leave. */
export interface ValueReading {
  readonly text: string
  readonly start: number
  readonly end: number
  /** What it measures: `money`, `length`, `clock`, `day`, the stem of what is counted, or empty. */
  readonly kind: string
  readonly lowest: number
  readonly highest: number
  /** Two values that are the ends of one: “from 8 to 10”. */
  readonly isSpan?: boolean
  /** How many base units one of its units is: what it is compared by with a number that has none. */
  readonly factor: number
  /** Other readings of the same words, moved by so much: “at 8” is 8:00 and 20:00. */
  readonly shifts: readonly number[]
}

/** Whether no reading of the one lies within a reading of the other. */
export function areApart(one: ValueReading, other: ValueReading): boolean {
  const [left, right] = [factorBeside(one, other), factorBeside(other, one)]
  return one.shifts.every(shift =>
    other.shifts.every(
      otherShift =>
        one.highest / left + shift < other.lowest / right + otherShift ||
        one.lowest / left + shift > other.highest / right + otherShift,
    ),
  )
}

/** A number without a unit is taken to be in the unit of the other. */
function factorBeside(one: ValueReading, other: ValueReading): number {
  return one.kind === other.kind ? 1 : one.factor
}

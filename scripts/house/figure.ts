/** One figure of the house, beside the bar that design sets for it. */
export interface Figure {
  readonly name: string
  readonly value: number
  readonly bar?: number
  /** `most`: the value may not exceed the bar; `least`: it may not fall below it. */
  readonly direction?: 'most' | 'least'
  readonly detail?: string
}

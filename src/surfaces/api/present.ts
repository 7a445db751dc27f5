type OptionalKeys<Value> = { [Key in keyof Value]-?: undefined extends Value[Key] ? Key : never }[keyof Value]

/** A parsed body whose optional fields are absent instead of undefined. */
export type Present<Value> = Omit<Value, OptionalKeys<Value>> & {
  [Key in OptionalKeys<Value>]?: Exclude<Value[Key], undefined>
}

/** Leaves out the fields that are undefined, as the contracts of the program want it. */
export function present<Value extends object>(value: Value): Present<Value> {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined)
  // Proven by the line above; no type of fromEntries can say it.
  return Object.fromEntries(entries) as Present<Value>
}

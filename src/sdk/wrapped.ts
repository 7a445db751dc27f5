/** An answer that servers of before sent bare, and those of today under a key. */
export type Wrapped<Key extends string, Value extends object> = Value | { readonly [Name in Key]: Value }

/** The value itself, whichever way it came. */
export function unwrap<Key extends string, Value extends object>(
  answer: Wrapped<Key, Value>,
  key: Key,
): Value {
  return hasKey<Key, Value>(answer, key) ? answer[key] : answer
}

function hasKey<Key extends string, Value extends object>(
  answer: Wrapped<Key, Value>,
  key: Key,
): answer is { readonly [Name in Key]: Value } {
  return key in answer
}

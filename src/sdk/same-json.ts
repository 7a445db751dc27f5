/** Whether two values are the same JSON, in whatever order their fields stand; absent and undefined are alike. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  const [given, others] = [Object.entries(left).filter(isGiven), Object.entries(right).filter(isGiven)]
  const byKey = new Map(others)
  return (
    Array.isArray(left) === Array.isArray(right) &&
    given.length === others.length &&
    given.every(([key, value]) => byKey.has(key) && isSameJson(value, byKey.get(key)))
  )
}

function isGiven([, value]: readonly [string, unknown]): boolean {
  return value !== undefined
}

/** A value as an object, whose fields are then read one by one; empty when it is none. */
export function readFields(value: unknown): Readonly<Record<string, unknown>> {
  return isFields(value) ? value : {}
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A count as providers send it: whole and not negative, or absent. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : undefined
}

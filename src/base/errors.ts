/** What a caller may do after a failure: never repeat it, repeat it safely, or only after a person has looked. */
export type Retry = 'never' | 'safe' | 'after_human'

export type SoulgateErrorOptions = {
  /** Defaults to `never`: repeating is unsafe unless the thrower says otherwise. */
  readonly retry?: Retry
  /** Facts for logs and answers: ids, limits, places. Never secrets. */
  readonly data?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/**
 * A broken promise of the program or its caller. Expected outcomes (late, second, refused) are values and never
 * thrown. `code` is a stable snake_case word; `message` says what happened, to which id, and what to do next.
 */
export class SoulgateError extends Error {
  readonly code: string
  readonly retry: Retry
  readonly data: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, options: SoulgateErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'SoulgateError'
    this.code = code
    this.retry = options.retry ?? 'never'
    this.data = options.data ?? {}
  }
}

/** Tells whether a caught value is a SoulgateError, of the given code when one is named. */
export function isSoulgateError(value: unknown, code?: string): value is SoulgateError {
  return value instanceof SoulgateError && (code === undefined || value.code === code)
}

/** Closes an exhaustive switch: a missing case does not compile, and throws `unreachable` at run time. */
export function assertNever(value: never): never {
  throw new SoulgateError('unreachable', `No case handles ${describe(value)}. Add one to the switch.`)
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

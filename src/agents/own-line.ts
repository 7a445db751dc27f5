import { SoulgateError } from '../base/errors.ts'
import { endsExecution } from '../engine/run/run.ts'

/** Where the package lies, whose own lines say nothing to whoever wrote an agent. */
const OURS = ['src/', 'dist/'].map(folder => new URL(`../../${folder}`, import.meta.url).href)
const PLACE = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/

/** The error with the line of the user's own code that it came from, as `refunds.ts:21`; the engine's own errors as they are. */
export function withOwnLine(error: unknown): unknown {
  if (!(error instanceof Error) || endsExecution(error)) return error
  const place = findOwnLine(error)
  if (place === undefined || error.message.endsWith(`(${place})`)) return error
  const code = error instanceof SoulgateError ? error.code : 'step_failed'
  const data = error instanceof SoulgateError ? { data: error.data } : {}
  return new SoulgateError(code, `${error.message} (${place})`, { cause: error, ...data })
}

/** The nearest line of the user's own code to where an error was made: of its cause, where that has one. */
export function findOwnLine({ stack = '', cause }: Error): string | undefined {
  const deeper = cause instanceof Error ? findOwnLine(cause) : undefined
  if (deeper !== undefined) return deeper
  for (const line of stack.split('\n')) {
    const [, file = '', number] = PLACE.exec(line) ?? []
    const isForeign = file === '' || file.includes('/node_modules/') || isOurs(file)
    if (!isForeign) return `${file.slice(file.lastIndexOf('/') + 1)}:${number}`
  }
  return undefined
}

function isOurs(file: string): boolean {
  const url = file.startsWith('file://') ? file : `file://${file}`
  return OURS.some(folder => url.startsWith(folder))
}

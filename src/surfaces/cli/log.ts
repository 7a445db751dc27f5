import { pino } from 'pino'
import type { ApiLog } from '../api/api.ts'

/** What must never stand in a log, wherever it turns up. */
const SECRETS: readonly string[] = [
  ...['authorization', 'cookie', 'token', 'code', 'secret', 'password', 'phrase', 'api_key'],
]

/** JSON lines on standard error, so that standard output stays for people. */
export function createLog(level: string): ApiLog {
  const paths = SECRETS.flatMap(name => [name, `*.${name}`, `*.*.${name}`])
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: { paths, censor: '(redacted)' } },
    pino.destination({ dest: 2, sync: false }),
  )
}

import type { ZodError } from 'zod'
import type { ProjectProblem } from '../../../contracts/schedule.ts'

const MAX_SHOWN = 20

/** What a contract found wrong, each with its place. */
export function problemsOf(error: ZodError): readonly ProjectProblem[] {
  return error.issues.slice(0, MAX_SHOWN).map(issue => {
    const path = issue.path.map(String).join('.')
    const where = path === '' ? 'The project' : path
    return { code: 'invalid', ...(path === '' ? {} : { path }), message: `${where}: ${issue.message}.` }
  })
}

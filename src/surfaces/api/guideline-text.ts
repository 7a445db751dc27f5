import { parse } from 'yaml'
import type { z } from 'zod'
import { Guideline } from '../../contracts/guideline.ts'
import { type Refusal, refuse } from '../../contracts/refusal.ts'
import { csvRow, readCsv } from './csv.ts'

const COLUMNS = Guideline.keyof().options
const FIELDS: Readonly<Record<string, z.ZodType | undefined>> = Guideline.shape

/** The guidelines of a YAML text: a list, `{guidelines: [...]}`, or one alone. */
export function parseGuidelineText(text: string): readonly unknown[] | Refusal {
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 20 })
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return refuse('invalid', `The YAML cannot be read: ${message}`, { errors: [{ field: 'yaml', message }] })
  }
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null) {
    return 'guidelines' in value && Array.isArray(value.guidelines) ? value.guidelines : [value]
  }
  const message = 'must hold guidelines'
  return refuse('invalid', `The YAML ${message}.`, { errors: [{ field: 'yaml', message }] })
}

/** One line for each guideline, under a line of the names of its fields; what is no text stands as JSON in its cell. */
export function guidelinesToCsv(guidelines: readonly Guideline[]): string {
  const rows = guidelines.map(guideline =>
    COLUMNS.map(column => {
      const value = guideline[column]
      return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
    }),
  )
  return [COLUMNS, ...rows].map(csvRow).join('')
}

/** The guidelines of a CSV text as `guidelinesToCsv` writes it; columns in any order, an empty cell is an absent field. */
export function parseGuidelineCsv(text: string): readonly unknown[] | Refusal {
  const [names = [], ...rows] = readCsv(text) ?? []
  const columns = names.flatMap(name => COLUMNS.find(column => column === name) ?? [])
  const unknown = names.find(name => !COLUMNS.some(column => column === name))
  if (unknown !== undefined) return badCsv(`names a column that guidelines have not: ${unknown}`)
  if (columns.length === 0) return badCsv('must begin with a line of the names of its columns')
  const other = rows.findIndex(row => row.length !== columns.length)
  if (other >= 0) return badCsv(`has ${rows[other]?.length} cells in row ${other + 2}, not ${columns.length}`)
  return rows.map(row =>
    Object.fromEntries(
      columns.flatMap((column, index) => {
        const cell = row[index] ?? ''
        return cell === '' ? [] : [[column, toValue(column, cell)]]
      }),
    ),
  )
}

/** What is neither text of its field nor JSON stays as it stands, and is named where the guideline is checked. */
function toValue(column: string, cell: string): unknown {
  if (FIELDS[column]?.safeParse(cell).success) return cell
  try {
    return JSON.parse(cell)
  } catch {
    return cell
  }
}

function badCsv(message: string): Refusal {
  return refuse('invalid', `The CSV ${message}.`, { errors: [{ field: 'csv', message }] })
}

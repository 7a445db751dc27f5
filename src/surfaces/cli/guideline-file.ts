import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isRefusal } from '../../contracts/refusal.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { escapeHidden } from './terminal-text.ts'

/** The guidelines of a YAML or JSON file (which YAML reads too), or of a CSV. */
export async function readGuidelines(file: string): Promise<readonly unknown[]> {
  const text = await readFile(resolve(file), 'utf8').catch(() => {
    throw new CommandFailure(EXIT.usage, `${escapeHidden(file)} cannot be read.`)
  })
  const lines = file.endsWith('.jsonl') ? text.split('\n').filter(line => line.trim() !== '') : undefined
  const { parseGuidelineCsv, parseGuidelineText } = await import('../api/api.ts')
  const items = file.endsWith('.csv')
    ? parseGuidelineCsv(text)
    : parseGuidelineText(lines === undefined ? text : `[${lines.join(',')}]`)
  if (isRefusal(items)) throw new CommandFailure(EXIT.usage, `${escapeHidden(file)}: ${items.detail}`)
  return items
}

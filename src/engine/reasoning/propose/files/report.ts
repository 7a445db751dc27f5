import { readWords } from '../../language/language.ts'
import type { TaskOf } from './file-task.ts'
import { countFiles, type FileChange, formatSize, freePath, type Planning, standingAt } from './workspace.ts'

const REPORTS = /^(?:summary|report|overview|recap|digest|record|log|list|listing|index|inventory|table)$/

/**
 * The call that writes a report of the changes planned before it. It runs last, so it stands only when everything it
 * tells has happened. What files say is for a language model to sum up, or for a person to write.
 */
export async function writeReport(task: TaskOf<'report'>, planning: Planning): Promise<void> {
  const words = readWords(task.clause.text).map(word => word.lower)
  const name = words.find(word => REPORTS.test(word)) ?? 'summary'
  const { changes, notes, now } = planning
  if (changes.length === 0) {
    const why = `“${task.clause.text.trim()}” does not say what the ${name} should hold, and nothing is changed before it.`
    planning.missing.push({ tool: 'write_file', name: 'content', why })
    return
  }
  const path = task.path ?? (await freePath(planning, `${name}.md`))
  const standing = await standingAt(planning, path)
  if (standing !== undefined)
    planning.risks.push(`${path} exists and would be replaced (${standing.sizeBytes} bytes now).`)
  planning.taken.add(path)
  const title = name.charAt(0).toUpperCase() + name.slice(1)
  const what = `a ${name} of ${countFiles(changes.length)}`
  planning.calls.push({
    tool: 'write_file',
    arguments: { path, content: reportChanges(changes, { title, now, notes }) },
    description: `Write ${what} to ${path}`,
    basis: `${what}: ${changes.map(({ file }) => file.path).join(', ')}`,
    evidence: [`“${task.clause.text.trim()}”`],
  })
}

/** A report of planned changes in Markdown: how many files, how large, from where to where, what was left. */
function reportChanges(
  changes: readonly FileChange[],
  { title, now, notes }: { readonly title: string; readonly now: Date; readonly notes: readonly string[] },
): string {
  const sections = [...new Set(changes.map(change => change.action))].flatMap(action => {
    const own = changes.filter(change => change.action === action)
    const folders = new Set(own.map(({ to }) => to?.slice(0, to.lastIndexOf('/') + 1)))
    const target = folders.size === 1 ? [...folders][0] : undefined
    const head = `${action.charAt(0).toUpperCase()}${action.slice(1)} ${countFiles(own.length)}${target ? ` to ${target}` : ''}`
    const size = own.reduce((sum, { file }) => sum + file.sizeBytes, 0)
    return [`${head}, ${formatSize(size)} in all.`, '', ...tableOf(own), '']
  })
  const day = now.toISOString().slice(0, 10)
  const lines = [`# ${title}`, '', `Date: ${day}`, '', ...sections, ...notes.map(note => `- ${note}`)]
  return `${lines.join('\n').trimEnd()}\n`
}

const MAX_ROWS = 500

function tableOf(changes: readonly FileChange[]): readonly string[] {
  const row = (...cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cell = (path: string) => path.replaceAll('|', '\\|')
  return [
    row('File', 'Now at', 'Size', 'Last changed'),
    '|---|---|---|---|',
    ...changes.slice(0, MAX_ROWS).map(({ file, to }) => {
      const changed = file.modifiedAt.toISOString().slice(0, 10)
      return row(cell(file.path), to === undefined ? '–' : cell(to), formatSize(file.sizeBytes), changed)
    }),
    ...(changes.length > MAX_ROWS ? [`… and ${changes.length - MAX_ROWS} more.`] : []),
  ]
}

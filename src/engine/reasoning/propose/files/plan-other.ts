import type { JsonObject } from '../../../../contracts/json-value.ts'
import { type Clause, contentStems } from '../../language/language.ts'
import { countFiles, endingOf, type FileEntry, field, formatSize } from './file-entries.ts'
import { describeContent, numbersOfColumn, readTable, type Table } from './file-report.ts'
import type { FilesTask, WritingTask } from './file-task.ts'
import { describeFilter, findFiles } from './find-files.ts'
import { freePath, listEverything, lookUp, type Planning, propose } from './planning.ts'

/** A file with given content, or a line at the end of one. */
export async function planWriting(task: WritingTask, planning: Planning): Promise<void> {
  await writeOne(task, planning)
  for (const path of task.alsoPaths ?? []) await writeOne({ ...task, path }, planning)
}

async function writeOne(task: WritingTask, planning: Planning): Promise<void> {
  const tool = task.kind === 'write' ? 'write_file' : 'append_file'
  const time = await tellTime(task, planning)
  const content = time ?? settleContent(task, planning)
  const [only] = planning.current
  const path =
    task.path ??
    (task.kind === 'append' && planning.current.length === 1 ? only?.path : undefined) ??
    (await defaultPath(task, planning))
  if (content === undefined)
    planning.missing.push({
      tool,
      name: 'content',
      why: `“${task.clause.text}” does not say what ${path ?? 'the file'} should hold.`,
    })
  if (path === undefined)
    planning.missing.push({ tool, name: 'path', why: `“${task.clause.text}” names no file.` })
  if (content === undefined || path === undefined) return
  const standing = (await listEverything(planning))?.files.find(file => file.path === path)
  if (task.kind === 'write' && standing !== undefined)
    planning.risks.push(`${path} exists and would be replaced (${standing.sizeBytes} bytes now).`)
  const text =
    task.kind === 'append'
      ? await asNewLine(path, content, { planning, exists: standing !== undefined })
      : content
  propose(planning, {
    tool,
    arguments: { path, content: text },
    description: task.kind === 'write' ? `Write ${path}` : `Add a line to ${path}`,
    basis: basisOfContent(content, { time, planning }),
    evidence: [`“${task.clause.text.trim()}”`],
  })
  if (content === '') planning.notes.push(`No content was said, so ${path} is empty.`)
  planning.taken.add(path)
  planning.current = [
    {
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      sizeBytes: text.length,
      modifiedAt: planning.now,
    },
  ]
}

function basisOfContent(
  content: string,
  { time, planning }: { readonly time: string | undefined; readonly planning: Planning },
): string {
  if (time !== undefined) return 'the current date and time'
  if (content === '') return 'empty, blank, new'
  return content.trim() === planning.result ? 'the result, sum, total, answer, average or outcome' : ''
}

function settleContent(task: WritingTask, planning: Planning): string | undefined {
  const asksResult = /\b(?:the |its |that )?(?:result|total|sum|answer|average|outcome)\b/i.test(
    task.content ?? task.clause.text,
  )
  if (asksResult && planning.result !== undefined && (task.content === undefined || task.content.length < 30))
    return `${planning.result}\n`
  if (task.content === undefined && /\b(?:empty|blank)\b|\btouch\b/i.test(task.clause.text)) return ''
  return task.content
}

/** “write the current time to …”: the clock is read-only, so what it says can be written. */
async function tellTime(task: WritingTask, planning: Planning): Promise<string | undefined> {
  if (!/\b(?:current|present|today's) (?:date|time)\b/i.test(task.content ?? task.clause.text))
    return undefined
  const time = field(await lookUp(planning, 'get_time', {}), 'utc')
  return typeof time === 'string' ? `${time}\n` : undefined
}

async function defaultPath(task: WritingTask, planning: Planning): Promise<string | undefined> {
  return task.kind === 'write' && /\b(?:note|memo|reminder)\b/i.test(task.clause.text)
    ? freePath(planning, 'note.md')
    : undefined
}

/** What is added starts on a line of its own and ends it. */
async function asNewLine(
  path: string,
  content: string,
  { planning, exists }: { planning: Planning; exists: boolean },
): Promise<string> {
  const text = exists ? field(await lookUp(planning, 'read_file', { path }), 'text') : undefined
  const needsBreak = typeof text === 'string' && text !== '' && !text.endsWith('\n')
  return `${needsBreak ? '\n' : ''}${content}${content.endsWith('\n') ? '' : '\n'}`
}

/** A calculation; its result is looked up so that a later step can write it down. */
export async function planCalculation(
  {
    expression,
    clause,
    basis,
  }: { readonly expression: string; readonly clause: Clause; readonly basis?: string },
  planning: Planning,
): Promise<void> {
  propose(planning, {
    tool: 'calculate',
    arguments: { expression },
    description: `Work out ${expression.length > 80 ? `${expression.slice(0, 77)}…` : expression}`,
    evidence: [`“${clause.text.trim()}”`],
    ...(basis === undefined ? {} : { basis }),
  })
  const output = await lookUp(planning, 'calculate', { expression })
  const result = field(output, 'result') ?? field(output, 'value')
  if (typeof result === 'number' || typeof result === 'string') {
    planning.result = String(result)
    planning.notes.push(`${expression.length > 80 ? 'The result' : expression} is ${planning.result}.`)
  }
}

/** Adding up a column of a table file. */
export async function planTally(task: FilesTask, planning: Planning): Promise<void> {
  await listEverything(planning)
  const { files } = await findFiles(task.files, planning)
  const numbers: number[] = []
  for (const file of files) {
    const text = await readText(file, planning)
    const table =
      text === undefined
        ? undefined
        : readTable(
            text
              .split('\n')
              .map(line => line.trim())
              .filter(line => line !== ''),
            endingOf(file.name) === 'tsv' ? '\t' : ',',
          )
    const column = table === undefined ? -1 : chooseColumn(table, task.clause.text)
    if (table !== undefined && column >= 0) {
      numbers.push(...numbersOfColumn(table, column))
      planning.notes.push(`Column “${table.columns[column]}” of ${file.path} was taken.`)
    } else planning.notes.push(`${file.path} has no column of numbers that fits.`)
  }
  if (numbers.length === 0) {
    planning.missing.push({ tool: 'calculate', name: 'expression', why: 'No numbers to add up were found.' })
    return
  }
  const sum = numbers.map(number => (number < 0 ? `(${number})` : String(number))).join(' + ')
  const isMean = /\b(?:average|mean)\b/i.test(task.clause.text)
  const expression = isMean ? `(${sum}) / ${numbers.length}` : sum
  const basis = `the amounts, numbers in ${files.map(file => file.path).join(', ')}`
  return planCalculation({ expression, clause: task.clause, basis }, planning)
}

function chooseColumn(table: Table, words: string): number {
  const said = new Set(contentStems(words))
  const numeric = table.columns.flatMap((_, at) => (numbersOfColumn(table, at).length > 0 ? [at] : []))
  const named = numeric.find(at => contentStems(table.columns[at] ?? '').some(stem => said.has(stem)))
  return named ?? (numeric.length === 1 ? (numeric[0] ?? -1) : -1)
}

async function readText(file: FileEntry, planning: Planning): Promise<string | undefined> {
  const text = field(await lookUp(planning, 'read_file', { path: file.path }), 'text')
  return typeof text === 'string' ? text : undefined
}

const maxRead = 20

/** Reading files; a summary tells at once what can be said of them. */
export async function planReading(task: FilesTask, planning: Planning): Promise<void> {
  await listEverything(planning)
  const { files, meant } = await findFiles(task.files, planning)
  for (const file of files.slice(0, maxRead)) {
    propose(planning, {
      tool: 'read_file',
      arguments: { path: file.path },
      description: `Read ${file.path}`,
      basis: meant,
      evidence: [`“${task.clause.text.trim()}”`],
    })
    const text = task.kind === 'summarise' ? await readText(file, planning) : undefined
    if (text !== undefined)
      planning.notes.push(`${file.path}: ${describeContent({ file, text, truncated: false }).join(' ')}`)
  }
  if (files.length > maxRead)
    planning.risks.push(`Only the first ${maxRead} of ${files.length} files are read.`)
  planning.current = files
}

const maxNamed = 10

function noteFound(planning: Planning): void {
  const named = planning.current
    .slice(0, maxNamed)
    .map(file => `${file.path} (${formatSize(file.sizeBytes)})`)
  const more = planning.current.length > maxNamed ? ` and ${planning.current.length - maxNamed} more` : ''
  if (named.length > 0)
    planning.notes.push(`Now: ${countFiles(planning.current.length)} – ${named.join(', ')}${more}.`)
}

/** Listing or searching, with the conditions that the tools take. */
export async function planListing(task: FilesTask, planning: Planning, isUsedNext: boolean): Promise<void> {
  if (planning.look !== undefined) planning.current = (await findFiles(task.files, planning)).files
  if (isUsedNext && planning.look !== undefined) return
  if (planning.look !== undefined) noteFound(planning)
  if (task.files.same) return
  const { filter } = task.files
  const patterns = [...filter.globs, ...filter.endings.map(ending => `*.${ending}`), ...filter.paths]
  const glob =
    patterns.length === 0 ? undefined : patterns.length === 1 ? patterns[0] : `{${patterns.join(',')}}`
  const place: JsonObject = {
    ...(filter.scope === undefined ? {} : { path: filter.scope }),
    ...(glob === undefined ? {} : { glob }),
  }
  const evidence = [`“${task.clause.text.trim()}”`]
  if (filter.holds !== undefined && planning.tools.has('search_files')) {
    propose(planning, {
      tool: 'search_files',
      arguments: { query: filter.holds, ...place },
      description: `Search for “${filter.holds}”`,
      basis: describeFilter(filter),
      evidence,
    })
    return
  }
  if (!planning.tools.has('list_files')) return
  const args: JsonObject = {
    ...place,
    ...(filter.recursive || filter.scope === undefined ? { recursive: true } : {}),
    ...(filter.olderThanDays === undefined ? {} : { older_than_days: filter.olderThanDays }),
    ...(filter.newerThanDays === undefined ? {} : { newer_than_days: filter.newerThanDays }),
  }
  propose(planning, {
    tool: 'list_files',
    arguments: args,
    description: `List files${filter.scope === undefined ? '' : ` in ${filter.scope}/`}`,
    basis: describeFilter(filter),
    evidence,
  })
}

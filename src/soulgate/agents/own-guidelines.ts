import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml'
import { SoulgateError } from '../../base/errors.ts'
import type { Guideline } from '../../contracts/guideline.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Engine } from '../engine.ts'
import { SYSTEM_PRINCIPAL } from './program-principal.ts'

/** One guideline of a file, and where it stands, as an editor opens it. */
interface WrittenGuideline {
  readonly place: string
  readonly item: Readonly<Record<string, unknown>>
}

/**
 * Saves the guidelines of a file, or of the YAML files of a folder, as policy of the program: each change stands in the
 * audit trail like anybody's. They can only add to what people decided: rules that release, and ids that somebody else
 * made, are refused. What is not in the files any more stays in force. Throws `invalid_guidelines` naming file and line,
 * before anything was saved where a file cannot be read.
 */
export async function applyGuidelines(
  { guidelines }: Pick<Engine, 'guidelines'>,
  path: string,
  workspace: string,
): Promise<void> {
  const place = await realpath(resolve(path)).catch(() => resolve(path))
  const fromWorkspace = relative(await realpath(workspace).catch(() => resolve(workspace)), place)
  if (fromWorkspace === '' || !(fromWorkspace === '..' || fromWorkspace.startsWith(`..${sep}`)))
    throw invalid(place, `lies in the workspace, where agents write. Move it out of ${workspace}`)
  const written = await readGuidelines(place)
  const standing = new Map((await guidelines.exportAll()).map(item => [item.id, item]))
  const changed = written.flatMap(one => {
    const now = standing.get(String(one.item.id))
    refuseLoosening(one, now)
    if (now === undefined) return [one]
    return isSame(one.item, now) ? [] : [{ ...one, item: { ...one.item, version: now.version } }]
  })
  if (changed.length === 0) return
  const answer = await guidelines.importMany(
    SYSTEM_PRINCIPAL,
    changed.map(({ item }) => item),
  )
  if (isRefusal(answer)) throw invalid(place, answer.detail)
  for (const [index, result] of answer.items.entries()) {
    if (result.ok) continue
    const words = result.errors.map(({ field, message }) => `${field} ${message}`).join('; ')
    throw invalid(changed[index]?.place ?? place, words)
  }
}

function refuseLoosening({ place, item }: WrittenGuideline, standing: Guideline | undefined): void {
  if (typeof item.id !== 'string') throw invalid(place, 'has no id; it is found again by its id')
  if (Object(item.action).type === 'release')
    throw invalid(place, 'releases calls. A release is set by a person: `soulgate guardrails apply FILE`')
  if (standing !== undefined && standing.created_by !== SYSTEM_PRINCIPAL.id)
    throw invalid(
      place,
      `has the id ${item.id}, under which ${standing.created_by} made one. Take another id`,
    )
}

/** Everything that the file says stands so. */
function isSame(item: WrittenGuideline['item'], standing: Guideline): boolean {
  return Object.entries(item).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(Reflect.get(standing, name)),
  )
}

async function readGuidelines(path: string): Promise<readonly WrittenGuideline[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw invalid(path, 'does not exist')
  const names = found.isDirectory() ? (await readdir(path)).filter(name => /\.ya?ml$/.test(name)).sort() : []
  const files = found.isDirectory() ? names.map(name => join(path, name)) : [path]
  const read = await Promise.all(files.map(async file => parseFile(file, await readFile(file, 'utf8'))))
  return read.flat()
}

/** A list, `{ guidelines: [...] }`, or one alone. */
function parseFile(file: string, text: string): readonly WrittenGuideline[] {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const lineAt = (offset: number) => `${file}:${lines.linePos(offset).line}`
  const [error] = document.errors
  if (error !== undefined) throw invalid(lineAt(error.pos[0]), error.message.split('\n')[0] ?? '')
  const { contents } = document
  const list = isMap(contents) && isSeq(contents.get('guidelines')) ? contents.get('guidelines') : contents
  const nodes: readonly unknown[] = isSeq(list) ? list.items : [list]
  return nodes.map(node => {
    if (!isMap(node)) throw invalid(lineAt(startOf(node)), 'holds something that is no guideline')
    return { place: lineAt(startOf(node)), item: { ...Object(node.toJS(document, { maxAliasCount: 20 })) } }
  })
}

function startOf(node: unknown): number {
  const range: Node['range'] =
    typeof node === 'object' && node !== null && 'range' in node ? (node as Node).range : null
  return range?.[0] ?? 0
}

function invalid(place: string, what: string): SoulgateError {
  return new SoulgateError('invalid_guidelines', `${place} ${what}. Nothing runs until that is mended.`)
}

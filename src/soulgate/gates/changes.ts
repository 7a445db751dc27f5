import { isSoulgateError } from '../../base/errors.ts'
import type { FileChange, GateChanges } from '../../contracts/evidence.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { loadEvidence } from '../../engine/gate/gate.ts'
import { fillSecretReferences, type PlannedChange } from '../../engine/tools/tools.ts'
import type { Engine } from '../engine.ts'
import { judgeReading, whyUnreadable } from '../reading.ts'
import { predictCalls } from './predictions.ts'

/** More of a text is not compared: nobody reads it on a card. */
const MAX_TEXT_BYTES = 256 * 1024
const MAX_LISTED_FILES = 200

type Parts = Pick<Engine, 'store' | 'clock' | 'agentTools' | 'folderFiles' | 'judgePaths'>
type Omitted = NonNullable<FileChange['omitted']>
/** A text, that there is none, or why it is not shown. */
type Standing = { readonly text: string; readonly size: number } | { readonly omitted: Omitted } | undefined

/**
 * What the calls of a waiting gate would make of the files that stand in the workspace, call by call, each on what the
 * calls before it leave, and what their tools predict. Calls of executors outside name files of another machine: nothing is told of them. Nobody is
 * shown a file that they may not read.
 */
export async function gateChanges(parts: Parts, who: Principal, gate: Gate): Promise<GateChanges> {
  if (gate.status !== 'pending') return { calls: [] }
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  const predictions = await predictCalls(parts, who, gate)
  const changesFiles = (await loadEvidence(parts.store, gate.gate_id)) !== undefined
  const left = new Map<string, Standing>()
  const told: GateChanges['calls'] = []
  for (const { call_id, tool, arguments: args } of calls) {
    const files: FileChange[] = []
    for (const change of changesFiles ? plannedBy(parts, tool, args) : [])
      files.push(...(await changeFile(parts, who, { change, left })))
    const prediction = predictions[call_id]
    if (files.length > 0 || prediction !== undefined)
      told.push({ call_id, files, ...(prediction && { prediction }) })
  }
  return { calls: told }
}

function plannedBy(
  { agentTools }: Parts,
  tool: string,
  args: Parameters<typeof fillSecretReferences>[0],
): readonly PlannedChange[] {
  try {
    return agentTools.executable(tool)?.changes?.(fillSecretReferences(args, name => `$secret ${name}`)) ?? []
  } catch {
    // Arguments that do not fit do not run.
    return []
  }
}

async function changeFile(
  parts: Parts,
  who: Principal,
  { change, left }: { readonly change: PlannedChange; readonly left: Map<string, Standing> },
): Promise<readonly FileChange[]> {
  const path = plainPath(change.path)
  const standing = async (at: string) => (left.has(at) ? left.get(at) : readText(parts, who, at))
  const before = await standing(path)
  if ('deletes' in change && before !== undefined && 'omitted' in before && before.omitted === 'folder')
    return listFolder(parts, who, path)
  const after = await textAfter(change, before, standing)
  left.set(path, after)
  const omitted = [before, after].flatMap(each => (each && 'omitted' in each ? [each.omitted] : []))[0]
  return [
    {
      path,
      act: 'deletes' in change ? 'delete' : before === undefined ? 'create' : 'change',
      ...(before && 'text' in before ? { size_bytes: before.size } : {}),
      ...(omitted === undefined
        ? {
            ...(before && 'text' in before ? { before: before.text } : {}),
            ...(after && 'text' in after ? { after: after.text } : {}),
          }
        : { omitted }),
    },
  ]
}

async function textAfter(
  change: PlannedChange,
  before: Standing,
  standing: (path: string) => Promise<Standing>,
): Promise<Standing> {
  if ('deletes' in change) return undefined
  if ('takes' in change) return (await standing(plainPath(change.takes))) ?? { omitted: 'unreadable' }
  if ('content' in change) return asText(change.content)
  if (before !== undefined && 'omitted' in before) return before
  return asText((before?.text ?? '') + change.adds)
}

function asText(text: string): Standing {
  const size = Buffer.byteLength(text)
  return size > MAX_TEXT_BYTES ? { omitted: 'too_large' } : { text, size }
}

async function readText(parts: Parts, who: Principal, path: string): Promise<Standing> {
  if ((await whyUnreadable(parts, who, path)) !== undefined) return { omitted: 'not_allowed' }
  try {
    const bytes = await parts.folderFiles?.readFile(path)
    if (bytes === undefined) return undefined
    if (bytes.length > MAX_TEXT_BYTES) return { omitted: 'too_large' }
    if (bytes.includes(0)) return { omitted: 'not_text' }
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), size: bytes.length }
  } catch (error) {
    if (error instanceof TypeError) return { omitted: 'not_text' }
    if (!isSoulgateError(error)) throw error
    return { omitted: (await isFolder(parts, path)) ? 'folder' : 'unreadable' }
  }
}

async function isFolder({ folderFiles }: Parts, path: string): Promise<boolean> {
  const files = await folderFiles
    ?.read(path)
    .catch((error: unknown) => (isSoulgateError(error, 'too_large') ? 'many' : undefined))
  return files !== undefined
}

/**
 * What goes with a folder, by name and size; what is in the files is not read to people. What this person may not read,
 * or is more than a card holds, is counted.
 */
async function listFolder(parts: Parts, who: Principal, folder: string): Promise<readonly FileChange[]> {
  const about = { path: folder, act: 'delete' as const }
  const files = await parts.folderFiles?.read(folder).catch((error: unknown) => {
    if (isSoulgateError(error)) return undefined
    throw error
  })
  if (files === undefined) return [{ ...about, omitted: 'too_large' }]
  const whyNot = await judgeReading(parts, who)
  const listed = files.filter(({ path }) => whyNot(path) === undefined).slice(0, MAX_LISTED_FILES)
  const unnamed = files.length - listed.length
  return [
    ...listed.map(({ path, bytes }) => ({
      ...{ path, act: 'delete' as const, omitted: 'folder' as const, size_bytes: bytes.length },
    })),
    ...(unnamed > 0 ? [{ ...about, omitted: 'folder' as const, unnamed }] : []),
    ...(files.length === 0 ? [{ ...about, omitted: 'folder' as const }] : []),
  ]
}

/** As it stands in the workspace: no `.` and no empty segments. */
function plainPath(path: string): string {
  return path
    .split('/')
    .filter((segment, index) => segment !== '.' && (segment !== '' || index === 0))
    .join('/')
    .normalize('NFC')
}

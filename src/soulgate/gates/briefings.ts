import type { GateSubject } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { type WrittenBriefing, writeBriefing } from '../../engine/gate/gate.ts'
import type { Engine } from '../engine.ts'
import type { GateRequestBody } from '../program.ts'
import { refuseReading } from '../reading.ts'

const PLANNED = ['design.md', 'user_stories.md', 'tasks.md'] as const
const MAX_BYTES = 262_144

/** The briefing of a gate that somebody outside opens; the files of a work item are read here, not believed. */
export async function briefingOf(
  engine: Engine,
  {
    who,
    body,
    subject,
  }: { readonly who: Principal; readonly body: GateRequestBody; readonly subject: GateSubject },
): Promise<WrittenBriefing> {
  const { type, details = '', context = {}, artifacts = [] } = body
  const paths = artifacts.map(artifact => artifact.path)
  const files =
    type === 'intent_approval'
      ? await readPlanned(engine, { who, paths, workItem: context.work_item })
      : undefined
  return writeBriefing({
    type,
    details,
    context,
    calls: 'tool_calls' in subject ? subject.tool_calls : [],
    artifacts: paths,
    ...(files === undefined ? {} : files),
  })
}

interface Planned {
  readonly files: ReadonlyMap<string, string>
  /** Those that were read only in part. */
  readonly cut: readonly string[]
}

async function readPlanned(
  engine: Engine,
  { who, paths, workItem }: { who: Principal; paths: readonly string[]; workItem: unknown },
): Promise<Planned> {
  const found = await Promise.all(
    PLANNED.map(async name => {
      const named = paths.find(path => path === name || path.endsWith(`/${name}`))
      const path = named ?? (typeof workItem === 'string' ? `${workItem}/${name}` : undefined)
      const isRefused = path === undefined || (await refuseReading(engine, who, path)) !== undefined
      const read = isRefused ? undefined : await readText(engine, path)
      return read === undefined ? [] : [{ name, ...read }]
    }),
  )
  const read = found.flat()
  return {
    files: new Map(read.map(({ name, text }) => [name, text])),
    cut: read.filter(({ isCut }) => isCut).map(({ name }) => name),
  }
}

/** Through the workspace's own tool, so that no path leads outside of it. */
async function readText(
  { catalog }: Engine,
  path: string,
): Promise<{ readonly text: string; readonly isCut: boolean } | undefined> {
  const tool = catalog.executable('read_file')
  if (!tool) return undefined
  const outcome = await tool.execute({
    arguments: { path, max_bytes: MAX_BYTES },
    idempotencyKey: 'briefing',
    signal: new AbortController().signal,
  })
  const output = Object(outcome.result.output)
  if (!outcome.result.success || typeof output.text !== 'string') return undefined
  return { text: output.text, isCut: output.truncated === true }
}

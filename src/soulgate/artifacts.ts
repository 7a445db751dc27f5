import { toIso } from '../base/clock.ts'
import { sha256Hex } from '../base/digest.ts'
import { isSoulgateError } from '../base/errors.ts'
import { RelativePath } from '../contracts/decision.ts'
import type { Gate } from '../contracts/gate.ts'
import type { Principal } from '../contracts/principal.ts'
import { isRefusal, type Refusal, refuse } from '../contracts/refusal.ts'
import type { WorkItem } from '../contracts/work-item.ts'
import type { Engine } from './engine.ts'
import { recordSeen } from './gates/evidence.ts'
import { refuseReading } from './reading.ts'
import type { ArtifactBytes, ArtifactsPart } from './work-items/work-items-part.ts'

/** Artifacts as surfaces see them. */
export function createArtifacts(engine: Engine): ArtifactsPart {
  return {
    read: async (who, asked, { version } = {}) => {
      const parsed = RelativePath.safeParse(asked)
      if (!parsed.success || asked.includes('\\')) return unfit('must be a relative path without ..')
      const path = parsed.data
      if (version !== undefined)
        return (await refuseReading(engine, who, path)) ?? readKept(engine, { who, path, version })
      const named = [...(await gatesNaming(engine, path)), ...(await itemHolding(engine, path))]
      if (!named.some(owner => mayRead(who, owner))) return unknownArtifact(path)
      return (await refuseReading(engine, who, path)) ?? serve(engine, who, path)
    },
  }
}

/** Reviewers read all; everybody else what they asked for, or what was asked for them. */
export function mayRead(
  who: Principal,
  owner: Pick<Gate | WorkItem, 'requested_by' | 'on_behalf_of'>,
): boolean {
  if (who.role === 'reviewer' || who.role === 'admin') return true
  return owner.requested_by === who.id || owner.on_behalf_of === who.id
}

async function gatesNaming({ store }: Engine, path: string): Promise<readonly Gate[]> {
  const entries = await store.listDocuments('artifact', { lookup: path })
  const ids = entries.slice(-200).map(({ body }) => String(Object(body).gate_id))
  return store.getGates([...new Set(ids)])
}

async function itemHolding({ workItems }: Engine, path: string): Promise<readonly WorkItem[]> {
  const item = await workItems.ofPath(path)
  return item ? [item] : []
}

/** What was served is what an approval of this person then stands for. */
async function serve(engine: Engine, who: Principal, path: string): Promise<ArtifactBytes | Refusal> {
  const artifact = await readStanding(engine, path)
  if (!isRefusal(artifact)) {
    await recordSeen(engine, who, { path, sha256: artifact.sha256, at: toIso(engine.clock.now()) })
  }
  return artifact
}

async function readStanding({ folderFiles }: Engine, path: string): Promise<ArtifactBytes | Refusal> {
  try {
    const bytes = await folderFiles?.readFile(path)
    return bytes === undefined ? unknownArtifact(path) : describe(path, bytes)
  } catch (error) {
    if (isSoulgateError(error)) return unfit(error.message)
    throw error
  }
}

async function readKept(
  { workItems }: Engine,
  { who, path, version }: { readonly who: Principal; readonly path: string; readonly version: string },
): Promise<ArtifactBytes | Refusal> {
  const kept = await workItems.versionFile(version, path)
  const item = kept && (await workItems.get(kept.item_id))
  return kept && item && mayRead(who, item) ? describe(path, kept.bytes) : unknownArtifact(path)
}

function describe(path: string, bytes: Uint8Array): ArtifactBytes {
  return { path, bytes, content_type: contentType(path, bytes), sha256: sha256Hex(bytes) }
}

/** Never a type that a browser would run or render. */
function contentType(path: string, bytes: Uint8Array): string {
  if (bytes.includes(0)) return 'application/octet-stream'
  return path.endsWith('.json') ? 'application/json' : 'text/plain; charset=utf-8'
}

function unknownArtifact(path: string): Refusal {
  return refuse('not_found', `There is no artifact ${path}. Gates and work items list theirs.`)
}

function unfit(message: string): Refusal {
  return refuse('invalid', `The path of the artifact is refused: ${message}`, {
    errors: [{ field: 'path', message }],
  })
}

import { sha256Hex } from '../../base/digest.ts'
import { isSoulgateError } from '../../base/errors.ts'
import type { Artifact, Gate } from '../../contracts/gate.ts'
import type { Principal } from '../../contracts/principal.ts'
import { refuse } from '../../contracts/refusal.ts'
import { actorOf, type GateService, type ReadEvidence } from '../../engine/gate/gate.ts'
import { fillSecretReferences, findSecretReferences, type ToolRegistry } from '../../engine/tools/tools.ts'
import type { Store } from '../../store/store.ts'
import type { FolderFiles } from '../../workspace/workspace.ts'

const SEEN = 'artifact_seen'

interface EvidenceParts {
  readonly store: Store
  readonly folderFiles?: Pick<FolderFiles, 'readFile'> | undefined
}

/**
 * What calls of our own tools rest on. What a secret stands for is not known before the call runs: its name stands in its
 * place, so a path that is a secret is compared with nothing, and neither is a call whose arguments a name does not fit.
 */
export function createEvidenceReader(tools: Pick<ToolRegistry, 'executable'>): ReadEvidence {
  return async ({ tool, arguments: args }) => {
    const reading = tools.executable(tool)?.evidence?.(fillSecretReferences(args, name => `$secret ${name}`))
    return findSecretReferences(args).length === 0 ? reading : reading?.catch(() => [])
  }
}

/** What was served of an artifact, for the audit; of a person, so that nothing else is approved in its place. */
export async function recordSeen(
  { store }: Pick<EvidenceParts, 'store'>,
  who: Principal,
  seen: { readonly path: string; readonly sha256: string; readonly at: string },
): Promise<void> {
  const { path, sha256, at } = seen
  await store.transact(async tx => {
    if (who.kind === 'person')
      await tx.putDocument({ kind: SEEN, id: `${who.id}:${path}`, body: { sha256, at }, at })
    const payload = { path, sha256 }
    await tx.appendEvents([{ stream: 'system', type: 'artifact_read', at, actor: actorOf(who), payload }])
  })
}

/** Artifacts with the digest of what stands in the workspace in place of what was said of it. */
export function checkArtifacts(
  parts: EvidenceParts,
  artifacts: readonly Artifact[],
  mayRead: (path: string) => Promise<boolean>,
): Promise<readonly Artifact[]> {
  return Promise.all(
    artifacts.map(async ({ checked: _claimed, ...artifact }): Promise<Artifact> => {
      const sha256 = (await mayRead(artifact.path)) ? await digestOf(parts, artifact.path) : undefined
      return sha256 === undefined ? artifact : { ...artifact, sha256, checked: true }
    }),
  )
}

/**
 * Gates whose approval is refused where an artifact is not what the person was shown of it, or, where nothing was
 * shown, what it was when the gate opened.
 */
export function withEvidence(gates: GateService, parts: EvidenceParts): GateService {
  return {
    ...gates,
    decide: async (who, gateId, request, options) => {
      const letsGoOn = request.decision === 'approve' || request.decision === 'skip'
      const gate = letsGoOn ? await parts.store.getGate(gateId) : undefined
      const changed = gate?.status === 'pending' ? await findChanged(parts, who, gate) : []
      if (gate === undefined || changed.length === 0) return gates.decide(who, gateId, request, options)
      const detail = `${changed.join(', ')} changed since you saw gate ${gateId}. Open it again before you approve it.`
      return refuse('evidence_changed', detail, { gate, data: { changed } })
    },
  }
}

async function findChanged(parts: EvidenceParts, who: Principal, gate: Gate): Promise<string[]> {
  const found = await Promise.all(
    gate.artifacts.map(async ({ path, sha256, checked }) => {
      const seen = Object((await parts.store.getDocument(SEEN, `${who.id}:${path}`))?.body)
      const isSeenHere = String(seen.at ?? '') >= gate.created_at
      const expected = isSeenHere ? String(seen.sha256) : checked === true ? sha256 : undefined
      return expected === undefined || (await digestOf(parts, path)) === expected ? [] : [path]
    }),
  )
  return found.flat()
}

/** Undefined for what is not in the workspace, or cannot be read as a plain file of it. */
async function digestOf({ folderFiles }: EvidenceParts, path: string): Promise<string | undefined> {
  try {
    const bytes = await folderFiles?.readFile(path)
    return bytes === undefined ? undefined : sha256Hex(bytes)
  } catch (error) {
    if (isSoulgateError(error)) return undefined
    throw error
  }
}

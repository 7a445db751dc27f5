import { z } from 'zod'

/** A file or folder that a call rests on, as it stood when it was read. */
export const CallEvidence = z.object({
  /** Relative to the workspace, with `/`. */
  target: z.string(),
  state: z.enum(['file', 'folder', 'absent']),
  /** SHA-256 of the content, of a folder over the names and contents of all that it holds; absent: only the state counts. */
  sha256: z.string().optional(),
  /** How much a folder holds. */
  entries: z.int().min(0).optional(),
})
export type CallEvidence = z.infer<typeof CallEvidence>

/** What the calls of a gate rest on, by the id of the call, as it stood when the gate opened. Kept apart from the gate: whoever reads a gate must not learn the digests of files that they may not read. */
export const GateEvidence = z.record(z.string(), z.array(CallEvidence))
export type GateEvidence = z.infer<typeof GateEvidence>

/** The kind of document that keeps it, under the id of the gate. */
export const GATE_EVIDENCE_DOCUMENT = 'gate_evidence'

/** What is not as it stood when a gate opened. */
export const Drift = z.object({
  call_id: z.string(),
  target: z.string(),
  /** One sentence that says what changed. */
  text: z.string(),
})
export type Drift = z.infer<typeof Drift>

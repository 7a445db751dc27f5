import { z } from 'zod'
import { JsonValue } from './json-value.ts'

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

/** Why a text is not shown: it is none, is too large, may not be read by this person, or could not be read. */
export const OmittedText = z.enum(['not_text', 'too_large', 'not_allowed', 'unreadable', 'folder'])
export type OmittedText = z.infer<typeof OmittedText>

/** One file that a call would make, change or delete: its text now, and its text afterwards. */
export const FileChange = z.object({
  /** Relative to the workspace, with `/`. */
  path: z.string(),
  act: z.enum(['create', 'change', 'delete']),
  before: z.string().optional(),
  after: z.string().optional(),
  /** How many bytes stand there now. */
  size_bytes: z.int().min(0).optional(),
  omitted: OmittedText.optional(),
  /** Of a folder: how many files go with it that are not named, because this person may not read them or they are too many. */
  unnamed: z.int().min(1).optional(),
})
export type FileChange = z.infer<typeof FileChange>

/** What the `simulate` of a tool predicts of one call, or why it predicts nothing. It is never what happened. */
export const Prediction = z.union([z.object({ value: JsonValue }), z.object({ problem: z.string() })])
export type Prediction = z.infer<typeof Prediction>

/** The predictions of a gate, by the id of the call, as they were computed when somebody first looked. */
export const GatePredictions = z.record(z.string(), Prediction)
export type GatePredictions = z.infer<typeof GatePredictions>

/** The kind of document that keeps them, under the id of the gate. */
export const GATE_PREDICTIONS_DOCUMENT = 'gate_predictions'

/** What the calls of a waiting gate would change, one after the other; only of calls that run here. */
export const GateChanges = z.object({
  calls: z.array(
    z.object({
      call_id: z.string(),
      files: z.array(FileChange),
      /** What the tool itself predicts; only tools with `simulate` do. */
      prediction: Prediction.optional(),
    }),
  ),
})
export type GateChanges = z.infer<typeof GateChanges>

import type { Reading } from '../../../contracts/reading.ts'
import type { Objection } from '../verify/verify.ts'

/** What a model says of a goal beside the calls, and what rules add to it; nothing here replaces a call. */
export interface ModelFindings extends Pick<Reading, 'leftover'> {
  readonly objections: readonly Objection[]
  /** Why a person looks at what would change something. */
  readonly doubts: readonly string[]
}

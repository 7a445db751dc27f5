import type { Llm } from '../../../llm/llm.ts'

/** Whether a language model is there to be consulted; the offline model is the deterministic reasoner itself. */
export function canConsult(llm: Llm | undefined): boolean {
  return llm !== undefined && !llm.describe('STANDARD').isOffline
}

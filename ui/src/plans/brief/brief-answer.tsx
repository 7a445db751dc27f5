import { Complaint } from '../../states/states.tsx'
import type { CorrectBrief } from './use-correct-brief.ts'

/** What became of a brief that was sent. */
export function BriefAnswer({ correct }: { readonly correct: CorrectBrief }) {
  return (
    <>
      {correct.problem !== undefined && <Complaint>{correct.problem}</Complaint>}
      {correct.isDone && <p role="status">Saved. The plan is made anew and put before you.</p>}
      {!correct.isPossible && <p>It can be corrected as soon as the plan waits for you.</p>}
    </>
  )
}

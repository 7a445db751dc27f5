import { lazy, Suspense } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { LoadingState } from '../states/states.tsx'
import { openCalls, toolCallsOf } from './decision-draft.ts'
import type { useCard } from './use-card.ts'
import { Verdict } from './verdict.tsx'
import { WhatWillRun } from './what-will-run.tsx'
import { WhyHeldList } from './why-held.tsx'

// Only reviews need it.
const ReviewPanel = lazy(async () => ({
  default: (await import('../review/review-panel.tsx')).ReviewPanel,
}))

/** What is decided about, and the decision: what will run or what is reviewed, why it was held, the verdict; in this order everywhere. */
export function CardBody({
  gate,
  card,
  onDecided,
}: {
  readonly gate: Gate
  readonly card: ReturnType<typeof useCard>
  /** False where calls of the gate are still open. */
  readonly onDecided: (isAll: boolean) => void
}) {
  // Of a review the files are what is decided on; beside calls they are evidence.
  const isReview = toolCallsOf(gate).length === 0
  const loading = <LoadingState label="Reading what is to be reviewed" lines={3} />
  const review = card.isLoading
    ? loading
    : gate.artifacts.length > 0 && (
        <Suspense fallback={loading}>
          <ReviewPanel
            gate={gate}
            viewed={card.viewed}
            folded={card.folded}
            onFold={card.fold}
            onViewed={card.view}
            onGo={card.goTo}
          />
        </Suspense>
      )
  return (
    <>
      {isReview && review}
      <WhatWillRun
        gate={gate}
        desk={card.desk}
        unseen={card.unseen}
        opened={card.opened}
        onOpen={card.open}
      />
      <WhyHeldList gate={gate} />
      {!isReview && review}
      <Verdict
        ref={card.verdict}
        gate={gate}
        calls={openCalls(gate)}
        answers={card.answers}
        onClearAnswers={card.onClearAnswers}
        unseen={card.unseen}
        onMissing={card.goToUnseen}
        onDecided={onDecided}
      />
    </>
  )
}

import type { Gate } from 'soulgate/contracts/gate'
import { ArtifactList } from './artifact-list.tsx'
import { openCalls } from './decision-draft.ts'
import type { useCard } from './use-card.ts'
import { Verdict } from './verdict.tsx'
import { WhatWillRun } from './what-will-run.tsx'
import { WhyHeldList } from './why-held.tsx'

/** What is decided about, and the decision: what will run, why it was held, attached files, the verdict; in this order everywhere. */
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
  return (
    <>
      <WhatWillRun
        gate={gate}
        desk={card.desk}
        unseen={card.unseen}
        opened={card.opened}
        onOpen={card.open}
      />
      <WhyHeldList gate={gate} />
      <ArtifactList
        gate={gate}
        opened={card.opened}
        unfolded={card.unfolded}
        onUnfold={card.unfold}
        onRead={card.open}
      />
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

import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import type { CardCommand } from '../application/keys.ts'
import { AgentSays } from './agent-says.tsx'
import { CardHead } from './card-head.tsx'
import { mustBeOpened, openCalls } from './decision-draft.ts'
import { Evidence } from './evidence.tsx'
import classes from './inbox.module.css'
import { SimilarDecisions } from './similar-decisions.tsx'
import { Standing } from './standing.tsx'
import { Verdict, type VerdictHandle } from './verdict.tsx'
import { WhatWillRun } from './what-will-run.tsx'
import { WhyHeldList } from './why-held.tsx'

/** What the keyboard asks of the card that is shown; true when it did something. */
export interface CardHandle {
  run(command: CardCommand): boolean
}

/** One gate, always in the same order: what will run, why it was held, the verdict, the evidence, the agent's words. */
export function DecisionCard(props: {
  readonly gate: Gate
  readonly onDecided: () => void
  readonly ref?: Ref<CardHandle>
}) {
  const { gate } = props
  const card = useRef<HTMLElement>(null)
  const verdict = useRef<VerdictHandle>(null)
  const [seen, setSeen] = useState<{ readonly view: string; readonly keys: readonly string[] }>()
  const [left, setLeft] = useState<readonly string[]>([])
  const [showsFiles, setShowsFiles] = useState(false)
  // What was opened counts only for the view it was opened in.
  const opened = seen?.view === gate.view_digest ? seen.keys : []
  const setOpened = (keys: readonly string[]) => setSeen({ view: gate.view_digest, keys })
  const unseen = mustBeOpened(gate).filter(key => !opened.includes(key))
  const chosen = openCalls(gate).filter(call => !left.includes(call.call_id))
  const open = (key: string) => setOpened([...opened, key])
  useImperativeHandle(props.ref, () => ({
    run: command => {
      if (command === 'open') card.current?.focus()
      else if (command === 'view') setOpened(mustBeOpened(gate))
      else if (command === 'diff' && !verdict.current?.run('diff')) setShowsFiles(before => !before)
      else if (command !== 'diff') return verdict.current?.run(command) ?? false
      return true
    },
  }))
  return (
    <article ref={card} className={classes.card} tabIndex={-1}>
      <CardHead gate={gate} />
      <Standing gate={gate} />
      <WhatWillRun
        gate={gate}
        chosen={chosen.map(call => call.call_id)}
        onChoose={(id, isChosen) =>
          setLeft(before => (isChosen ? before.filter(item => item !== id) : [...before, id]))
        }
        unseen={unseen}
        opened={opened}
        onOpen={open}
      />
      <WhyHeldList gate={gate} />
      <Verdict ref={verdict} gate={gate} calls={chosen} unseen={unseen.length} onDecided={props.onDecided} />
      <Evidence gate={gate} showsFiles={showsFiles} />
      <AgentSays gate={gate} />
      <SimilarDecisions gate={gate} />
    </article>
  )
}

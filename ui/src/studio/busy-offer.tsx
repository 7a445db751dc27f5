import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { OnBusy } from 'soulgate/contracts/chat'
import { AgentText } from '../text/agent-text.tsx'
import classes from './talk.module.css'
import type { BusyOffer } from './talk-live.ts'

const WAYS: Readonly<
  Record<OnBusy, { readonly key: string; readonly label: string; readonly means: string }>
> = {
  queue: { key: 'q', label: 'Queue', means: 'It is said when this run has ended.' },
  steer: { key: 's', label: 'Steer', means: 'It corrects what the agent is about to do; that does not run.' },
  replace: { key: 'r', label: 'Replace', means: 'The run is cancelled, and this is done instead.' },
}
const ORDER: readonly OnBusy[] = ['queue', 'steer', 'replace']

/** A message that met a busy agent: kept, until one key says what becomes of it. */
export function BusyOfferBar(props: {
  readonly offer: BusyOffer
  readonly onChoose: (way: OnBusy) => void
  readonly onTakeBack: () => void
}) {
  const { offer, onChoose } = props
  const bar = useRef<HTMLElement>(null)
  const offered = ORDER.filter(way => offer.offers.includes(way))
  // The person has just pressed Enter; the next key is the answer to this.
  useEffect(() => bar.current?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const way = offered.find(item => WAYS[item].key === event.key.toLowerCase())
    if (way) onChoose(way)
    else if (event.key === 'Escape') props.onTakeBack()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <section
      ref={bar}
      tabIndex={-1}
      className={classes.offer}
      aria-label="Your message is kept"
      onKeyDown={onKeyDown}
    >
      <p role="status">
        <b>Your message is kept.</b> The agent has not finished. What should become of it?
      </p>
      <blockquote>
        <AgentText text={offer.text} />
      </blockquote>
      <ul>
        {offered.map(way => (
          <li key={way}>
            <Button
              size="xs"
              variant={way === 'queue' ? 'filled' : 'default'}
              rightSection={<kbd className={classes.key}>{WAYS[way].key.toUpperCase()}</kbd>}
              onClick={() => onChoose(way)}
            >
              {WAYS[way].label}
            </Button>
            <span className={classes.means}>{WAYS[way].means}</span>
          </li>
        ))}
        <li>
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            rightSection={<kbd className={classes.key}>Esc</kbd>}
            onClick={props.onTakeBack}
          >
            Take it back
          </Button>
        </li>
      </ul>
    </section>
  )
}

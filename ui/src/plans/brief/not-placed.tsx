import { Button } from '@mantine/core'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './brief.module.css'
import type { PlaceAs } from './brief-draft.ts'

const KINDS: readonly (readonly [PlaceAs, string])[] = [
  ['work', 'It is work'],
  ['event', 'It is an event'],
  ['rhythm', 'It comes back'],
]

/** Words that stand in no part of the plan, each to be placed by one key. */
export function NotPlaced(props: {
  readonly quotes: readonly string[]
  readonly onPlace: (quote: string, as: PlaceAs) => void
  readonly onDrop: (quote: string) => void
}) {
  if (props.quotes.length === 0) return null
  return (
    <section className={classes.open} aria-label="Not placed">
      <h3>Not placed: where does this belong?</h3>
      <ul>
        {props.quotes.map(quote => (
          <li key={quote}>
            <p>
              “<AgentText text={quote} />”
            </p>
            <div className={classes.choices}>
              {KINDS.map(([kind, label]) => (
                <Button
                  key={kind}
                  variant="light"
                  size="compact-sm"
                  aria-label={`${label}: ${quote}`}
                  onClick={() => props.onPlace(quote, kind)}
                >
                  {label}
                </Button>
              ))}
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={`Not needed in the plan: ${quote}`}
                onClick={() => props.onDrop(quote)}
              >
                Not needed in the plan
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { CheckIcon } from '../icons/icons.tsx'
import classes from './agent-text.module.css'
import { AgentText, LONG_TEXT } from './agent-text.tsx'
import { ReadEnd } from './read-end.tsx'

/** A text of an agent, all of it; one too long to be seen at once stands in a box and counts as read once it was scrolled through. */
export function ScrolledText(props: {
  readonly text: string
  /** How the box is called for those who do not see it. */
  readonly label: string
  /** By what the card finds it. */
  readonly readKey: string
  readonly isRead: boolean
  /** Absent where nobody has to read it. */
  readonly onRead?: (() => void) | undefined
  readonly mono?: boolean
  readonly limit?: number
}) {
  const { text, isRead, onRead, limit = LONG_TEXT } = props
  const className = props.mono ? `${classes.block} ${classes.mono}` : classes.block
  if (text.length <= limit)
    return (
      <div className={className}>
        <AgentText text={text} />
      </div>
    )
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard */}
      <section className={classes.scrolled} tabIndex={0} aria-label={props.label} data-read={props.readKey}>
        <div className={className}>
          <AgentText text={text} />
        </div>
        {!isRead && onRead && <ReadEnd onSeen={onRead} />}
      </section>
      <p className={classes.more}>
        {text.length.toLocaleString()} characters
        {isRead ? (
          <>
            {' '}
            · <CheckIcon size={13} /> read
          </>
        ) : (
          onRead && ' · scroll to the end to read all of it'
        )}
      </p>
    </div>
  )
}

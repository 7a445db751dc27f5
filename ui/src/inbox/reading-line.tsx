import type { Reading, TextSpan } from 'soulgate/contracts/reading'
import { AgentText } from '../text/agent-text.tsx'
import classes from './inbox.module.css'

/** Who read the goal, and which of its words no call accounts for. */
export function ReadingLine({ reading }: { readonly reading: Reading }) {
  const { by, model, because, leftover } = reading
  return (
    <p className={classes.reading}>
      {by === 'model' ? (
        <>
          Read by the language model <AgentText text={model ?? ''} />.
        </>
      ) : (
        <>Read by the built-in rules{because ? '' : ', without a language model'}.</>
      )}
      {because && (
        <>
          {' '}
          Not by <AgentText text={model || 'a language model'} />: <AgentText text={because} />
        </>
      )}
      {leftover.length > 0 && (
        <>
          {' '}
          <b>Not taken in:</b> <Quotes spans={leftover} />
        </>
      )}
    </p>
  )
}

/** The words of the goal that something rests on. */
export function Quotes({ spans }: { readonly spans: readonly TextSpan[] }) {
  return (
    <>
      {spans.map(({ start, end, text }) => (
        <q key={`${start}-${end}`} className={classes.quoted}>
          <AgentText text={text} />
        </q>
      ))}
    </>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../dialog/dialog.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { forgetCanaryResult, useCanaryResult } from './canary.ts'
import classes from './inbox.module.css'

const WRONG = {
  recipient: 'It would have gone to somebody else',
  amount: 'It was ten times the amount',
  path: 'It was a file outside',
} as const

/** What a card that tested attention was, told once and to this person alone. */
export function CanaryResult() {
  const result = useCanaryResult()
  const cache = useQueryClient()
  if (result === null) return null
  const { caught, kind, asked, proposed } = result
  const close = () => forgetCanaryResult(cache)
  return (
    <Dialog title={caught ? 'You saw it' : 'This one was a test'} onClose={close}>
      <div className={classes.section}>
        <p>
          Soulgate made this card to see whether cards are read. Nothing has run, and nothing ever could.
          {!caught && ' Everybody misses one now and then; only you are told.'}
        </p>
        <p>
          {WRONG[kind]}: the request said{' '}
          <code>
            <AgentText text={asked} />
          </code>
          , the call{' '}
          <code>
            <AgentText text={proposed} />
          </code>
          .
        </p>
        <Button data-autofocus onClick={close}>
          Go on
        </Button>
      </div>
    </Dialog>
  )
}

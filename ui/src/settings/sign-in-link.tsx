import { Button } from '@mantine/core'
import { isRefused, type SignInLink as Link, type Refused } from 'soulgate/sdk'
import { Complaint } from '../states/states.tsx'
import { clockText } from '../time/time.ts'
import classes from './settings.module.css'

/** A link that signs one person in, once; whoever has it is that person. */
export function SignInLink({ answer, name }: { readonly answer: Link | Refused; readonly name: string }) {
  if (isRefused(answer)) return <Complaint>{answer.problem.detail}</Complaint>
  if (answer.url === undefined)
    return (
      <p className={classes.secret} role="status">
        The link is shown on the terminal of the server.
      </p>
    )
  const { url } = answer
  return (
    <p className={classes.secret} role="status">
      For {name} alone; it works once, until {clockText(answer.expires_at)}: <code>{url}</code>{' '}
      <Button size="compact-xs" variant="default" onClick={() => void navigator.clipboard?.writeText(url)}>
        Copy
      </Button>
    </p>
  )
}

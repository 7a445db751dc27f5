import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckIcon, WarningIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import classes from './audit.module.css'
import { verifyHere } from './verify-here.ts'
import type { SeenKey } from './verify-keys.ts'
import type { BrowserVerification } from './verify-lines.ts'

/** Walks every chain in this browser and says whether it is whole, or which entry is the first that is not. */
export function VerifyChain() {
  const [seen, setSeen] = useState(0)
  const verify = useMutation({ mutationFn: () => verifyHere(setSeen) })
  const report = verify.data
  return (
    <section className={classes.verify} data-ok={report?.ok}>
      <div className={classes.verdict} role="status">
        {!report && (
          <p>
            <b>Is the chain whole?</b> Each entry carries the hash of the one before; seals are signed. It is
            verified in this browser.
            {verify.isPending && ` ${seen.toLocaleString('en')} events so far.`}
          </p>
        )}
        {report && <Report report={report} />}
        {verify.isError && <Complaint>{messageOf(verify.error)}</Complaint>}
      </div>
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </Button>
    </section>
  )
}

function Report({ report }: { readonly report: BrowserVerification }) {
  const counts = `${report.events.toLocaleString('en')} events in ${report.streams.toLocaleString('en')} streams, ${report.checkpoints} signed ${report.checkpoints === 1 ? 'seal' : 'seals'}`
  if (!report.ok)
    return (
      <p>
        <WarningIcon /> <b>The chain is broken.</b> <AgentText text={report.bad ?? ''} />
      </p>
    )
  return (
    <>
      <p>
        <CheckIcon /> <b>Integrity verified.</b> {counts}.
      </p>
      <p className={classes.note}>
        {report.wholeAt === undefined
          ? `The export has no signed footer: the last ${report.unsealed.toLocaleString('en')} events are not sealed yet.`
          : `Its signed footer says that it was whole at ${report.wholeAt}.`}{' '}
        Compare the fingerprints with those you noted elsewhere.
      </p>
      <ul className={classes.keys} aria-label="Keys that signed">
        {report.keys.map(key => (
          <li key={key.key_id}>
            <code>{key.fingerprint}</code> {describeKey(key)}
          </li>
        ))}
      </ul>
    </>
  )
}

function describeKey({ own, trusted }: SeenKey): string {
  if (own) return 'the key of this home'
  return trusted ? 'vouched for by this home' : 'nothing vouches for it, and it signed nothing'
}

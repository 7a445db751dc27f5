import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { client } from '../application/client.ts'
import { CheckIcon, WarningIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './audit.module.css'

/** Walks every chain and says whether it is whole, or which entry is the first that is not. */
export function VerifyChain() {
  const verify = useMutation({ mutationFn: () => client.audit.verify() })
  const report = verify.data
  return (
    <section className={classes.verify} data-ok={report?.ok}>
      <div className={classes.verdict} role="status">
        {!report && (
          <p>
            <b>Is the chain whole?</b> Each entry carries the hash of the one before; seals are signed.
          </p>
        )}
        {report?.ok && (
          <p>
            <CheckIcon /> <b>The chain is whole.</b> {report.events.toLocaleString('en')} events in{' '}
            {report.streams.toLocaleString('en')} streams, {report.checkpoints} signed{' '}
            {report.checkpoints === 1 ? 'seal' : 'seals'}
            {report.erased > 0 && `, ${report.erased} erased payloads`}.
          </p>
        )}
        {report && !report.ok && (
          <p>
            <WarningIcon /> <b>The chain is broken.</b>{' '}
            {report.first_bad
              ? `The first bad entry is ${report.first_bad.stream}#${report.first_bad.seq}: ${report.first_bad.reason}`
              : report.note}
          </p>
        )}
        {report && <p className={classes.note}>{report.note}</p>}
        {verify.isError && <Complaint>{messageOf(verify.error)}</Complaint>}
      </div>
      <Button variant="default" loading={verify.isPending} onClick={() => verify.mutate()}>
        Verify
      </Button>
    </section>
  )
}

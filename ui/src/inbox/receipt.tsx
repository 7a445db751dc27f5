import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReceiptField } from 'soulgate/contracts/receipt'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { saveText } from '../application/download.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './receipt.module.css'

const FIELDS: Readonly<Record<ReceiptField, string>> = {
  people: 'Names of people',
  arguments: 'Arguments of the calls (secrets stay hidden)',
  words: 'Reasons that were given',
}
const NAMES: readonly ReceiptField[] = ['people', 'arguments', 'words']

/** Saves a signed receipt of a decision for somebody outside. */
export function ReceiptExport({ gateId }: { readonly gateId: string }) {
  const [include, setInclude] = useState<readonly ReceiptField[]>([])
  const save = useMutation({
    mutationFn: async () => {
      const file = await client.audit.receipt(gateId, include)
      if (isRefused(file)) throw new Error(file.problem.detail)
      saveText(`${JSON.stringify(file, null, 2)}\n`, `receipt-${gateId}.json`)
    },
  })
  const toggle = (field: ReceiptField) =>
    setInclude(include.includes(field) ? include.filter(each => each !== field) : [...include, field])
  return (
    <details className={classes.receipt}>
      <summary>Export a receipt</summary>
      <p>
        A signed file for somebody outside: who decided when, which calls ran, by their digests, and what came
        of them. That you exported it is in the audit trail.
      </p>
      <fieldset className={classes.fields}>
        <legend>Also show</legend>
        {NAMES.map(field => (
          <label key={field}>
            <input type="checkbox" checked={include.includes(field)} onChange={() => toggle(field)} />
            {FIELDS[field]}
          </label>
        ))}
      </fieldset>
      <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
        Save the receipt
      </Button>
      {save.isSuccess && (
        <p role="status">
          Saved. Anybody can check it with <code>soulgate audit verify FILE</code>.
        </p>
      )}
      {save.isError && <Complaint>{messageOf(save.error)}</Complaint>}
    </details>
  )
}

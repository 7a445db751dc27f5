import { Button, FileButton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ImportedGuidelines, isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { Download } from '../application/download.tsx'
import { ReplayPanel } from '../policy/replay-panel.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './guardrails.module.css'

/** All rules into a file, and rules from a file; each that is wrong is named, the others come in. */
export function RuleTransfer({ mayImport }: { readonly mayImport: boolean }) {
  const cache = useQueryClient()
  const [rules, setRules] = useState<readonly unknown[]>()
  const read = useMutation({
    mutationFn: async (file: File) => rulesIn(await file.text()),
    onSuccess: setRules,
  })
  const take = useMutation({
    mutationFn: (found: readonly unknown[]) => client.guardrails.import(found),
    onSuccess: () => setRules(undefined),
    onSettled: () => cache.invalidateQueries({ queryKey: ['guidelines'] }),
  })
  return (
    <div className={classes.transfer}>
      <Download path="/api/guardrails/export?format=json" name="soulgate-guardrails.json" size="sm">
        Export
      </Download>
      {mayImport && (
        <FileButton accept="application/json,.json" onChange={file => file && read.mutate(file)}>
          {props => (
            <Button {...props} variant="default" loading={read.isPending}>
              Import
            </Button>
          )}
        </FileButton>
      )}
      {read.isError && <Complaint>{messageOf(read.error)}</Complaint>}
      {rules && (
        <div className={classes.imported}>
          <p>
            {rules.length} {rules.length === 1 ? 'rule' : 'rules'} read; none is saved yet.
          </p>
          <ReplayPanel tried={{ guidelines: JSON.parse(JSON.stringify(rules)) }} />
          <div className={classes.buttons}>
            <Button loading={take.isPending} onClick={() => take.mutate(rules)}>
              Save {rules.length === 1 ? 'it' : `all ${rules.length}`}
            </Button>
            <Button variant="subtle" color="gray" onClick={() => setRules(undefined)}>
              Leave it
            </Button>
          </div>
        </div>
      )}
      {isRefused(take.data) && <Complaint>{take.data.problem.detail}</Complaint>}
      {take.isError && <Complaint>{messageOf(take.error)}</Complaint>}
      {take.data && !isRefused(take.data) && <Imported result={take.data} />}
    </div>
  )
}

function Imported({ result }: { readonly result: ImportedGuidelines }) {
  return (
    <div role="status" className={classes.imported}>
      {result.imported} imported.
      {result.errors.map(error => (
        <Complaint key={error.index}>
          {error.id ?? `Rule ${error.index + 1}`}:{' '}
          {error.errors.map(({ field, message }) => `${field} ${message}`).join('; ')}
        </Complaint>
      ))}
    </div>
  )
}

/** A list, or the object that an export makes. */
function rulesIn(text: string): readonly unknown[] {
  const read: unknown = JSON.parse(text)
  if (Array.isArray(read)) return read
  const list = typeof read === 'object' && read !== null && 'guidelines' in read ? read.guidelines : undefined
  if (Array.isArray(list)) return list
  throw new Error('This file holds no list of rules.')
}

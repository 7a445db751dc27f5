import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { Settings } from 'soulgate/contracts/settings'
import { isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { ReplayPanel } from '../policy/replay-panel.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './settings.module.css'
import { draftOf, faultsOf, isChanged, patchFor, type SettingsDraft } from './settings-draft.ts'
import { AutonomyFields, FlagFields, NumberFields, PasskeyFields } from './settings-fields.tsx'

/** What is changed, without the version it was read at. */
function triedSettings(base: Settings, draft: SettingsDraft): JsonObject {
  const { version: _version, ...changed } = patchFor(base, draft)
  return JSON.parse(JSON.stringify(changed))
}

/** Reads and writes the settings; a version that somebody else wrote meanwhile is shown, never overwritten. */
export function SettingsForm({
  settings,
  isReadOnly,
}: {
  readonly settings: Settings
  readonly isReadOnly: boolean
}) {
  const cache = useQueryClient()
  const [base, setBase] = useState(settings)
  const [draft, setDraft] = useState<SettingsDraft>(() => draftOf(settings))
  const save = useMutation({
    mutationFn: () => client.settings.update(patchFor(base, draft)),
    onSuccess: answer => {
      if (isRefused(answer)) return
      cache.setQueryData(['settings'], answer)
      setBase(answer)
      setDraft(draftOf(answer))
    },
  })
  const isStale = settings.version !== base.version
  const faults = faultsOf(draft)
  const hasChanges = isChanged(base, draft)
  const takeCurrent = () => {
    setBase(settings)
    setDraft(draftOf(settings))
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hasChanges && faults.length === 0) save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <AutonomyFields draft={draft} isReadOnly={isReadOnly} onChange={setDraft} />
      <PasskeyFields draft={draft} isReadOnly={isReadOnly} onChange={setDraft} />
      <NumberFields draft={draft} isReadOnly={isReadOnly} onChange={setDraft} />
      <FlagFields draft={draft} isReadOnly={isReadOnly} onChange={setDraft} />
      {hasChanges && faults.length === 0 && <ReplayPanel tried={{ settings: triedSettings(base, draft) }} />}
      <div className={classes.save}>
        {faults.map(fault => (
          <Complaint key={fault}>{fault}</Complaint>
        ))}
        {isStale && (
          <Complaint>
            Somebody changed the settings meanwhile (version {settings.version}; yours began at {base.version}
            ).{' '}
            <button type="button" className={classes.textButton} onClick={takeCurrent}>
              Take theirs and begin again
            </button>
          </Complaint>
        )}
        {isRefused(save.data) && (
          <Complaint>
            {save.data.problem.detail}{' '}
            {save.data.problem.errors?.map(error => `${error.field} ${error.message}`).join('; ')}
          </Complaint>
        )}
        {save.isError && <Complaint>{messageOf(save.error)}</Complaint>}
        <div className={classes.buttons}>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={isReadOnly || !hasChanges || faults.length > 0 || isStale}
          >
            Save
          </Button>
          {hasChanges && (
            <Button variant="subtle" color="gray" onClick={() => setDraft(draftOf(base))}>
              Discard
            </Button>
          )}
          <span className={classes.hint}>
            {isReadOnly
              ? 'Only an admin changes these.'
              : `Version ${base.version}. Changes count within a second.`}
          </span>
        </div>
      </div>
    </form>
  )
}

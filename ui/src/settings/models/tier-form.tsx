import { Button, TagsInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ModelsOverview } from 'soulgate/contracts/model-provider'
import { isRefused } from 'soulgate/sdk'
import { Complaint, messageOf } from '../../states/states.tsx'
import classes from './models.module.css'
import { useChooseModels } from './use-models.ts'

const TIERS = [
  { tier: 'STANDARD', title: 'Standard', does: 'reads goals, chats, plans, writes pages' },
  { tier: 'FAST', title: 'Fast', does: 'summarises conversations' },
  { tier: 'POWERFUL', title: 'Powerful', does: 'what agents of your own ask of it' },
] as const

const ORIGINS = {
  ...{ environment: 'from the environment', machine: 'chosen at the start', program: 'from the program' },
  ...{ room: 'chosen here', default: 'nobody chose, so the nearest', built_in: 'the built-in reader' },
} as const

/** The models of each tier, first choice first. */
export function TierForm(props: { readonly models: ModelsOverview; readonly isReadOnly: boolean }) {
  const { models, isReadOnly } = props
  const chosen = (tier: keyof ModelsOverview['tiers']) =>
    models.tiers[tier].origin === 'room' ? models.tiers[tier].models : []
  const [wanted, setWanted] = useState({
    STANDARD: chosen('STANDARD'),
    FAST: chosen('FAST'),
    POWERFUL: chosen('POWERFUL'),
  })
  const choose = useChooseModels()
  const known = models.providers.flatMap(provider =>
    provider.models.map(model => `${provider.name}/${model}`),
  )
  const isChanged = TIERS.some(({ tier }) => wanted[tier].join() !== chosen(tier).join())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && !choose.isPending) choose.mutate({ version: models.version, ...wanted })
  }
  return (
    <form className={classes.form} onSubmit={submit} aria-label="Which model does what">
      {TIERS.map(({ tier, title, does }) => (
        <TagsInput
          key={tier}
          label={`${title}: ${does}`}
          description={toldNow(models.tiers[tier])}
          placeholder={wanted[tier].length === 0 ? 'provider/model' : ''}
          value={wanted[tier]}
          data={known}
          readOnly={isReadOnly}
          acceptValueOnBlur
          onChange={value => setWanted({ ...wanted, [tier]: value })}
        />
      ))}
      <p className={classes.quiet}>
        The first is asked first, the others when it does not answer. Changes hold from the next call on, in
        every process; what a run already heard stays.
      </p>
      {!isReadOnly && (
        <div className={classes.buttons}>
          <Button type="submit" loading={choose.isPending} disabled={!isChanged}>
            Use these models
          </Button>
        </div>
      )}
      {isRefused(choose.data) && <Complaint>{choose.data.problem.detail}</Complaint>}
      {choose.isError && <Complaint>{messageOf(choose.error)}</Complaint>}
    </form>
  )
}

function toldNow({ models, origin, is_priced }: ModelsOverview['tiers']['STANDARD']): string {
  if (models.length === 0) return 'Now: the built-in reader'
  const price = is_priced ? '' : ' · no price known, counts as free'
  return `Now: ${models.join(', then ')} (${ORIGINS[origin]})${price}`
}

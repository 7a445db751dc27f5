import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Guideline } from 'soulgate/contracts/guideline'
import type { JsonObject } from 'soulgate/contracts/json-value'
import { type GuidelineDraft, isRefused } from 'soulgate/sdk'
import { client } from '../application/client.ts'
import { useIdentity } from '../application/session.tsx'
import { BackIcon } from '../icons/icons.tsx'
import { ReplayPanel } from '../policy/replay-panel.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import classes from './guardrails.module.css'
import { errorsOf, formOf, ruleOf } from './guideline-draft.ts'
import { ActionFields, ConditionFields, MainFields } from './rule-fields.tsx'
import { TryRule } from './try-rule.tsx'
import { useRemove } from './use-guidelines.ts'

/** A draft as it is sent to be tried; what is not set is not sent. */
function replayedRule(draft: GuidelineDraft): JsonObject {
  return JSON.parse(JSON.stringify(draft))
}

/** A rule as fields, beside a context on which it is tried before it is saved. */
export function RuleEditor({ rule }: { readonly rule: Guideline | undefined }) {
  const { role, decides } = useIdentity()
  const mayWrite = decides && (role === 'admin' || role === 'reviewer')
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [base, setBase] = useState(rule)
  const [form, setForm] = useState(() => formOf(rule))
  const remove = useRemove()
  const draft = ruleOf(form, base)
  const save = useMutation({
    mutationFn: () =>
      base
        ? client.guardrails.update(base.id, { ...draft, version: base.version })
        : client.guardrails.create(draft),
    onSuccess: answer => {
      if (isRefused(answer)) return
      void cache.invalidateQueries({ queryKey: ['guidelines'] })
      void navigate({ to: '/guardrails' })
    },
  })
  const refused = isRefused(save.data) ? save.data.problem : undefined
  const errors = errorsOf(refused?.errors, form.actionType)
  const isStale = rule !== undefined && base !== undefined && rule.version !== base.version
  const takeTheirs = () => {
    setBase(rule)
    setForm(formOf(rule))
    save.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mayWrite && form.name.trim() !== '' && !isStale) save.mutate()
  }
  const drop = () =>
    base && remove.mutate(base.id, { onSuccess: answer => !answer && void navigate({ to: '/guardrails' }) })
  return (
    <div className={classes.room}>
      <header>
        <Link to="/guardrails" className={classes.back}>
          <BackIcon size={16} /> Guardrails
        </Link>
        <h1>{rule ? rule.name : 'New rule'}</h1>
      </header>
      <div className={classes.columns}>
        <form className={classes.form} onSubmit={submit}>
          <MainFields form={form} isReadOnly={!mayWrite} errors={errors.byField} onChange={setForm} />
          <ConditionFields form={form} isReadOnly={!mayWrite} errors={errors.byField} onChange={setForm} />
          <ActionFields form={form} isReadOnly={!mayWrite} errors={errors.byField} onChange={setForm} />
          {isStale && (
            <Complaint>
              Somebody changed this rule meanwhile.{' '}
              <button type="button" className={classes.textButton} onClick={takeTheirs}>
                Take theirs and begin again
              </button>
            </Complaint>
          )}
          {refused && (
            <Complaint>
              {refused.errors?.length ? 'Nothing was saved.' : refused.detail} {errors.others.join('; ')}
            </Complaint>
          )}
          {save.isError && <Complaint>{messageOf(save.error)}</Complaint>}
          {remove.data && <Complaint>{remove.data.problem.detail}</Complaint>}
          {mayWrite && (
            <div className={classes.buttons}>
              <Button type="submit" loading={save.isPending} disabled={form.name.trim() === '' || isStale}>
                Save
              </Button>
              {base && (
                <Button variant="subtle" color="red" loading={remove.isPending} onClick={drop}>
                  Delete
                </Button>
              )}
            </div>
          )}
        </form>
        <div className={classes.trials}>
          <TryRule draft={draft} />
          {mayWrite && (
            <ReplayPanel tried={{ guidelines: [replayedRule(draft)] }} mayTry={form.name.trim() !== ''} />
          )}
        </div>
      </div>
    </div>
  )
}

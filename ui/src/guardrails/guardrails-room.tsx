import { Button, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useIdentity } from '../application/session.tsx'
import { GuardrailsIcon } from '../icons/icons.tsx'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import classes from './guardrails.module.css'
import { GuidelineRow } from './guideline-row.tsx'
import { CATEGORIES, CATEGORY_NAMES, isSticky } from './guideline-words.ts'
import { PermissionList } from './permission-list.tsx'
import { RuleTransfer } from './rule-transfer.tsx'
import { StickyRow } from './sticky-row.tsx'
import { type GuidelineFilter, useGuidelines } from './use-guidelines.ts'

const CATEGORY_CHOICES = CATEGORIES.map(value => ({ value, label: CATEGORY_NAMES[value] }))

/** The rules that every proposal is held against, and what people let through for more than once. */
export function GuardrailsRoom() {
  const { role } = useIdentity()
  const mayWrite = role === 'admin' || role === 'reviewer'
  const [filter, setFilter] = useState<GuidelineFilter>({ words: '', category: undefined })
  const rules = useGuidelines(useDeferredValue(filter))
  const found = rules.data?.guidelines ?? []
  const plain = found.filter(rule => !isSticky(rule))
  const sticky = found.filter(isSticky)
  const hasFilter = filter.words !== '' || filter.category !== undefined
  return (
    <div className={classes.room}>
      <header className={classes.head}>
        <h1>Guardrails</h1>
        <RuleTransfer mayImport={mayWrite} />
        {mayWrite && <Button renderRoot={rest => <Link {...rest} to="/guardrails/new" />}>New rule</Button>}
      </header>
      <div className={classes.filters}>
        <TextInput
          type="search"
          aria-label="Search the rules"
          placeholder="Search"
          value={filter.words}
          onChange={event => setFilter({ ...filter, words: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label="Category"
          value={filter.category ?? ''}
          onChange={event => setFilter({ ...filter, category: categoryFrom(event.currentTarget.value) })}
          data={[{ value: '', label: 'Every category' }, ...CATEGORY_CHOICES]}
        />
      </div>
      {rules.isPending && <LoadingState label="Reading the rules" lines={6} />}
      {rules.isError && !rules.data && (
        <FailureState error={rules.error} onRetry={() => void rules.refetch()} />
      )}
      {rules.data?.unreadable.map(id => (
        <p key={id} className={classes.unreadable} role="alert">
          The rule {id} cannot be read and holds every call. Save it anew or delete it.
        </p>
      ))}
      {rules.data && found.length === 0 && (
        <EmptyState
          title={hasFilter ? 'No rule matches' : 'There is no rule'}
          icon={<GuardrailsIcon size={28} />}
        >
          {hasFilter ? 'Loosen the search above.' : 'Irreversible calls still wait for people.'}
        </EmptyState>
      )}
      {sticky.length > 0 && (
        <section className={classes.section}>
          <h2>Remembered approvals</h2>
          <ul className={classes.list}>
            {sticky.map(rule => (
              <StickyRow key={rule.id} rule={rule} mayRevoke={mayWrite} />
            ))}
          </ul>
        </section>
      )}
      {!hasFilter && <PermissionList mayRevoke={mayWrite} />}
      {plain.length > 0 && (
        <section className={classes.section}>
          <h2>
            Rules <span className={classes.hint}>{plain.length}, the most important first</span>
          </h2>
          <ul className={classes.list}>
            {plain.map(rule => (
              <GuidelineRow key={rule.id} rule={rule} mayWrite={mayWrite} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function categoryFrom(text: string): GuidelineFilter['category'] {
  return CATEGORIES.find(category => category === text)
}

import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { BriefAnalysis, BriefFact, BriefItem } from 'soulgate/contracts/page'
import { isRefused } from 'soulgate/sdk'
import { Complaint, EmptyState } from '../../states/states.tsx'
import { AgentText } from '../../text/agent-text.tsx'
import classes from './pages.module.css'
import { usePageChange } from './use-pages.ts'

/** What the pages are made from, entry by entry, to correct; pages that stand follow at once. */
export function BriefPane(props: {
  readonly sessionId: string
  readonly analysis: BriefAnalysis | undefined
}) {
  const { sessionId, analysis } = props
  if (!analysis)
    return <EmptyState title="There is no brief yet">Say in the talk what is to be built.</EmptyState>
  return <BriefForm key={analysis.brief.version} sessionId={sessionId} analysis={analysis} />
}

function BriefForm(props: { readonly sessionId: string; readonly analysis: BriefAnalysis }) {
  const { brief, pages } = props.analysis
  const { editBrief } = usePageChange(props.sessionId)
  const [name, setName] = useState(brief.name ?? '')
  const titles = pages.map(({ title }) => title).join('\n')
  const [listed, setListed] = useState(titles)
  const [items, setItems] = useState<readonly BriefItem[]>(brief.items)
  const [facts, setFacts] = useState<readonly BriefFact[]>(brief.statements)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const lines = listed.split('\n').map(line => line.trim())
    const page_list = lines
      .filter(title => title !== '')
      .map(title => ({ title, purpose: pages.find(page => page.title === title)?.purpose ?? '' }))
    editBrief.mutate({
      if_version: brief.version,
      ...(name.trim() === '' ? {} : { name: name.trim() }),
      ...(listed === titles ? {} : { page_list }),
      items: items.filter(item => item.name.trim() !== ''),
      statements: facts.filter(({ value }) => value.trim() !== ''),
    })
  }
  return (
    <form className={classes.brief} onSubmit={onSubmit}>
      <h2 className="visually-hidden">Brief</h2>
      <p className={classes.quiet}>
        The pages are made from this and nothing else. Version {brief.version}, {WHO[brief.read_by]}.
      </p>
      {brief.read_note !== undefined && <Complaint>{brief.read_note}</Complaint>}
      <TextInput label="Name" value={name} onChange={event => setName(event.currentTarget.value)} />
      <Textarea
        label="Pages, one a line"
        autosize
        value={listed}
        onChange={event => setListed(event.currentTarget.value)}
      />
      {items.length > 0 && <h3>Items</h3>}
      {items.map((item, index) => (
        <ItemRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          key={index}
          item={item}
          onChange={next => setItems(items.map((one, at) => (at === index ? next : one)))}
        />
      ))}
      {facts.length > 0 && <h3>Statements</h3>}
      {facts.map((fact, index) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          key={index}
          label={[fact.label ?? KINDS[fact.kind] ?? fact.kind, fact.page && `on ${fact.page}`]
            .filter(Boolean)
            .join(' ')}
          value={fact.value}
          onChange={event => {
            const { value } = event.currentTarget
            setFacts(facts.map((one, at) => (at === index ? { ...one, value } : one)))
          }}
        />
      ))}
      <Left title="Not wanted" entries={brief.exclusions} />
      <Left title="Not placed" entries={brief.not_placed} />
      <Button type="submit" loading={editBrief.isPending}>
        Save and update the pages
      </Button>
      {isRefused(editBrief.data) && <Complaint>{editBrief.data.problem.detail}</Complaint>}
      {editBrief.data && !isRefused(editBrief.data) && (
        <p role="status">
          Saved.{' '}
          {editBrief.data.affected_pages.length === 0 ? 'No page had to change.' : 'The pages follow it.'}
        </p>
      )}
    </form>
  )
}

const WHO = { rules: 'read by rules', model: 'read by the language model', person: 'edited by hand' } as const
const KINDS: Readonly<Record<string, string>> = { text: 'Text', hours: 'Opening hours', place: 'Address' }

function ItemRow({
  item,
  onChange,
}: {
  readonly item: BriefItem
  readonly onChange: (item: BriefItem) => void
}) {
  return (
    <div className={classes.pointForm}>
      <TextInput
        aria-label="Item"
        value={item.name}
        onChange={event => onChange({ ...item, name: event.currentTarget.value })}
      />
      <TextInput
        aria-label={`Price of ${item.name}`}
        placeholder="no price"
        value={item.price_text ?? ''}
        onChange={event => {
          const { price_text: _text, price: _price, ...rest } = item
          const { value } = event.currentTarget
          onChange(value === '' ? rest : { ...rest, price_text: value })
        }}
      />
    </div>
  )
}

function Left({ title, entries }: { readonly title: string; readonly entries: readonly string[] }) {
  if (entries.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.left}>
        {entries.map(words => (
          <li key={words}>
            <AgentText text={words} />
          </li>
        ))}
      </ul>
    </>
  )
}

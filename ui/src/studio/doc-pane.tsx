import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProductDoc } from 'soulgate/contracts/product-doc'
import { isRefused } from 'soulgate/sdk'
import { CheckIcon, PlusIcon } from '../icons/icons.tsx'
import { Complaint, EmptyState, FailureState, LoadingState, messageOf } from '../states/states.tsx'
import { LongAgentText } from '../text/agent-text.tsx'
import classes from './doc.module.css'
import { DocHistory } from './doc-history.tsx'
import { DocSection } from './doc-section.tsx'
import { SectionEditor } from './section-editor.tsx'
import { useDocChange, useProductDoc } from './use-product-doc.ts'

const STATUS: Readonly<Record<ProductDoc['status'], string>> = {
  draft: 'Draft',
  confirmed: 'Confirmed',
  outdated: 'Changed since it was confirmed',
}

/** What the talk is about, in sections that the agent and the person write. A person's words win. */
export function DocPane({ sessionId }: { readonly sessionId: string }) {
  const doc = useProductDoc(sessionId)
  const [isAdding, setAdding] = useState(false)
  if (doc.isPending) return <LoadingState label="Reading the product doc" />
  if (doc.isError && !doc.data) return <FailureState error={doc.error} onRetry={() => void doc.refetch()} />
  const sections = Object.entries(doc.data?.sections ?? {})
  return (
    <article className={classes.doc}>
      <h2 className="visually-hidden">Product doc</h2>
      {doc.data ? (
        <DocHead doc={doc.data} />
      ) : (
        <EmptyState title="There is no product doc yet">
          The agent writes down here what you want, or you do. Both keep to it.
        </EmptyState>
      )}
      {sections.map(([name, section]) => (
        <DocSection
          key={name}
          sessionId={sessionId}
          name={name}
          section={section}
          version={doc.data?.version ?? 0}
        />
      ))}
      {isAdding ? (
        <SectionEditor
          sessionId={sessionId}
          version={doc.data?.version ?? 0}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button variant="default" leftSection={<PlusIcon size={16} />} onClick={() => setAdding(true)}>
          Add a section
        </Button>
      )}
      {doc.data && <DocHistory sessionId={sessionId} />}
    </article>
  )
}

function DocHead({ doc }: { readonly doc: ProductDoc }) {
  const { confirm } = useDocChange(doc.session_id)
  return (
    <header className={classes.head}>
      <div className={classes.facts}>
        <span className={classes.status} data-status={doc.status}>
          {STATUS[doc.status]}
        </span>
        <span>Version {doc.version}</span>
      </div>
      {doc.status !== 'confirmed' && (
        <Button
          size="xs"
          leftSection={<CheckIcon size={15} />}
          loading={confirm.isPending}
          onClick={() => confirm.mutate(doc.version)}
        >
          Confirm it as it stands
        </Button>
      )}
      {isRefused(confirm.data) && <Complaint>{confirm.data.problem.detail}</Complaint>}
      {confirm.isError && <Complaint>{messageOf(confirm.error)}</Complaint>}
      <details className={classes.card}>
        <summary>What the agent always has in mind</summary>
        <LongAgentText text={doc.project_card} />
      </details>
    </header>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ProductDocSection } from 'soulgate/contracts/product-doc'
import { isRefused } from 'soulgate/sdk'
import { PencilIcon } from '../icons/icons.tsx'
import { Complaint, messageOf } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { clockText } from '../time/time.ts'
import { AgentProse } from './agent-prose.tsx'
import classes from './doc.module.css'
import { SectionEditor } from './section-editor.tsx'
import { useDocChange } from './use-product-doc.ts'

/** One section as it stands, with who wrote it last. */
export function DocSection(props: {
  readonly sessionId: string
  readonly name: string
  readonly section: ProductDocSection
  readonly version: number
}) {
  const { sessionId, name, section, version } = props
  const { remove } = useDocChange(sessionId)
  const [isEdited, setEdited] = useState(false)
  const [isSure, setSure] = useState(false)
  if (isEdited)
    return (
      <SectionEditor
        sessionId={sessionId}
        standing={{ name, section }}
        version={version}
        onClose={() => setEdited(false)}
      />
    )
  const isOwn = section.updated_by === 'user'
  return (
    <section className={classes.section} aria-label={section.title}>
      <header>
        <h3>
          <AgentText text={section.title} />
        </h3>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<PencilIcon size={14} />}
          aria-label={`Edit ${section.title}`}
          onClick={() => setEdited(true)}
        >
          Edit
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          color={isSure ? 'red' : 'gray'}
          loading={remove.isPending}
          aria-label={isSure ? `Really remove ${section.title}` : `Remove ${section.title}`}
          onBlur={() => setSure(false)}
          onClick={() => (isSure ? remove.mutate(name) : setSure(true))}
        >
          {isSure ? 'Really remove?' : 'Remove'}
        </Button>
      </header>
      <AgentProse text={section.content} />
      <p className={classes.by}>
        <span data-own={isOwn || undefined}>
          {isOwn ? 'Written by a person; the agent keeps it' : 'Written by the agent'}
        </span>
        <time dateTime={section.updated_at}>{clockText(section.updated_at)}</time>
      </p>
      {isRefused(remove.data) && <Complaint>{remove.data.problem.detail}</Complaint>}
      {remove.isError && <Complaint>{messageOf(remove.error)}</Complaint>}
    </section>
  )
}

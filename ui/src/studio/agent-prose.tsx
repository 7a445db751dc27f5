import { memo } from 'react'
import { AgentText } from '../text/agent-text.tsx'
import { type Block, readBlocks, readStretches } from './prose.ts'
import classes from './talk.module.css'

/** What a model wrote, in paragraphs: never markup, links inert, hidden characters by their code. */
export const AgentProse = memo(function AgentProse({ text }: { readonly text: string }) {
  return (
    <div className={classes.prose}>
      {readBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity besides their place
        <ProseBlock key={index} block={block} />
      ))}
    </div>
  )
})

function ProseBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard
        <pre tabIndex={0}>
          <AgentText text={block.text} />
        </pre>
      )
    case 'heading':
      return (
        <p className={classes.heading}>
          <Line text={block.text} />
        </p>
      )
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity besides their place
            <li key={index}>
              <Line text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
  }
}

function Line({ text }: { readonly text: string }) {
  return readStretches(text).map((stretch, index) => {
    const Tag = stretch.kind === 'code' ? 'code' : stretch.kind === 'strong' ? 'strong' : 'span'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity besides their place
      <Tag key={index}>
        <AgentText text={stretch.text} />
      </Tag>
    )
  })
}

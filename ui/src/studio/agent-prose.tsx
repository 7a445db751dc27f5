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
    case 'quote':
      return (
        <blockquote>
          <Line text={block.text} />
        </blockquote>
      )
    case 'table':
      return <ProseTable rows={block.rows} />
    case 'paragraph':
      return (
        <p>
          <Line text={block.text} />
        </p>
      )
  }
}

function ProseTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [head = [], ...body] = rows
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
    <section className={classes.table} aria-label={`Table of ${head.length} columns`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity besides their place
              <th key={index} scope="col">
                <Line text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity besides their place
            <tr key={index}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity besides their place
                <td key={at}>
                  <Line text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
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

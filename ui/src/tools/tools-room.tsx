import { TextInput } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { RegisteredTool } from 'soulgate/contracts/tool'
import agentClasses from '../agents/agents.module.css'
import { DANGER_TEXT } from '../calls/call-summary.ts'
import { ToolsIcon } from '../icons/icons.tsx'
import runClasses from '../runs/runs.module.css'
import { EmptyState, FailureState, LoadingState } from '../states/states.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { ToolPage } from './tool-page.tsx'
import { standingOf } from './tool-words.ts'
import classes from './tools.module.css'
import { useTools } from './use-tools.ts'

/** Every tool that agents may name: what it says it does, whose word that is, and how people answered its calls. */
export function ToolsRoom() {
  const { name } = useParams({ strict: false })
  const tools = useTools()
  const [search, setSearch] = useState('')
  if (tools.isPending) return <LoadingState label="Reading tools" lines={6} />
  if (tools.isError) return <FailureState error={tools.error} onRetry={() => void tools.refetch()} />
  const words = search.toLowerCase().split(/\s+/)
  const found = tools.data.filter(tool => words.every(word => textOf(tool).includes(word)))
  const shown = tools.data.find(tool => tool.name === name) ?? found[0]
  return (
    <div className={runClasses.room}>
      <header className={runClasses.head}>
        <h1>Tools</h1>
        <TextInput
          type="search"
          aria-label="Search the tools"
          placeholder="Search"
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      </header>
      {found.length === 0 || shown === undefined ? (
        <EmptyState title="No tool has these words" icon={<ToolsIcon size={28} />}>
          Tools come from <code>defineTool</code>, from MCP servers and from agents that declare them.
        </EmptyState>
      ) : (
        <div className={`${agentClasses.columns} ${classes.columns}`} data-chosen={name !== undefined}>
          <ToolList tools={found} shown={shown} />
          <div>
            <Link to="/tools" className={classes.back ?? ''}>
              All tools
            </Link>
            <ToolPage key={shown.name} tool={shown} />
          </div>
        </div>
      )}
    </div>
  )
}

function textOf({ name, description, declared_by }: RegisteredTool): string {
  return `${name} ${description} ${declared_by}`.toLowerCase()
}

function ToolList(props: { readonly tools: readonly RegisteredTool[]; readonly shown: RegisteredTool }) {
  return (
    <ul className={runClasses.list} aria-label="Tools">
      {props.tools.map(tool => (
        <li key={tool.name}>
          <Link
            to="/tools/$name"
            params={{ name: tool.name }}
            className={agentClasses.agent}
            aria-current={tool.name === props.shown.name ? 'page' : undefined}
          >
            <b>
              <AgentText text={tool.name} />
            </b>
            <span className={runClasses.rowFacts}>
              {DANGER_TEXT[tool.reversibility]} · {standingOf(tool)}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

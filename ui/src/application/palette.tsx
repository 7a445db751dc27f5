import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useState } from 'react'
import { headingOf } from 'soulgate/contracts/act-line'
import { Dialog } from '../dialog/dialog.tsx'
import { AgentText } from '../text/agent-text.tsx'
import { TOOLS } from '../tools/use-tools.ts'
import { client } from './client.ts'
import { CARD_COMMANDS, ROOM_COMMANDS } from './keys.ts'
import classes from './palette.module.css'
import { type KeyRegistry, runCommand } from './use-keys.tsx'

interface Command {
  readonly name: string
  /** Where several may have one name. */
  readonly id?: string
  readonly key: string
  readonly run: () => void
}

/** Rooms, commands and tools by name, what waits by its words; an id of a gate, a run or a plan leads to it. */
export function Palette(props: {
  readonly registry: KeyRegistry
  readonly others: readonly Command[]
  readonly onClose: () => void
}) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommands(props)
  const things = useThings(text, commands.open)
  const found: readonly Command[] = [
    ...linksIn(text, commands.open),
    ...commands.list.filter(command => matches(command.name, text)),
    ...things,
  ]
  const chosen = Math.min(at, found.length - 1)
  const run = (command: Command | undefined) => {
    if (!command) return
    props.onClose()
    // The dialog gives the focus back first, so that the command can put it elsewhere.
    setTimeout(command.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((chosen + step + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title="Go to, or do" onClose={props.onClose}>
      <TextInput
        role="combobox"
        aria-label="Command"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={found[chosen] && `command-${chosen}`}
        placeholder="A room, a command, a tool, words of what waits, or an id"
        data-autofocus
        autoComplete="off"
        value={text}
        onKeyDown={onKeyDown}
        onChange={event => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
      />
      <div id="commands" role="listbox" aria-label="Commands" className={classes.list}>
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys of its list
          <div
            key={command.id ?? command.name}
            id={`command-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? intoView : undefined}
            className={classes.command}
            onClick={() => run(command)}
          >
            <AgentText text={command.name} />
            <kbd>{command.key}</kbd>
          </div>
        ))}
        {found.length === 0 && <p className={classes.nothing}>Nothing is called that.</p>}
      </div>
    </Dialog>
  )
}

function useCommands({
  registry,
  others,
}: {
  readonly registry: KeyRegistry
  readonly others: readonly Command[]
}) {
  const navigate = useNavigate()
  const rooms = ROOM_COMMANDS.map(({ key, path, label }) => ({
    name: `Go to ${label}`,
    key: `G ${key.toUpperCase()}`,
    run: () => void navigate({ to: path }),
  }))
  const cards = registry.card
    ? CARD_COMMANDS.map(([command, key, meaning]) => ({
        name: meaning.charAt(0).toUpperCase() + meaning.slice(1),
        key,
        run: () => void runCommand(registry, command),
      }))
    : []
  return { list: [...rooms, ...cards, ...others], open: (path: string) => void navigate({ href: path }) }
}

const MIN_SEARCH = 3
const MAX_FOUND = 5

/** What waits and tools that have these words. */
function useThings(text: string, open: (path: string) => void): readonly Command[] {
  const words = useDeferredValue(text.trim())
  const isSearch = words.length >= MIN_SEARCH
  const gates = useQuery({
    queryKey: ['palette', words],
    queryFn: ({ signal }) => client.gates.list({ status: 'pending', q: words, limit: MAX_FOUND }, { signal }),
    enabled: isSearch,
  })
  const tools = useQuery({ ...TOOLS, enabled: isSearch })
  if (!isSearch) return []
  const named = (tools.data ?? []).filter(({ name }) => matches(name, words)).slice(0, MAX_FOUND)
  return [
    ...(gates.data?.items ?? []).map(gate => ({
      ...{ name: headingOf(gate), id: gate.gate_id },
      key: 'Inbox',
      run: () => open(`/inbox/${gate.gate_id}`),
    })),
    ...named.map(({ name }) => ({
      name: `Tool ${name}`,
      key: 'Tools',
      run: () => open(`/tools/${encodeURIComponent(name)}`),
    })),
  ]
}

function linksIn(text: string, open: (path: string) => void): readonly Command[] {
  const [id, kind] = /\b(gate|run|plan)_[a-z0-9]+\b/.exec(text) ?? []
  if (!id) return []
  const path = `/${{ gate: 'inbox', run: 'runs', plan: 'plans' }[kind ?? ''] ?? 'runs'}/${id}`
  return [{ name: `Open ${id}`, key: '→', run: () => open(path) }]
}

function matches(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.every(word => name.toLowerCase().includes(word))
}

function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

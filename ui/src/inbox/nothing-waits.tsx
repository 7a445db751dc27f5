import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Gate } from 'soulgate/contracts/gate'
import { RunKind } from 'soulgate/contracts/run'
import { client } from '../application/client.ts'
import { CheckIcon } from '../icons/icons.tsx'
import type { QueueView } from '../queue/gate-cache.ts'
import { useSnoozes } from '../queue/use-snoozes.ts'
import { EmptyState } from '../states/states.tsx'
import classes from './nothing-waits.module.css'

/** An empty inbox: what comes here, what there was, and until each was done once, the first steps. */
export function NothingWaits({ onShow }: { readonly onShow: (view: QueueView) => void }) {
  const { snoozes } = useSnoozes()
  const done = useFirstSteps()
  const isNew = done !== undefined && Object.values(done).includes(false)
  return (
    <EmptyState title="Nothing waits for you" icon={<CheckIcon size={28} />}>
      <p>Held calls and questions of agents come up here by themselves.</p>
      {isNew && <FirstSteps done={done} />}
      {done?.decided && (
        <button type="button" className={classes.show} onClick={() => onShow('decided')}>
          Show what was decided
        </button>
      )}
      {snoozes.length > 0 && (
        <button type="button" className={classes.show} onClick={() => onShow('snoozed')}>
          Show the {snoozes.length} you have snoozed
        </button>
      )}
    </EmptyState>
  )
}

interface Done {
  readonly asked: boolean
  readonly decided: boolean
  readonly connected: boolean
}

/** Which of the first steps were done by anybody here; undefined until it is known. */
function useFirstSteps(): Done | undefined {
  const { data } = useQuery({
    queryKey: ['runs', 'first-steps'],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Done> => {
      const [runs, gates, decided, own] = await Promise.all([
        client.runs.list({ limit: 1 }, { signal }),
        client.gates.list({ sort: 'newest', limit: 50 }, { signal }),
        client.gates.list({ decided: true, limit: 1 }, { signal }),
        client.runs.list({ kind: 'agent', limit: 1 }, { signal }),
      ])
      return {
        asked: runs.items.length + gates.items.length > 0,
        decided: decided.items.length > 0,
        connected: own.items.length > 0 || gates.items.some(isOfOthers),
      }
    },
  })
  return data
}

/** Whether an agent asked that is none of the bundled ones. */
function isOfOthers({ requested_by }: Gate): boolean {
  return requested_by.startsWith('agent:') && !RunKind.options.some(kind => requested_by === `agent:${kind}`)
}

function FirstSteps({ done }: { readonly done: Done }) {
  return (
    <ol className={classes.steps} aria-label="First steps">
      <Step isDone={done.asked} title="Ask for something">
        In <Link to="/ask">Ask</Link>, in words. What has effects waits here first.
      </Step>
      <Step isDone={done.decided} title="Decide on it">
        Its card says what exactly would run, and why it waits. Approve, edit, reject or steer.
      </Step>
      <Step isDone={done.connected} title="Connect an agent of your own">
        Claude Code: <code>npx soulgate hook install</code>. An MCP server:{' '}
        <code>npx soulgate mcp install</code>. A program: a key from <Link to="/settings">Settings</Link>.
      </Step>
    </ol>
  )
}

function Step(props: { readonly isDone: boolean; readonly title: string; readonly children: ReactNode }) {
  return (
    <li className={classes.step} data-done={props.isDone || undefined}>
      <span className={classes.tick}>{props.isDone && <CheckIcon size={14} />}</span>
      <div>
        <b>{props.title}</b>
        {props.isDone && <span className="visually-hidden"> (done)</span>}
        <p>{props.children}</p>
      </div>
    </li>
  )
}

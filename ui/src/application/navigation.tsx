import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  AgentsIcon,
  AskIcon,
  AuditIcon,
  AutonomyIcon,
  GuardrailsIcon,
  InboxIcon,
  InsightIcon,
  MoreIcon,
  PlansIcon,
  RunsIcon,
  SettingsIcon,
  StudioIcon,
  ToolsIcon,
  WorkIcon,
} from '../icons/icons.tsx'
import { usePreference } from '../preferences/preferences.ts'
import { usePendingCount } from '../queue/use-pending-count.ts'
import classes from './shell.module.css'

const MAIN = [
  { to: '/inbox', label: 'Inbox', Icon: InboxIcon },
  { to: '/ask', label: 'Ask', Icon: AskIcon },
  { to: '/runs', label: 'Runs', Icon: RunsIcon },
] as const
const POLICY = { to: '/guardrails', label: 'Policy', Icon: GuardrailsIcon } as const
const BUILD = [
  { to: '/studio', label: 'Studio', Icon: StudioIcon },
  { to: '/plans', label: 'Plans', Icon: PlansIcon },
  { to: '/agents', label: 'Agents', Icon: AgentsIcon },
  { to: '/tools', label: 'Tools', Icon: ToolsIcon },
  { to: '/work-items', label: 'Work', Icon: WorkIcon },
] as const
const OPERATE = [
  { to: '/autonomy', label: 'Autonomy', Icon: AutonomyIcon },
  { to: '/insight', label: 'Insight', Icon: InsightIcon },
  { to: '/audit', label: 'Audit', Icon: AuditIcon },
  { to: '/settings', label: 'Settings', Icon: SettingsIcon },
] as const
const ROOMS = [...MAIN, POLICY, ...BUILD, ...OPERATE]
type Room = (typeof ROOMS)[number]
/** Rooms that are reached through another one. */
const BEHIND: Readonly<Record<string, string>> = { '/triggers': 'Triggers', '/workers': 'Workers' }

/** The rooms, with what waits in the inbox; the tab's title names the room that is open. */
export function Navigation() {
  const { data: count = 0 } = usePendingCount()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const room = ROOMS.find(({ to }) => path === to || path.startsWith(`${to}/`))
  const label = room?.label ?? BEHIND[path]
  const name = label === undefined ? 'Soulgate' : `${label} · Soulgate`
  return (
    <nav className={classes.nav} aria-label="Rooms">
      <title>{count > 0 ? `(${count}) ${name}` : name}</title>
      {MAIN.map(each => (
        <RoomLink key={each.to} room={each} count={each.to === '/inbox' ? count : 0} />
      ))}
      <More path={path}>
        <RoomLink room={POLICY} />
        <Group name="Build" rooms={BUILD} openRoom={room} />
        <Group name="Operate" rooms={OPERATE} openRoom={room} />
      </More>
      <p className={classes.hint}>
        <kbd>?</kbd> shows all keys
      </p>
    </nav>
  )
}

function RoomLink({ room, count = 0 }: { readonly room: Room; readonly count?: number }) {
  const { to, label, Icon } = room
  return (
    <Link to={to} className={classes.link}>
      <Icon />
      <span className={classes.label}>{label}</span>
      {count > 0 && (
        <span className={classes.count}>
          {count > 999 ? '999+' : count}
          <span className="visually-hidden"> waiting</span>
        </span>
      )}
    </Link>
  )
}

/** Rooms that most people seldom need, folded unless one of them is open. */
function Group(props: {
  readonly name: 'Build' | 'Operate'
  readonly rooms: readonly Room[]
  readonly openRoom: Room | undefined
}) {
  const { name, rooms, openRoom } = props
  const [unfolded, setUnfolded] = usePreference('openGroups')
  const isHere = openRoom !== undefined && rooms.includes(openRoom)
  const isOpen = isHere || unfolded.includes(name)
  return (
    <>
      <button
        type="button"
        className={classes.group}
        aria-expanded={isOpen}
        disabled={isHere}
        onClick={() => setUnfolded(isOpen ? unfolded.filter(each => each !== name) : [...unfolded, name])}
      >
        {name}
      </button>
      {isOpen && rooms.map(room => <RoomLink key={room.to} room={room} />)}
    </>
  )
}

/** On a phone all but the first rooms stand behind a fourth tab; elsewhere they stand below the others. */
function More({ path, children }: { readonly path: string; readonly children: ReactNode }) {
  // Another room closes it.
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === path
  return (
    <>
      <button
        type="button"
        className={`${classes.link} ${classes.moreTab}`}
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : path)}
      >
        <MoreIcon />
        <span className={classes.label}>More</span>
      </button>
      <div className={classes.moreRooms} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  )
}

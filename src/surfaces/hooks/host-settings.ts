import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import type { JsonObject, JsonValue } from '../../contracts/json-value.ts'
import { HOST_SECONDS } from './guard-command.ts'

/** The events of the host that the hook answers; those with tools take a pattern of names. */
const EVENTS = [
  { event: 'UserPromptSubmit', hasTools: false },
  { event: 'PreToolUse', hasTools: true },
  { event: 'PostToolUse', hasTools: true },
  { event: 'PostToolUseFailure', hasTools: true },
  { event: 'SubagentStart', hasTools: false },
] as const

/** How our commands are told from others, whatever folder they were installed from. */
const MARK = "'hook' 'claude-code'"

/** One of our hooks as it stands in the settings of a host. */
export interface InstalledHook {
  readonly event: string
  readonly matcher: string | undefined
  readonly command: string
  readonly timeoutSeconds: number | undefined
}

export type HostSettings =
  | { readonly state: 'read'; readonly settings: JsonObject }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly because: string }

export function readHostSettings(file: string): HostSettings {
  if (!existsSync(file)) return { state: 'absent' }
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(value)) return { state: 'read', settings: value }
    return { state: 'unreadable', because: 'it holds no JSON object' }
  } catch (error) {
    return { state: 'unreadable', because: error instanceof Error ? error.message : String(error) }
  }
}

/** The settings with our hooks, and with everything else as it was. Installed twice they stand there once. */
export function withHooks(settings: JsonObject, command: string, matcher = '*'): JsonObject {
  const { hooks: _, ...rest } = settings
  const kept = hooksOf(withoutHooks(settings))
  const added = EVENTS.map(({ event, hasTools }) => {
    const entry = {
      ...(hasTools ? { matcher } : {}),
      hooks: [{ type: 'command', command, timeout: HOST_SECONDS }],
    }
    return [event, [...listOf(kept[event]), entry]] as const
  })
  return { ...rest, hooks: { ...kept, ...Object.fromEntries(added) } }
}

/** The settings without our hooks; what becomes empty by that goes too. */
export function withoutHooks(settings: JsonObject): JsonObject {
  const hooks: Record<string, JsonValue> = {}
  for (const [event, entries] of Object.entries(hooksOf(settings))) {
    const kept = listOf(entries).flatMap(entry => {
      if (!isObject(entry)) return [entry]
      const all = listOf(entry.hooks)
      const others = all.filter(hook => !isOurs(hook))
      return others.length === 0 && all.length > 0 ? [] : [{ ...entry, hooks: others }]
    })
    if (kept.length > 0 || listOf(entries).length === 0) hooks[event] = kept
  }
  const { hooks: _, ...rest } = settings
  return Object.keys(hooks).length === 0 ? rest : { ...rest, hooks }
}

/** Our hooks in these settings. */
export function findHooks(settings: JsonObject): readonly InstalledHook[] {
  return Object.entries(hooksOf(settings)).flatMap(([event, entries]) =>
    listOf(entries).flatMap(entry => {
      if (!isObject(entry)) return []
      const matcher = typeof entry.matcher === 'string' ? entry.matcher : undefined
      return listOf(entry.hooks).flatMap(hook => {
        if (!isObject(hook) || !isOurs(hook)) return []
        const timeoutSeconds = typeof hook.timeout === 'number' ? hook.timeout : undefined
        return [{ event, matcher, command: String(hook.command), timeoutSeconds }]
      })
    }),
  )
}

/** Replaces the file in one step, after putting the earlier one beside it; links are followed. */
export function writeHostSettings(file: string, settings: JsonObject): { readonly backup?: string } {
  mkdirSync(dirname(file), { recursive: true })
  const isThere = existsSync(file)
  const place = isThere ? realpathSync(file) : file
  const backup = `${place}.before-soulgate`
  if (isThere && !existsSync(backup)) copyFileSync(place, backup)
  const mode = isThere ? statSync(place).mode & 0o777 : 0o600
  const fresh = `${place}.${process.pid}.new`
  writeFileSync(fresh, `${JSON.stringify(settings, null, 2)}\n`, { mode })
  renameSync(fresh, place)
  return isThere ? { backup } : {}
}

function isOurs(hook: JsonValue): boolean {
  return isObject(hook) && typeof hook.command === 'string' && hook.command.includes(MARK)
}

function hooksOf({ hooks }: JsonObject): JsonObject {
  return isObject(hooks) ? hooks : {}
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

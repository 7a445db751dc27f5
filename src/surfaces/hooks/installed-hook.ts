import { existsSync } from 'node:fs'
import type { JsonObject } from '../../contracts/json-value.ts'
import { GUARD_SECONDS } from './guard-command.ts'
import { findHooks, type InstalledHook } from './host-settings.ts'
import { splitWords } from './shell-words.ts'

export interface HookFinding {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/**
 * What the settings of a host say of our hook, and where they leave a way around it. `expected` are the
 * commands that this installation writes or has written. Empty when no hook of ours stands there.
 */
export function examineHooks(settings: JsonObject, expected: readonly string[]): readonly HookFinding[] {
  const hooks = findHooks(settings)
  const asking = hooks.filter(hook => hook.event === 'PreToolUse')
  if (hooks.length === 0) return []
  return [
    everyTool(asking),
    ...(settings.disableAllHooks === true
      ? [{ name: 'hook: on', ok: false, detail: 'disableAllHooks is set: every tool runs. Take it out.' }]
      : []),
    ...asking.flatMap(hook => [inTime(hook), asWritten(hook, expected), isThere(hook)]),
  ]
}

function everyTool(asking: readonly InstalledHook[]): HookFinding {
  const name = 'hook: tools'
  const isWhole = asking.some(({ matcher }) => matcher === undefined || matcher === '' || matcher === '*')
  if (isWhole) return { name, ok: true, detail: 'asked before every tool' }
  if (asking.length === 0)
    return { name, ok: false, detail: 'nothing is asked before tools: run `soulgate hook install` again' }
  const patterns = asking.map(({ matcher }) => matcher).join(', ')
  return { name, ok: false, detail: `only tools that match ${patterns} are asked about; every other runs` }
}

function inTime({ timeoutSeconds }: InstalledHook): HookFinding {
  const name = 'hook: time'
  if (timeoutSeconds === undefined || timeoutSeconds > GUARD_SECONDS)
    return { name, ok: true, detail: 'it answers before its host gives up' }
  const detail = `the host gives up after ${timeoutSeconds} s and lets the tool run; it must wait ${GUARD_SECONDS + 15} s: install it again`
  return { name, ok: false, detail }
}

function asWritten({ command }: InstalledHook, expected: readonly string[]): HookFinding {
  const ok = expected.includes(command)
  const detail = ok
    ? 'as this installation writes it'
    : 'not as this installation writes it: install it again'
  return { name: 'hook: command', ok, detail }
}

function isThere({ command }: InstalledHook): HookFinding {
  const missing = splitWords(command).find(
    word => word.startsWith('/') && !existsSync(word) && !word.includes('\n'),
  )
  const isHome = missing !== undefined && command.includes(`'--home' '${missing}'`)
  if (missing === undefined || isHome) return { name: 'hook: program', ok: true, detail: 'is there' }
  return {
    name: 'hook: program',
    ok: false,
    detail: `${missing} is gone, so every tool is stopped: install it again`,
  }
}

import { createSoulgateClient, SoulgateProblem } from '../../../sdk/sdk.ts'
import {
  examineHooks,
  type FaultResult,
  findHooks,
  injectFaults,
  readHookConnection,
  readHostSettings,
} from '../../hooks/hooks.ts'
import type { CommandContext } from '../context.ts'
import { columns, escapeLine } from '../terminal-text.ts'
import { hookCommands, hostSettingsFile } from './hook.ts'

/** One thing that was looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

export interface HookFlags {
  readonly drills?: boolean
  readonly project?: boolean
  readonly file?: string
}

/** What stands in the settings of the host, and what the hook does when something is broken. */
export async function checkHook(
  context: CommandContext,
  flags: HookFlags,
): Promise<{ readonly checks: readonly Check[]; readonly drills: readonly FaultResult[] }> {
  const { home } = context.configuration
  const file = hostSettingsFile(flags)
  const read = readHostSettings(file)
  if (read.state === 'unreadable') {
    const detail = `${file} cannot be read (${read.because}); the host may run tools without asking`
    return { checks: [{ name: 'hook', ok: false, detail }], drills: [] }
  }
  const settings = read.state === 'read' ? read.settings : {}
  const findings = examineHooks(settings, hookCommands(home))
  if (findings.length === 0) {
    const detail = `no hook of Soulgate stands in ${file}; \`${context.invocation} hook install\` writes it`
    return { checks: [{ name: 'hook', ok: true, detail }], drills: [] }
  }
  const checks = [{ name: 'hook', ok: true, detail: file }, ...findings, await hookKey(home)]
  const command = findHooks(settings).find(hook => hook.event === 'PreToolUse')?.command
  if (flags.drills === false || command === undefined) return { checks, drills: [] }
  context.say('', 'Breaking things on purpose, on this machine only …')
  const drills = await injectFaults(command, {
    onResult: result => context.say(...drillLine(context, result)),
  })
  return { checks, drills }
}

/** Whether the server knows the key of the hook, and that it is an agent's. */
async function hookKey(home: string): Promise<Check> {
  const name = 'hook: key'
  const saved = readHookConnection(home)
  if (!saved)
    return { name, ok: false, detail: 'no key is saved, so every tool is stopped: install it again' }
  try {
    const { url: baseUrl, token, allowPlainHttp = false } = saved
    const { role } = await createSoulgateClient({ baseUrl, token, allowPlainHttp }).auth.me()
    const ok = role === 'agent'
    const detail = ok
      ? `an agent’s, known at ${saved.url}`
      : `it is a ${role}’s: whoever reads it can do more than ask`
    return { name, ok, detail }
  } catch (error) {
    const isUnknown = error instanceof SoulgateProblem && error.status === 401
    const why = isUnknown ? `${saved.url} does not know it: install it again` : `${saved.url} does not answer`
    return { name, ok: false, detail: `${why}; until then every tool is stopped` }
  }
}

function drillLine({ colors }: CommandContext, { name, fault, ok, would_run, seen, advice }: FaultResult) {
  const verdict = would_run ? 'tool runs' : 'tool stopped'
  const mark = ok ? colors.green('ok') : colors.red('NOT OK')
  const line = columns([[mark, name.padEnd(22), verdict.padEnd(12), `${fault} (${seen})`]])
  return advice === undefined ? line : [...line, `        ${escapeLine(advice)}`]
}

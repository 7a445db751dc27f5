import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemTimers } from '../../src/base/clock.ts'
import { createScriptedProvider, type ScriptedStep } from '../../src/llm/scripted/scripted.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import { createApi, serveApi } from '../../src/surfaces/api/api.ts'
import { fillWorkspace } from './program.ts'

const UI = resolve(import.meta.dirname, '../../ui/dist')

export interface StudioProgram {
  readonly url: string
  readonly signInLink: string
  readonly soulgate: Soulgate
  stop(): Promise<void>
}

/** The whole program behind a port of this machine, with a model that says what it is told to, or without one; `fill` comes first. */
export async function startStudioProgram(options: {
  readonly script?: readonly ScriptedStep[]
  readonly fill?: (storePath: string) => Promise<void>
}): Promise<StudioProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-studio-'))
  const workspace = join(folder, 'workspace')
  fillWorkspace(workspace)
  const storePath = join(folder, 'soulgate.db')
  await options.fill?.(storePath)
  const { script } = options
  const providers = script ? [createScriptedProvider({ script, timers: systemTimers })] : undefined
  const soulgate = await createSoulgate({
    home: join(folder, 'home'),
    workspace,
    storePath,
    ...(providers ? { models: { providers } } : {}),
  })
  await soulgate.startWorker()
  const app = createApi({ soulgate, version: '0.0.0', knownHosts: [], uiFolder: UI })
  const served = await serveApi({ app, port: 0, host: '127.0.0.1' })
  const { code } = await soulgate.access.createSignInCode()
  return {
    url: served.url,
    signInLink: `${served.url}/sign-in?code=${code}`,
    soulgate,
    stop: async () => {
      await served.close(100)
      await soulgate.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

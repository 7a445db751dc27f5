import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { guardCommand, HOST_TOOLS, writeHookConnection } from '../../src/surfaces/hooks/hooks.ts'
import { openTestSoulgate, type TestSoulgate } from '../../src/testing/testing.ts'
import { median, PROGRAM, type Wait } from './wait.ts'

/** Each in every round, so that whatever else the machine does meets all of them. */
export async function measureStarts(folder: string, rounds: number): Promise<readonly Wait[]> {
  const world = await openTestSoulgate()
  try {
    const use = await installHook(world, folder)
    const times = { bare: [] as number[], version: [] as number[], hook: [] as number[], up: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const bare = await timeOf(start(['-e', '0']))
      const bareAgain = await timeOf(start(['-e', '0']))
      const version = await timeOf(start([PROGRAM, '--version']))
      const hook = (await use(round, 'PreToolUse')) + (await use(round, 'PostToolUse'))
      const up = await timeUntilReady(join(folder, `up-${round}`))
      // The first one fills the caches of the file system.
      if (round === 0) continue
      times.bare.push(bare, bareAgain)
      times.version.push(version)
      times.hook.push(hook - bare - bareAgain)
      times.up.push(up)
    }
    return [
      { what: 'node itself, one start', p50: median(times.bare) },
      { what: 'soulgate --version', p50: median(times.version), bar: '≤ 150' },
      { what: 'hook before and after a call, over two starts of node', p50: median(times.hook), bar: '≤ 50' },
      { what: 'soulgate up, until it serves, empty home', p50: median(times.up), bar: '≤ 1,000' },
    ]
  } finally {
    await world.close()
  }
}

/** Answers what runs the hook for one event of a call that nothing holds, and gives how long that took. */
async function installHook(world: TestSoulgate, folder: string) {
  const home = join(folder, 'hook-home')
  const project = join(folder, 'project')
  for (const path of [home, project]) mkdirSync(path)
  const tools = []
  for (const tool of HOST_TOOLS) {
    const declared = await world.client.tools.declare(tool)
    tools.push({ name: declared.name, definition_hash: declared.definition_hash })
  }
  await fetch(`${world.url}/api/tools/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.tokenOf('reviewer')}` },
    body: JSON.stringify({ tools }),
  })
  writeHookConnection(home, { url: world.url, token: world.agentKey })
  return (round: number, hook_event_name: string): Promise<number> => {
    const event = { session_id: 'bench', cwd: project, hook_event_name, tool_name: 'Read' }
    const call = { tool_input: { file_path: join(project, 'a.txt') }, tool_use_id: `use-${round}` }
    const parameters = [join(dirname(PROGRAM), 'hook.cjs'), 'hook', 'claude-code', '--home', home]
    const child = start(['-c', guardCommand({ command: process.execPath, parameters })], {}, '/bin/sh')
    child.stdin?.end(JSON.stringify({ ...event, ...call }))
    return timeOf(child)
  }
}

interface Started extends ChildProcess {
  readonly startedMs: number
}

function start(args: readonly string[], env: NodeJS.ProcessEnv = {}, command = process.execPath): Started {
  const startedMs = performance.now()
  const stdio = ['pipe', 'pipe', 'ignore'] as const
  return Object.assign(spawn(command, args, { stdio: [...stdio], env: { PATH: process.env.PATH, ...env } }), {
    startedMs,
  })
}

/** Until it has ended well. */
async function timeOf(child: Started): Promise<number> {
  child.stdout?.resume()
  const code = await new Promise<number | null>(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`${child.spawnargs.slice(1, 4).join(' ')} ended with ${code}`)
  return performance.now() - child.startedMs
}

async function timeUntilReady(home: string): Promise<number> {
  const child = start([PROGRAM, 'up'], { HOME: home, SOULGATE_PORT: '0', SOULGATE_HOME: home })
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`up ended with ${code}`)))
      child.stdout?.on('data', (data: Buffer) => {
        if (data.includes('runs at')) resolve(performance.now() - child.startedMs)
      })
    })
  } finally {
    child.removeAllListeners('exit')
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}

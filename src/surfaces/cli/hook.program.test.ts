import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSoulgate, reject, type TestSoulgate } from '../../testing/testing.ts'
import { answerHook } from '../hooks/hooks.ts'
import { runProgram } from './program.ts'

const root = mkdtempSync(join(tmpdir(), 'soulgate-hook-cli-'))
const [home, file] = [join(root, 'home'), join(root, 'settings.json')]
let world: TestSoulgate

beforeAll(async () => {
  world = await openTestSoulgate()
})
afterAll(async () => {
  await world.close()
  rmSync(root, { recursive: true, force: true })
})

async function soulgate(...line: string[]) {
  return soulgateAt(undefined, ...line)
}

/** With an answer, a person sits at the terminal and gives it to each question. */
async function soulgateAt(answer: string | undefined, ...line: string[]) {
  const said = { text: '', errors: '', code: 0 }
  const environment = {
    SOULGATE_HOME: home,
    SOULGATE_URL: world.url,
    SOULGATE_TOKEN: world.tokenOf('reviewer'),
  }
  await runProgram(
    {
      ...{
        environment,
        workingFolder: root,
        isTerminal: answer !== undefined,
        ask: async () => answer ?? '',
      },
      write: piece => {
        said.text += piece
      },
      writeError: piece => {
        said.errors += piece
      },
      setExitCode: code => {
        said.code = code
      },
    },
    line,
    '0.0.0',
  )
  return said
}
const settings = () => JSON.parse(readFileSync(file, 'utf8'))

describe('soulgate hook', () => {
  test('shows what it would write and changes nothing', async () => {
    const { text, code } = await soulgate('hook', 'install', '--dry-run', '--file', file)
    expect(code).toBe(0)
    expect(text).toContain('PreToolUse')
    expect(existsSync(file)).toBe(false)
  })

  test('is put beside what stands there, with a key of its own and tools that people vouch for', async () => {
    writeFileSync(file, JSON.stringify({ model: 'x' }))
    const { code, errors } = await soulgate('hook', 'install', '--file', file, '--key', world.agentKey)
    expect([code, errors]).toEqual([0, ''])
    expect(settings()).toMatchObject({ model: 'x', hooks: { PreToolUse: [{ matcher: '*' }] } })
    expect(JSON.parse(readFileSync(`${file}.before-soulgate`, 'utf8'))).toEqual({ model: 'x' })
    expect(JSON.parse(readFileSync(join(home, 'hooks', 'claude-code.json'), 'utf8'))).toEqual({
      url: world.url,
      token: world.agentKey,
    })
    expect(await world.client.tools.get('Read')).toMatchObject({ claimed: false, reversibility: 'read_only' })
    expect(await world.client.tools.get('Bash')).toMatchObject({
      claimed: false,
      reversibility: 'irreversible',
    })
  })

  test('asks one question, what is not asked about in the folder; no answer allows nothing', async () => {
    const install = ['hook', 'install', '--file', file, '--key', world.agentKey]
    const { permissions } = world.clientOf('reviewer')
    const given = async () => (await permissions.list()).permissions
    expect(await soulgate(...install, '--without-asking', 'all')).toMatchObject({
      ...{ code: 2, errors: expect.stringContaining('nothing, reads, edits') },
    })
    for (const answer of ['', '1', '4', 'yes'])
      expect((await soulgateAt(answer, ...install)).text).toContain('without asking you?')
    expect(await given()).toEqual([])
    expect((await soulgateAt('2', ...install)).code).toBe(0)
    expect(await given()).toMatchObject([{ tool: 'Bash', shape: { profile: 'read_only_shell' } }])
    for (const { id } of await given()) await permissions.revoke(id)
    const { code, text } = await soulgate(...install, '--without-asking', 'edits')
    expect([code, text]).toEqual([0, expect.stringContaining('lists what was given')])
    expect(await given()).toContainEqual(
      expect.objectContaining({
        ...{ tool: 'Bash', lets_run: true },
        shape: expect.objectContaining({ profile: 'git_local', roots: [process.cwd()] }),
      }),
    )
    const use = async (tool_name: string, tool_input: object, cwd = process.cwd()) => {
      const event = {
        session_id: 's',
        cwd,
        hook_event_name: 'PreToolUse',
        tool_name,
        tool_input,
      }
      const how = { home, deadlineMs: 20_000, connection: { url: world.url, token: world.agentKey } }
      const { output } = await answerHook(JSON.stringify({ ...event, tool_use_id: crypto.randomUUID() }), how)
      return Object(output.hookSpecificOutput).permissionDecision
    }
    world.reviewer.script(...Array.from({ length: 7 }, () => reject()))
    const write = (file_path: string) => use('Write', { file_path, content: 'x' })
    expect(await write(join(process.cwd(), 'notes.md'))).toBe('allow')
    expect(await use('Bash', { command: 'ls src' })).toBe('allow')
    for (const place of ['/etc/hosts', join(process.cwd(), '.git/hooks/pre-commit'), join(root, 'x')])
      expect([place, await write(place)]).toEqual([place, 'deny'])
    for (const command of ['rm -rf src', 'git push origin main'])
      expect(await use('Bash', { command })).toBe('deny')
    // The same words from another project are another file.
    expect(await use('Write', { file_path: join(root, 'notes.md'), content: 'x' }, root)).toBe('deny')
    for (const { id } of await given()) await permissions.revoke(id)
    expect(await write(join(process.cwd(), 'notes.md'))).toBe('deny')
    expect(world.reviewer.seen).toHaveLength(7)
  })

  test('is looked at by the doctor, and taken out again without a trace', async () => {
    const { text } = await soulgate('doctor', '--no-drills', '--file', file, '--json')
    const { checks } = JSON.parse(text) as { checks: { name: string; ok: boolean; detail: string }[] }
    const named = Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))
    expect(named).toMatchObject({
      disk: true,
      'hook: tools': true,
      'hook: time': true,
      'hook: key': true,
      settings: true,
    })
    await soulgate('hook', 'uninstall', '--file', file)
    expect(settings()).toEqual({ model: 'x' })
  })

  test('leaves settings alone that it cannot read', async () => {
    writeFileSync(file, '{"model": ')
    const { code, errors } = await soulgate('hook', 'install', '--file', file, '--key', world.agentKey)
    expect(code).toBe(2)
    expect(errors).toContain('Nothing was changed')
    expect(readFileSync(file, 'utf8')).toBe('{"model": ')
    expect((await soulgate('doctor', '--file', file)).code).toBe(1)
  })
})

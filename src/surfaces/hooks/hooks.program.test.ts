import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CreatePermission } from '../../contracts/permission.ts'
import { isRefused } from '../../sdk/sdk.ts'
import {
  approve,
  approveEdited,
  openTestSoulgate,
  reject,
  steer,
  type TestSoulgate,
} from '../../testing/testing.ts'
import {
  answerHook,
  findHooks,
  guardCommand,
  HOST_TOOLS,
  type HostAnswer,
  withHooks,
  withoutHooks,
  writeHookConnection,
} from './hooks.ts'

const root = mkdtempSync(join(tmpdir(), 'soulgate-hooks-'))
const home = join(root, 'home')
const project = join(root, 'project')
let world: TestSoulgate
let calls = 0

beforeAll(async () => {
  mkdirSync(home)
  mkdirSync(project)
  writeFileSync(join(project, 'a.txt'), 'a')
  world = await openTestSoulgate()
  const tools = []
  for (const tool of HOST_TOOLS) {
    const declared = await world.client.tools.declare(tool)
    tools.push({ name: tool.name, definition_hash: declared.definition_hash })
  }
  const confirmed = await fetch(`${world.url}/api/tools/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.tokenOf('reviewer')}` },
    body: JSON.stringify({ tools }),
  })
  const { results } = (await confirmed.json()) as { results: { ok: boolean }[] }
  expect(results.every(result => result.ok)).toBe(true)
})
afterAll(async () => {
  await world.close()
  rmSync(root, { recursive: true, force: true })
})

interface Said {
  readonly hookEventName: string
  readonly permissionDecision?: string
  readonly permissionDecisionReason?: string
  readonly updatedInput?: object
  readonly additionalContext?: string
}

function saidIn({ output }: HostAnswer): Said {
  return output.hookSpecificOutput as unknown as Said
}

function hook(event: object, deadlineMs = 10_000): Promise<HostAnswer> {
  const text = JSON.stringify({ session_id: 'session-1', cwd: project, ...event })
  return answerHook(text, { home, deadlineMs, connection: { url: world.url, token: world.agentKey } })
}

function use(tool_name: string, tool_input: object, deadlineMs?: number): Promise<HostAnswer> {
  calls += 1
  return hook(
    { hook_event_name: 'PreToolUse', tool_name, tool_input, tool_use_id: `use-${calls}` },
    deadlineMs,
  )
}

describe('a tool of the host', () => {
  test('that reads is left to the host, in the project and through a link out of it', async () => {
    writeFileSync(join(root, 'outside.txt'), 'secret')
    symlinkSync(join(root, 'outside.txt'), join(project, 'link.txt'))
    for (const name of ['a.txt', 'link.txt']) {
      const answer = await use('Read', { file_path: join(project, name) })
      expect(answer).toMatchObject({ exitCode: 0 })
      expect(saidIn(answer)).toEqual({ hookEventName: 'PreToolUse' })
    }
    expect(world.reviewer.seen).toEqual([])
  })

  test('that runs a command waits for a person, and runs when they approve; its result is reported', async () => {
    world.reviewer.script(approve())
    expect(saidIn(await use('Bash', { command: 'npm test' }))).toMatchObject({ permissionDecision: 'allow' })
    const ran = { tool_use_id: `use-${calls}`, tool_response: { stdout: 'ok' } }
    await hook({ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: {}, ...ran })
    const subject = world.reviewer.seen.at(-1)?.subject
    const callId = subject && 'tool_calls' in subject ? (subject.tool_calls[0]?.call_id ?? '') : ''
    expect(await world.client.calls.get(callId)).toMatchObject({
      status: 'succeeded',
      result: { output: { stdout: 'ok' } },
    })
  })

  test('runs as the reviewer edited it, with whole paths again', async () => {
    const file_path = join(project, 'b.txt')
    world.reviewer.script(approveEdited({ content: 'less' }), approveEdited({ file_path: 'c.txt' }))
    expect(saidIn(await use('Write', { file_path, content: 'more' }))).toMatchObject({
      permissionDecision: 'allow',
      updatedInput: { file_path, content: 'less' },
    })
    expect(saidIn(await use('Write', { file_path, content: 'more' }))).toMatchObject({
      updatedInput: { file_path: join(project, 'c.txt'), content: 'more' },
    })
  })

  test('is refused with the words of whoever rejects or steers', async () => {
    world.reviewer.script(reject('Not on a Friday.'), steer('Run only the unit tests.'))
    for (const words of ['Not on a Friday.', 'Run only the unit tests.']) {
      const answer = await use('Bash', { command: `deploy ${words}` })
      expect(answer.exitCode).toBe(0)
      expect(saidIn(answer)).toMatchObject({
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringContaining(words),
      })
    }
  })

  test('that nobody decides in time is refused, and goes on at the same gate when it is tried again', async () => {
    const before = world.reviewer.seen.length
    const first = saidIn(await use('Bash', { command: 'make release' }, 2_500))
    expect(first).toMatchObject({ permissionDecision: 'deny' })
    expect(first.permissionDecisionReason).toContain('waits for a person')
    const gate = await world.reviewer.waitForGate()
    await world.reviewer.answer(gate, approve())
    expect(saidIn(await use('Bash', { command: 'make release' }))).toMatchObject({
      permissionDecision: 'allow',
    })
    expect(world.reviewer.seen).toHaveLength(before + 1)
    world.reviewer.script(reject())
    expect(saidIn(await use('Bash', { command: 'make release' }))).toMatchObject({
      permissionDecision: 'deny',
    })
    expect(world.reviewer.seen).toHaveLength(before + 2)
  })

  test('goes on at the same gate after the person typed something', async () => {
    const before = world.reviewer.seen.length
    await use('Bash', { command: 'date' }, 2_500)
    await world.reviewer.answer(await world.reviewer.waitForGate(), approve())
    await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'I approved it, try again' })
    expect(saidIn(await use('Bash', { command: 'date' }))).toMatchObject({ permissionDecision: 'allow' })
    expect(world.reviewer.seen).toHaveLength(before + 1)
  })

  test.each([
    ['Read', () => ({ file_path: join(home, 'hooks', 'claude-code.json') })],
    ['Bash', () => ({ command: `cat ${home}/soulgate.db` })],
    ['Bash', () => ({ command: 'cat $SOULGATE_HOME/soulgate.db' })],
    ['Bash', () => ({ command: 'npx soulgate approve gate_1' })],
    ['Bash', () => ({ command: 'soulgate --json hook uninstall' })],
    ['Write', () => ({ file_path: join(project, '.claude', 'settings.json'), content: '{}' })],
    ['Edit', () => ({ file_path: '.claude/settings.local.json', old_string: 'a', new_string: 'b' })],
  ])('%s is refused at once where it would touch what decides (%#)', async (tool, input) => {
    const before = world.reviewer.seen.length
    expect(saidIn(await use(tool, input()))).toMatchObject({ permissionDecision: 'deny' })
    expect(world.reviewer.seen).toHaveLength(before)
  })
})

describe('guardrails', () => {
  test('are told with each prompt and to each sub-agent, and what is denied is refused', async () => {
    const { remove, create } = world.clientOf('admin').guardrails
    const rule = await create({
      name: 'no web',
      category: 'security',
      condition: { agents: ['test-agent'] },
      action: { type: 'tool_restriction', tools_denied: ['WebFetch'], instruction: 'Stay off the web.' },
    })
    for (const event of ['UserPromptSubmit', 'SubagentStart']) {
      const said = saidIn(await hook({ hook_event_name: event, prompt: 'Look it up', agent_type: 'scout' }))
      expect(said).toMatchObject({ hookEventName: event })
      expect(said.additionalContext).toContain('Stay off the web.')
      expect(said.additionalContext).toContain('WebFetch')
    }
    expect(saidIn(await use('WebFetch', { url: 'https://example.org' }))).toMatchObject({
      permissionDecision: 'deny',
    })
    await remove(rule.id)
  })

  test('that speak of an action are told when the prompt names it', async () => {
    const { remove, create } = world.clientOf('admin').guardrails
    const rule = await create({
      name: 'tests first',
      category: 'tdd_protocol',
      condition: { actions: ['refactor'] },
      action: { type: 'instruction', instruction: 'Write the failing test first.' },
    })
    const told = async (prompt: string) =>
      saidIn(await hook({ hook_event_name: 'UserPromptSubmit', prompt })).additionalContext ?? ''
    expect(await told('Refactor the login')).toContain('Write the failing test first.')
    expect(await told('Explain the login')).not.toContain('Write the failing test first.')
    await remove(rule.id)
  })
})

describe('where a call runs', () => {
  test('is said by the host alone: without it nothing relative is judged, and no whole path counts as inside', async () => {
    const nowhere = (tool_name: string, tool_input: object) =>
      hook({
        hook_event_name: 'PreToolUse',
        cwd: undefined,
        tool_name,
        tool_input,
        tool_use_id: `n-${calls++}`,
      })
    const seen = world.reviewer.seen.length
    for (const [tool, input] of [
      ['Bash', { command: 'cat a.txt' }],
      ['Read', { file_path: 'a.txt' }],
      ['Grep', { pattern: 'a' }],
    ] as const) {
      const said = saidIn(await nowhere(tool, input))
      expect(said.permissionDecision).toBe('deny')
      expect(said.permissionDecisionReason).toContain('did not say in which folder')
    }
    expect(world.reviewer.seen).toHaveLength(seen)
    world.reviewer.script(reject('No.'))
    await nowhere('Write', { file_path: join(process.cwd(), 'x.txt'), content: '1' })
    const subject = world.reviewer.seen.at(-1)?.subject
    const [call] = subject && 'tool_calls' in subject ? subject.tool_calls : []
    expect(call?.arguments.file_path).toBe(join(process.cwd(), 'x.txt'))
  })

  test('may be a folder of the project: paths are told as they are seen from where the session began', async () => {
    mkdirSync(join(project, 'contracts'), { recursive: true })
    const inFolder = { session_id: 'session-2', hook_event_name: 'PreToolUse', tool_name: 'Write' }
    await hook({ session_id: 'session-2', hook_event_name: 'UserPromptSubmit', prompt: 'Go on' })
    for (const file_path of [join(project, 'contracts', 'api.json'), 'api.json']) {
      world.reviewer.script(reject('No.'))
      const tool_use_id = `f-${calls++}`
      const cwd = join(project, 'contracts')
      await hook({ ...inFolder, cwd, tool_use_id, tool_input: { file_path, content: '1' } })
      const subject = world.reviewer.seen.at(-1)?.subject
      const [call] = subject && 'tool_calls' in subject ? subject.tool_calls : []
      expect(call?.arguments.file_path).toBe('contracts/api.json')
    }
  })

  test('in other letters is the same place where a file system may take it so', async () => {
    for (const [tool, input] of [
      ['Read', { file_path: home.toUpperCase() }],
      ['Bash', { command: `cat ${join(home, 'x').toUpperCase()}` }],
      ['Bash', { command: 'SOULGATE approve gate_1' }],
      ['Edit', { file_path: join(project, '.Claude', 'Settings.json'), old_string: 'a', new_string: 'b' }],
    ] as const)
      expect(saidIn(await use(tool, input)).permissionDecision).toBe('deny')
  })
})

describe('a command in a folder', () => {
  const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
  /** The hook as the host runs it: a process of its own, behind its guard. */
  function installed(event: object): Promise<Said> {
    const guard = guardCommand({
      command: process.execPath,
      parameters: [MAIN, 'hook', 'claude-code', '--home', home, '--deadline', '60'],
    })
    const child = spawn('/bin/sh', ['-c', guard], { stdio: ['pipe', 'pipe', 'inherit'] })
    return new Promise((resolve, reject) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', piece => {
        text += piece
      })
      child.on('error', reject)
      child.on('close', () => resolve(JSON.parse(text).hookSpecificOutput))
      child.stdin.end(JSON.stringify({ session_id: 'session-3', ...event }))
    })
  }
  const npmTest = (cwd: string, tool_input: object = {}) =>
    installed({
      ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', cwd, tool_use_id: `c-${calls++}` },
      tool_input: { command: 'npm test', ...tool_input },
    })

  test('that a person lets run there is not asked about again, by nobody; elsewhere it is', async () => {
    writeHookConnection(home, { url: world.url, token: world.agentKey })
    mkdirSync(join(root, 'elsewhere'), { recursive: true })
    const shape = { kind: 'commands', profile: 'test_and_build', roots: [project], commands: ['npm test'] }
    const { permissions } = world.clientOf('reviewer')
    const given = await permissions.create(CreatePermission.parse({ tool: 'Bash', shape, lets_run: true }))
    const id = isRefused(given) ? given.problem.detail : given.id
    const before = world.reviewer.seen.length
    expect(await npmTest(project, { description: 'Run the tests' })).toMatchObject({
      permissionDecision: 'allow',
      permissionDecisionReason: `Let run by class:${id}.`,
    })
    expect(world.reviewer.seen).toHaveLength(before)
    world.reviewer.script(reject('No.'), reject('No.'))
    // What the agent says of its folder does not count.
    for (const input of [{}, { cwd: project }])
      expect(await npmTest(join(root, 'elsewhere'), input)).toMatchObject({ permissionDecision: 'deny' })
    expect(world.reviewer.seen).toHaveLength(before + 2)
    await permissions.revoke(id)
  })

  test('is told to the host without it, and refused where the gate moved it elsewhere', async () => {
    world.reviewer.script(approveEdited({ command: 'npm run lint' }), approveEdited({ cwd: '/' }))
    const edited = saidIn(await use('Bash', { command: 'npm run check' }))
    expect(edited).toMatchObject({ permissionDecision: 'allow' })
    expect(edited.updatedInput).toEqual({ command: 'npm run lint' })
    const moved = saidIn(await use('Bash', { command: 'npm run check' }))
    expect(moved).toMatchObject({ permissionDecision: 'deny' })
    expect(moved.permissionDecisionReason).toContain('another folder')
  })
})

describe('faults', () => {
  const broken = (url: string, text?: string) =>
    answerHook(
      text ??
        JSON.stringify({
          ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: project },
          ...{ tool_name: 'Bash', tool_input: {} },
        }),
      { home, deadlineMs: 3_000, connection: { url, token: 'x' } },
    )

  test.each([
    ['not JSON'],
    ['[]'],
    ['{"hook_event_name":"PreToolUse"}'],
    [''],
  ])('%j from the host is refused', async text => {
    const answer = await broken(world.url, text)
    expect(answer).toMatchObject({ exitCode: 2 })
    expect(saidIn(answer)).toMatchObject({ permissionDecision: 'deny' })
  })

  test('a server that refuses the key or is not there lets nothing through', async () => {
    for (const url of [world.url, 'http://127.0.0.1:1']) {
      const answer = await broken(url)
      expect(answer).toMatchObject({ exitCode: 2, error: expect.stringContaining('nothing is let through') })
      expect(answer.error).not.toContain('..')
      expect(saidIn(answer)).toMatchObject({ permissionDecision: 'deny' })
    }
  })

  test('a key is not sent over plain http to another machine, and nothing is let through', async () => {
    const answer = await broken('http://soulgate.invalid')
    expect(answer).toMatchObject({ exitCode: 2, error: expect.stringContaining('plain http') })
    expect(saidIn(answer)).toMatchObject({ permissionDecision: 'deny' })
  })

  test('a prompt still passes, saying that no tool will run', async () => {
    const event = { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: 'hello' }
    const answer = await broken('http://127.0.0.1:1', JSON.stringify(event))
    expect(answer.exitCode).toBe(0)
    expect(saidIn(answer).additionalContext).toContain('No tool will run')
  })
})

describe('the settings of the host', () => {
  const theirs = {
    model: 'x',
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'their-check' }] }],
      Stop: [],
    },
  }
  const command = guardCommand({
    command: 'node',
    parameters: ['main.js', 'hook', 'claude-code', '--home', '/h'],
  })

  test('keep everything of others, hold our hooks once, and are as before without them', () => {
    const once = withHooks(theirs, command)
    expect(withHooks(once, command)).toEqual(once)
    expect(findHooks(once).map(({ event, matcher }) => [event, matcher])).toEqual([
      ['PreToolUse', '*'],
      ['UserPromptSubmit', undefined],
      ['PostToolUse', '*'],
      ['PostToolUseFailure', '*'],
      ['SubagentStart', undefined],
    ])
    expect(once).toMatchObject(theirs.hooks.Stop ? { model: 'x', hooks: { Stop: [] } } : {})
    expect(withoutHooks(once)).toEqual(theirs)
    expect(withoutHooks(withHooks({}, command))).toEqual({})
  })
})

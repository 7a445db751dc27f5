import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { examineHooks, guardCommand, hostVerdict, injectFaults, withHooks } from './hooks.ts'
import { joinWords, splitWords } from './shell-words.ts'

const MAIN = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const installed = guardCommand({
  command: process.execPath,
  parameters: [MAIN, 'hook', 'claude-code', '--home', '/nonexistent'],
})

describe('the guard around the hook', () => {
  const run = (...program: string[]) => {
    const [command = '', ...parameters] = program
    const quick = guardCommand({ command, parameters }).replace(/sleep \d+/, 'sleep 1')
    const { status, stdout } = spawnSync('/bin/sh', ['-c', quick], { input: 'said', encoding: 'utf8' })
    return { status, stdout }
  }
  const answer = '{"hookSpecificOutput":{"hookEventName":"PreToolUse"}}'

  test('passes on what the hook says, and what the host said', () => {
    const echo = `read said; test "$said" = said && echo '${answer}'`
    expect(run('/bin/sh', '-c', echo)).toEqual({ status: 0, stdout: `${answer}\n` })
    expect(run('/bin/sh', '-c', `cat >/dev/null; echo '${answer}'`)).toEqual({
      status: 0,
      stdout: `${answer}\n`,
    })
    expect(run('/bin/sh', '-c', `echo '${answer}'; exit 2`)).toEqual({ status: 2, stdout: `${answer}\n` })
  })

  test.each([
    ['cannot be started', ['/nonexistent']],
    ['ends with 1', ['/bin/sh', '-c', 'exit 1']],
    ['says nothing', ['/bin/sh', '-c', 'exit 0']],
    ['says no JSON', ['/bin/echo', 'hookSpecificOutput']],
    ['says half of it', ['/bin/sh', '-c', `printf '{"hookSpecificOutput":{'`]],
    ['hangs', ['/bin/sh', '-c', 'exec sleep 30']],
  ])('stops the tool when the program %s', (_, program) => {
    expect(run(...program)).toEqual({ status: 2, stdout: '' })
  })
})

describe('the drills', () => {
  const only = [
    'lets-through',
    'missing-program',
    'refused-port',
    'bad-json',
    'error-500',
    'clock-behind',
    'bad-input',
  ]

  test('show that the installed hook lets a tool run only when nothing is broken', async () => {
    const results = await injectFaults(installed, { only })
    expect(results.map(({ name, ok, would_run }) => [name, ok, would_run])).toEqual(
      [
        'lets-through',
        'missing-program',
        'bad-input',
        'refused-port',
        'error-500',
        'bad-json',
        'clock-behind',
      ].map(name => [name, true, name === 'lets-through']),
    )
  })

  test('say of a hook without its guard that a missing program would let a tool run, and what to do', async () => {
    const bare = joinWords([process.execPath, MAIN, 'hook', 'claude-code', '--home', '/nonexistent'])
    const results = await injectFaults(bare, { only: ['missing-program', 'exit-1', 'exit-0'] })
    for (const result of results)
      expect(result).toMatchObject({ ok: false, would_run: true, advice: expect.stringContaining('install') })
    expect(results).toHaveLength(3)
  })

  test('judge an end as the host does', () => {
    const end = { exitCode: 0, output: '', isTimeout: false }
    const deny = '{"hookSpecificOutput":{"permissionDecision":"deny"}}'
    expect(hostVerdict({ ...end, output: deny })).toBe('stops')
    expect(hostVerdict({ ...end, output: deny.replace('deny', 'ask') })).toBe('asks_its_person')
    expect(hostVerdict({ ...end, exitCode: 2 })).toBe('stops')
    for (const open of [end, { ...end, exitCode: 1 }, { ...end, exitCode: 127 }, { ...end, exitCode: null }])
      expect(hostVerdict(open)).toBe('runs')
    expect(hostVerdict({ ...end, output: deny, isTimeout: true })).toBe('runs')
  })
})

describe('the settings of a host', () => {
  const sound = withHooks({}, installed)
  const faults = (settings: object) =>
    examineHooks(settings as typeof sound, [installed])
      .filter(({ ok }) => !ok)
      .map(({ name }) => name)

  test('are found sound as they are installed, and every way around the hook is named', () => {
    expect(examineHooks({}, [installed])).toEqual([])
    expect(faults(sound)).toEqual([])
    expect(faults({ ...sound, disableAllHooks: true })).toEqual(['hook: on'])
    expect(faults(withHooks({}, installed, 'Bash'))).toEqual(['hook: tools'])
    const impatient = JSON.parse(JSON.stringify(sound).replaceAll('"timeout":600', '"timeout":60'))
    expect(faults(impatient)).toEqual(['hook: time'])
    const moved = withHooks({}, installed.replace(MAIN, '/gone/main.js'))
    expect(faults(moved)).toEqual(['hook: command', 'hook: program'])
  })

  test('words of a shell are read back as they were joined', () => {
    const words = ['a b', "it's", '', 'x"y', '\\', '$HOME']
    expect(splitWords(joinWords(words.filter(word => word !== '')))).toEqual(
      words.filter(word => word !== ''),
    )
  })
})

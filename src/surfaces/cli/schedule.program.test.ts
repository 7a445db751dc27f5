import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'soulgate-schedule-'))

async function schedule(...line: readonly string[]) {
  let [text, errors, code] = ['', '', 0]
  await runProgram(
    {
      environment: { SOULGATE_HOME: join(folder, 'home') },
      workingFolder: folder,
      isTerminal: false,
      write: piece => {
        text += piece
      },
      writeError: piece => {
        errors += piece
      },
      ask: async () => '',
      setExitCode: value => {
        code = value
      },
    },
    ['schedule', ...line],
    '0.0.0',
  )
  return { text, errors, code }
}

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const PATTERSON = '4 1\n3\n0 0 2 2 3\n5 2 1 4\n3 2 1 4\n0 0 0\n'
const PROJECT = {
  title: 'Move',
  start: '2026-06-01',
  calendar: { timezone: 'Europe/Berlin', weekly: [{ day: 'monday', start: '09:00', end: '12:00' }] },
  tasks: [
    { id: 'pack', title: 'Pack boxes', estimated_minutes: 60 },
    { id: 'drive', estimated_minutes: 30, dependencies: [{ node_id: 'pack' }] },
  ],
}

describe('soulgate schedule', () => {
  test('prints makespan, proof and table of a resource project, and writes it', async () => {
    const out = join(folder, 'out.json')
    const { text, code } = await schedule(file('a.rcp', PATTERSON), '--out', out)
    expect(code).toBe(0)
    expect(text).toContain('makespan 8  (no shorter schedule exists)')
    expect(text).toMatch(/activity {2}start {2}end/)
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      status: 'scheduled',
      makespan: 8,
      optimal: true,
    })
  })

  test('answers with JSON', async () => {
    const { text } = await schedule(file('b.rcp', PATTERSON), '--json')
    expect(JSON.parse(text)).toMatchObject({ makespan: 8, lower_bound: 8 })
  })

  test('a resource project of our own JSON may have maximal lags', async () => {
    const project = {
      resources: [{ id: 'crane', capacity: 1 }],
      activities: [
        { id: 'lift', duration: 3, demands: { crane: 1 } },
        {
          id: 'fix',
          duration: 2,
          demands: { crane: 1 },
          dependencies: [{ activity_id: 'lift', max_lag: 1 }],
        },
      ],
    }
    const found = await schedule(file('c.json', JSON.stringify(project)), '--json')
    expect(JSON.parse(found.text)).toMatchObject({ makespan: 5, optimal: true })
    const wrong = {
      ...project,
      activities: [{ id: 'fix', duration: 1, dependencies: [{ activity_id: 'nobody' }] }],
    }
    const refused = await schedule(file('d.json', JSON.stringify(wrong)))
    expect(refused).toMatchObject({
      code: 2,
      errors: expect.stringContaining('There is no activity “nobody”'),
    })
  })

  test('prints the blocks of a calendar project and writes a calendar file', async () => {
    const ics = join(folder, 'move.ics')
    const { text, code } = await schedule(file('move.json', JSON.stringify(PROJECT)), '--ics', ics)
    expect(code).toBe(0)
    expect(text).toMatch(/2026-06-01 {2}09:00–10:00 {2}pack {3}Pack boxes/)
    expect(readFileSync(ics, 'utf8')).toContain('DTSTART:20260601T070000Z')
  })

  test('names what conflicts and exits with 4', async () => {
    const tasks = [{ id: 'pack', estimated_minutes: 400, deadline: '2026-06-05' }]
    const { text, code } = await schedule(file('tight.json', JSON.stringify({ ...PROJECT, tasks })))
    expect(code).toBe(4)
    expect(text).toContain('“pack” must end by 2026-06-05.')
  })

  test('names contradicting lags and exits with 4', async () => {
    const text = '1 0 0 0\n0 1 1 1 [0]\n1 1 1 0 [-1]\n2 1 0\n0 1 0\n1 1 3\n2 1 0\n'.replace(
      '1 1 1 0 [-1]',
      '1 1 2 0 2 [1] [3]',
    )
    const found = await schedule(file('circle.sch', text))
    expect(found.code).toBe(4)
    expect(found.text).toContain('the lags contradict each other')
  })

  test.each([
    ['a file that is not there', ['nowhere.sm'], 'cannot be read'],
    [
      'a line that cannot be read',
      [file('bad.rcp', '4 1\n3\nx')],
      'Line 3: the duration of activity 1 is “x”',
    ],
    ['JSON that is none', [file('bad.json', '{"tasks":')], 'It is not JSON'],
    [
      'a field of the wrong kind',
      [file('kind.json', JSON.stringify({ ...PROJECT, tasks: [{ id: 'a' }] }))],
      'tasks.0.estimated_minutes',
    ],
    [
      'a circle',
      [
        file(
          'loop.json',
          JSON.stringify({
            ...PROJECT,
            tasks: [{ id: 'a', estimated_minutes: 1, dependencies: [{ node_id: 'a' }] }],
          }),
        ),
      ],
      '“a” → “a”',
    ],
    ['seconds of no use', [file('s.rcp', PATTERSON), '--seconds', 'soon'], '--seconds is “soon”'],
    [
      'a calendar of what has no dates',
      [file('i.rcp', PATTERSON), '--ics', join(folder, 'x.ics')],
      'a resource project has no dates',
    ],
  ])('%s is refused with exit code 2', async (_, line, expected) => {
    const { errors, code } = await schedule(...line)
    expect(errors).toContain(expected)
    expect(code).toBe(2)
  })
})

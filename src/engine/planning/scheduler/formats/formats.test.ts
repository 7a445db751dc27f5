import { describe, expect, test } from 'vitest'
import { readProjectFile } from './formats.ts'

const PSPLIB = `************************************************************************
file with basedata            : own.bas
************************************************************************
jobs (incl. supersource/sink ):  4
RESOURCES
  - renewable                 :  2   R
************************************************************************
PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          2           2   3
   2        1          1           4
   3        1          1           4
   4        1          0
************************************************************************
REQUESTS/DURATIONS:
jobnr. mode duration  R 1  R 2
------------------------------------------------------------------------
  1      1     0       0    0
  2      1     5       2    1
  3      1     3       2    0
  4      1     0       0    0
************************************************************************
RESOURCEAVAILABILITIES:
  R 1  R 2
   3    1
************************************************************************
`
const PATTERSON = '4 1\n 3\n0 0 2 2 3\n5 2\n1 4\n3 2 1 4 0 0 0\n'
const PROGEN_MAX = `2	1	0	0
0	1	2	1	2	[0]	[2]
1	1	1	3	[5]
2	1	2	3	1	[3]	[-4]
3	1	0
0	1	0	0
1	1	5	2
2	1	3	2
3	1	0	0
3
`

function read(name: string, text: string) {
  const file = readProjectFile(name, text)
  if (file.kind === 'unreadable') throw new Error(`line ${file.line}: ${file.reason}`)
  return file.instance
}

describe('public formats', () => {
  test('a PSPLIB file gives durations, demands, capacities and successors', () => {
    const instance = read('a.sm', PSPLIB)
    expect([...instance.durations]).toEqual([0, 5, 3, 0])
    expect([...instance.demands]).toEqual([0, 0, 2, 1, 2, 0, 0, 0])
    expect(instance.resources.map(({ capacity }) => capacity)).toEqual([3, 1])
    expect(instance.lags).toContainEqual({ from: 1, to: 3, lag: 5 })
  })

  test('a Patterson file is read whatever its line breaks, and with those of other systems', () => {
    const instance = read('a.rcp', PATTERSON)
    expect([...instance.durations]).toEqual([0, 5, 3, 0])
    expect(read('a.rcp', PATTERSON.replaceAll('\n', '\r\n'))).toEqual(instance)
    expect(read('a.rcp', `\uFEFF${PATTERSON.split(/\s+/).join(' ')}`)).toEqual(instance)
  })

  test('a ProGen/max file gives lags of both signs from start to start', () => {
    const instance = read('a.SCH', PROGEN_MAX)
    expect(instance.lags).toContainEqual({ from: 2, to: 1, lag: -4 })
    expect(instance.lags).toContainEqual({ from: 0, to: 2, lag: 2 })
    expect(instance.resources).toEqual([{ name: 'R1', capacity: 3 }])
    const loose = PROGEN_MAX.replaceAll('[', '[ ').replaceAll(']', ' ]').replaceAll('\n', '\r\n')
    expect(read('a.sch', loose)).toEqual(instance)
  })

  test('comments beside the numbers and lists that go on in the next line are read over', () => {
    const patterson = `# made by hand\n${PATTERSON.replace('5 2\n', '5 2 ; first work\n')}// end\n`
    expect(read('a.rcp', patterson)).toEqual(read('a.rcp', PATTERSON))
    const lags = PROGEN_MAX.replace('[5]', '[5] % after').replace(/^/, '# head\n')
    expect(read('a.sch', lags)).toEqual(read('a.sch', PROGEN_MAX))
    const wrapped = PSPLIB.replace('2           2   3', '2           2\n                3')
    expect(read('a.sm', wrapped)).toEqual(read('a.sm', PSPLIB))
    const short = readProjectFile('a.sm', PSPLIB.replace('2           2   3', '2           2'))
    expect(short).toMatchObject({ kind: 'unreadable', line: 10 })
  })

  test('a file without a telling name is known by its text', () => {
    expect(read('one.txt', PSPLIB).count).toBe(4)
    expect(read('two', PROGEN_MAX).lags).toHaveLength(5)
    expect(read('three', PATTERSON).count).toBe(4)
  })

  test.each([
    [
      'several modes',
      'a.sm',
      PSPLIB.replace('2        1          1           4', '2        3          1           4'),
      11,
      /3 modes/,
    ],
    ['a second mode', 'a.sm', PSPLIB.replace('3      1     3', '2      2     3'), 20, /several modes/],
    [
      'no number',
      'a.sm',
      PSPLIB.replace('1     5       2', '1     x       2'),
      19,
      /duration of job 2 is “x”/,
    ],
    ['a negative duration', 'a.sm', PSPLIB.replace('1     5       2', '1    -5       2'), 19, /at least 0/],
    [
      'an unknown successor',
      'a.sm',
      PSPLIB.replace('1           4\n   3', '1           9\n   3'),
      11,
      /successor 9/,
    ],
    [
      'a missing section',
      'a.sm',
      PSPLIB.replace('RESOURCEAVAILABILITIES', 'OTHER'),
      27,
      /no section RESOURCEAVAILABILITIES/,
    ],
    ['a file cut short', 'a.rcp', PATTERSON.slice(0, 20), 4, /the file ends/],
    ['more than is announced', 'a.rcp', `${PATTERSON}7`, 7, /more follows/],
    ['a successor out of range', 'a.rcp', PATTERSON.replace('2 2 3', '2 2 5'), 3, /successor 5/],
    ['several modes', 'a.sch', PROGEN_MAX.replace('1\t1\t5', '1\t2\t5'), 7, /2 modes/],
    ['a lag without brackets', 'a.sch', PROGEN_MAX.replace('[5]', '5'), 3, /not \[a number\]/],
    [
      'resources that do not renew',
      'a.sch',
      PROGEN_MAX.replace('2\t1\t0\t0', '2\t1\t1\t0'),
      1,
      /do not renew/,
    ],
    ['a missing activity', 'a.sch', PROGEN_MAX.split('\n').slice(0, 6).join('\n'), 6, /the file ends/],
    ['nothing', 'a.rcp', '', 1, /the file ends/],
    ['a number beyond all bounds', 'a.rcp', PATTERSON.replace('5 2', '99999999999 2'), 4, /at most/],
  ])('%s in %s is refused with its line', (_, name, text, line, reason) => {
    const file = readProjectFile(name, text)
    expect(file).toMatchObject({ kind: 'unreadable', line })
    expect(file.kind === 'unreadable' ? file.reason : '').toMatch(reason)
  })
})

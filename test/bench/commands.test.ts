import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBenchLine } from '../../bench/commands.ts'

const folder = join(import.meta.dirname, '../../bench')
const benches = readdirSync(folder).flatMap(name => {
  const [bare = ''] = name.split('.')
  const isBench = name.endsWith('.ts')
    ? !['bench', 'commands'].includes(bare)
    : existsSync(join(folder, name, `${name}.ts`))
  return isBench && !name.endsWith('.test.ts') ? [bare] : []
})

test('every bench says what its options are, and is listed without a name', () => {
  expect(benches.length).toBeGreaterThan(10)
  const list = readBenchLine([])
  for (const name of benches) {
    expect(list).toMatchObject({ exitCode: 0 })
    expect(JSON.stringify(list)).toContain(`  ${name} `)
    expect(readBenchLine([name, '--help'])).toMatchObject({
      exitCode: 0,
      lines: expect.arrayContaining([expect.stringContaining(`npm run bench -- ${name}`)]),
    })
    expect(readBenchLine([name])).toEqual({ name, args: [] })
  }
})

test('what it does not know is answered with one line that names it', () => {
  for (const [line, says] of [
    [['nothing'], 'nothing'],
    [['toString'], 'toString'],
    [['reasoning', '--dat', 'x'], '--dat'],
    [['guardrails', '--json'], '--json'],
    [['runs', '--count'], '--count'],
    [['memory', 'now'], 'now'],
  ] as const) {
    const asked = readBenchLine(line)
    expect(asked).toMatchObject({ exitCode: 2, lines: [expect.stringContaining(says)] })
  }
  expect(readBenchLine(['runs', '--count', '10', '--json'])).toMatchObject({ name: 'runs' })
})

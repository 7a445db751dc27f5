import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDER = join(ROOT, 'examples/postgres')

interface Service {
  readonly image: string
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const { services } = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Readonly<Record<string, Service>>
}
const ours = Object.entries(services).filter(([, { image }]) => image === 'soulgate')

function cli(...line: readonly string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'src/surfaces/cli/main.ts'), ...line], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/nonexistent', NO_COLOR: '1' },
  })
}

describe('the compose file for PostgreSQL', { timeout: 60_000 }, () => {
  test('has a database, nodes, workers and a first start', () => {
    expect(Object.keys(services).sort()).toEqual(['first', 'postgres', 'serve', 'worker'])
    expect(ours).toHaveLength(3)
  })

  test.each(ours)('starts %s with a command and options that the program has', (_name, { command }) => {
    const [name = '', ...options] = command
    const help = cli(name, '--help')
    expect(help).toContain(`soulgate ${name}`)
    for (const option of options) expect(help).toContain(option)
  })

  test('sets only variables that the program knows', () => {
    const known = cli('doctor', '--variables')
    const used = ours.flatMap(([, { environment }]) => Object.keys(environment))
    expect(used).toContain('SOULGATE_DATABASE_URL')
    for (const variable of used) expect(known).toContain(variable)
  })

  test('has an image made of files that are there', () => {
    const copied = [
      ...readFileSync(join(FOLDER, 'Dockerfile'), 'utf8').matchAll(/^COPY --from=build (.+)$/gm),
    ]
      .flatMap(([, files = '']) => files.split(' ').slice(0, -1))
      .map(path => path.replace('/soulgate/', ''))
      .filter(path => !path.endsWith('dist'))
    expect(copied).toEqual(['package.json', 'package-lock.json', 'ui/package.json'])
    for (const path of copied) expect(existsSync(join(ROOT, path))).toBe(true)
  })
})

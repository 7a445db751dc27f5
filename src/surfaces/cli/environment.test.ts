import { mkdirSync, mkdtempSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeRange, readEnvironment } from './environment.ts'
import { CommandFailure } from './exit-codes.ts'
import { findOverlap, prepareHome, readConnection, writeConnection } from './home.ts'
import { VARIABLES } from './variables.ts'

test('without any variable the defaults stand', () => {
  expect(readEnvironment({ XDG_DATA_HOME: '/data' }, '/srv')).toMatchObject({
    home: expect.stringContaining('soulgate'),
    workspace: '/srv/workspace',
    port: 7411,
    host: '127.0.0.1',
    databaseUrl: undefined,
    settings: {},
  })
})

test('every variable with a range refuses what lies outside, by its name', () => {
  const checked = VARIABLES.filter(variable => variable.range.kind !== 'text')
  expect(checked.length).toBeGreaterThan(10)
  for (const { name, range } of checked) {
    expect(() => readEnvironment({ [name]: 'not-of-it' }, '/srv')).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(`${name} is “not-of-it”`) }),
    )
    if (range.kind === 'integer' || range.kind === 'number') {
      for (const outside of [range.least - 1, range.most + 1]) {
        expect(() => readEnvironment({ [name]: String(outside) }, '/srv')).toThrow(describeRange(range))
      }
      if (range.kind === 'integer')
        expect(() => readEnvironment({ [name]: `${range.least}.5` }, '/srv')).toThrow(name)
    }
  }
})

test('seeds are collected by section of the settings', () => {
  const environment = {
    CONFIDENCE_THRESHOLD: '80',
    CONFIDENCE_ENABLED: 'false',
    SOULGATE_AUTONOMY_LEVEL: '1',
  }
  expect(readEnvironment(environment, '/srv').settings).toEqual({
    autonomy_level: 1,
    confidence_report: { threshold: 80, enabled: false },
  })
})

test('a home inside the workspace or the working folder is refused, also behind a link', () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-home-'))
  const workspace = join(root, 'project')
  mkdirSync(join(workspace, 'inner'), { recursive: true })
  symlinkSync(join(workspace, 'inner'), join(root, 'link'))
  const outside = join(root, 'elsewhere')
  const overlap = (home: string, workingFolder = outside) => findOverlap({ home, workspace, workingFolder })
  expect(overlap(join(workspace, '.soulgate'))).toContain('inside the workspace')
  expect(overlap(join(root, 'link', 'not-yet'))).toContain('inside the workspace')
  expect(overlap(join(outside, 'home'))).toContain('inside the working folder')
  expect(overlap(root)).toContain('inside the home')
  expect(overlap(join(root, 'home'))).toBeUndefined()
  expect(() => prepareHome({ home: workspace, workspace, workingFolder: outside })).toThrow(CommandFailure)
})

test('the home and the saved connection are readable for their user only', () => {
  const root = mkdtempSync(join(tmpdir(), 'soulgate-home-'))
  const places = { home: join(root, 'home'), workspace: join(root, 'w'), workingFolder: join(root, 'w') }
  const home = prepareHome(places)
  expect(readConnection(home)).toBeUndefined()
  writeConnection(home, { url: 'http://127.0.0.1:1', token: 'sg_x' })
  expect(readConnection(home)).toEqual({ url: 'http://127.0.0.1:1', token: 'sg_x' })
  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(statSync(join(home, 'connection.json')).mode & 0o777).toBe(0o600)
})

test('without people nothing is approved in production, beyond this machine, or on a shared database', () => {
  const off = { APPROVAL_GATES: 'false' }
  expect(readEnvironment({}, '/srv').autoApproveIterations).toBe(false)
  expect(readEnvironment(off, '/srv').autoApproveIterations).toBe(true)
  for (const more of [
    { NODE_ENV: 'production' },
    { SOULGATE_HOST: '0.0.0.0' },
    { SOULGATE_PUBLIC_URL: 'https://soulgate.example' },
    { SOULGATE_DATABASE_URL: 'postgres://localhost/soulgate' },
  ]) {
    expect(() => readEnvironment({ ...off, ...more }, '/srv')).toThrow('for tests on this machine only')
  }
})

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resultOf } from '../../scripts/assurance/named-tests.ts'
import { proofsFor } from '../../scripts/assurance/proofs.ts'
import { BAR, MUTATED, readScores, shareOf, testsBeside } from '../mutation/scores.ts'
import { ATTACKS, type Claim, PROMISES } from './claims.ts'
import { OPERATIONS } from './operations.ts'
import { SECURITY_ITEMS } from './security-items.ts'

const ROOT = resolve(import.meta.dirname, '../..')

async function missingTests(claims: readonly Claim[]): Promise<readonly string[]> {
  const missing: string[] = []
  for (const { id, tests } of claims) {
    for (const [file, titles] of Object.entries(tests)) {
      const text = await readFile(join(ROOT, file), 'utf8').catch(() => '')
      for (const title of titles) {
        if (!text.includes(`'${title}'`)) missing.push(`${id}: ${file}: ${title}`)
      }
    }
  }
  return missing
}

describe('the table of claims', () => {
  it('names only tests that are there', async () => {
    expect(await missingTests([...PROMISES, ...SECURITY_ITEMS, ...OPERATIONS, ...ATTACKS])).toEqual([])
  })

  it('runs only programs and tests that are there: vitest passes over a file that is not', () => {
    const proofs = Object.values(proofsFor({ seeds: 1, rounds: 1, fuzz: 1, everywhere: false }))
    const files = proofs
      .flatMap(proof => proof.arguments)
      .filter(word => /^(?:src|test|scripts)\//.test(word))
    expect(files.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
    expect(files.length).toBeGreaterThan(proofs.length)
  })

  it('notices a test that is gone', async () => {
    const gone: Claim = {
      id: 'gone',
      claim: '',
      tests: { 'test/assurance/claims.program.test.ts': ['never ' + 'written'] },
    }
    expect(await missingTests([gone])).toHaveLength(1)
  })

  it('has the eight promises, the ten agentic risks, and no claim without a test', () => {
    expect(PROMISES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(n => `Promise ${n}`))
    const agentic = SECURITY_ITEMS.map(({ id }) => id.slice(0, 5)).filter(id => id.startsWith('ASI'))
    expect(agentic).toEqual([...'123456789'].map(n => `ASI0${n}`).concat('ASI10'))
    for (const { tests } of [...PROMISES, ...SECURITY_ITEMS, ...OPERATIONS, ...ATTACKS]) {
      expect(Object.values(tests).flat().length).toBeGreaterThan(0)
    }
  })
})

describe('what became of a named test', () => {
  const caseOf = (title: string, status = 'passed') => ({ title, status, about: 'a token', tried: 0 })

  it.each([
    ['may not $place', ['may not POST /api/tools', 'may not POST /api/gates/{gate_id}/comments/{com…']],
    ['at %d it is %s', ['at 0.9 it is held', 'at 1 it is held']],
    ['is told where ($1.50)', ['is told where ($1.50)']],
  ])('counts every case of %s', (title, titles) => {
    const cases = [...titles.map(each => caseOf(each)), caseOf('something else')]
    const results = new Map([['a.test.ts', cases]])
    expect(resultOf(results, 'a.test.ts', title)).toMatchObject({ passed: titles.length, failed: 0 })
  })

  it('counts a case that failed', () => {
    const results = new Map([['a.test.ts', [caseOf('may not GET'), caseOf('may not PUT', 'failed')]]])
    expect(resultOf(results, 'a.test.ts', 'may not $place')).toMatchObject({ passed: 1, failed: 1 })
  })
})

it('SECURITY.md names each kind of attack, what holds, and the files of its tests', async () => {
  const lines = (await readFile(join(ROOT, 'SECURITY.md'), 'utf8')).split('\n')
  for (const { id, claim, tests } of ATTACKS) {
    const files = Object.keys(tests).map(file => `[${file.split('/').at(-1)}](${file})`)
    expect(lines).toContain(`| ${id} | ${claim} | ${files.join(', ')} |`)
  }
})

describe('what was measured by mutation', () => {
  it('is of the files that Stryker is told, and in no part under its bar', async () => {
    const config = JSON.parse(await readFile(join(ROOT, 'test/mutation/stryker.config.json'), 'utf8'))
    const files = Object.values(MUTATED).flatMap(part => Object.keys(part.files))
    expect([...config.mutate].sort()).toEqual([...files].sort())
    const scores = readScores(ROOT)?.files ?? {}
    for (const [name, part] of Object.entries(MUTATED)) {
      const share = shareOf(Object.keys(part.files).flatMap(file => scores[file] ?? []))
      expect([name, (share ?? 1) >= BAR]).toEqual([name, true])
    }
  })

  it('is of tests that are there', async () => {
    for (const { files } of Object.values(MUTATED)) {
      for (const [file, names] of Object.entries(files)) {
        const beside = testsBeside(ROOT, file, names).map(path => join(ROOT, path))
        await Promise.all(beside.map(path => readFile(path)))
      }
    }
  })
})

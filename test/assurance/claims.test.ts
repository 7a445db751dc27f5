import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Claim, PROMISES } from './claims.ts'
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
    expect(await missingTests([...PROMISES, ...SECURITY_ITEMS, ...OPERATIONS])).toEqual([])
  })

  it('notices a test that is gone', async () => {
    const gone: Claim = {
      id: 'gone',
      claim: '',
      tests: { 'test/assurance/claims.test.ts': ['never ' + 'written'] },
    }
    expect(await missingTests([gone])).toHaveLength(1)
  })

  it('has the eight promises, the ten agentic risks, and no claim without a test', () => {
    expect(PROMISES.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(n => `Promise ${n}`))
    const agentic = SECURITY_ITEMS.map(({ id }) => id.slice(0, 5)).filter(id => id.startsWith('ASI'))
    expect(agentic).toEqual([...'123456789'].map(n => `ASI0${n}`).concat('ASI10'))
    for (const { tests } of [...PROMISES, ...SECURITY_ITEMS, ...OPERATIONS]) {
      expect(Object.values(tests).flat().length).toBeGreaterThan(0)
    }
  })
})

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PLANTED_BUGS } from './plants.ts'
import { simulate } from './simulate.ts'

const MAX_SEEDS = 300

/** The violation that was looked for, or every other one that came up on the way. */
async function findViolation(bug: (typeof PLANTED_BUGS)[number]): Promise<readonly string[]> {
  const others = new Set<string>()
  for (let seed = 1; seed <= MAX_SEEDS; seed += 1) {
    const { violations } = await simulate(seed, bug.plants)
    const found = violations.find(violation => bug.caughtAs.test(violation))
    if (found) return [found]
    for (const violation of violations) others.add(violation)
  }
  return [...others]
}

describe('an engine broken on purpose is caught:', () => {
  for (const bug of PLANTED_BUGS) {
    it(bug.name, { timeout: 120_000 }, async () => {
      expect(await findViolation(bug)).toEqual([expect.stringMatching(bug.caughtAs)])
    })
  }
})

it('there is a planted bug for each invariant', async () => {
  const files = (await readdir(import.meta.dirname)).filter(file => file.endsWith('.ts'))
  const texts = await Promise.all(files.map(file => readFile(join(import.meta.dirname, file), 'utf8')))
  const invariants = new Set(
    texts.flatMap(text => [...text.matchAll(/violate\(\s*`([a-z ]+:)/g)].map(([, name = '']) => name)),
  )
  expect(invariants.size).toBeGreaterThan(9)
  const isPlanted = (name: string) => PLANTED_BUGS.some(({ caughtAs }) => caughtAs.test(name))
  expect([...invariants].filter(name => !isPlanted(name))).toEqual([])
})

import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COVERED } from '../../scripts/coverage.ts'
import { SOURCES } from './sources.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const requirements = SOURCES.flatMap(document => document.requirements)

describe('the table of the source documents', () => {
  it('names tests, places and decisions that are there', async () => {
    const missing: string[] = []
    for (const { section, asks, place, test, decision } of requirements) {
      const [file, title] = test
      const text = await readFile(join(ROOT, file), 'utf8').catch(() => '')
      if (!text.includes(`'${title}'`)) missing.push(`${section} ${asks}: ${file}: ${title}`)
      if (!existsSync(join(ROOT, place))) missing.push(`${section}: ${place}`)
      if (decision !== undefined && !existsSync(join(ROOT, decision))) missing.push(`${section}: ${decision}`)
    }
    expect(missing).toEqual([])
  })

  it('says each requirement once, under its own document', () => {
    for (const { letter, requirements: own } of SOURCES) {
      expect(own.filter(({ section }) => !section.startsWith(letter))).toEqual([])
    }
    const texts = requirements.map(({ section, asks }) => `${section} ${asks}`)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })
})

it('measures the coverage of modules that are there', () => {
  expect(COVERED.filter(files => globSync(files, { cwd: ROOT }).length === 0)).toEqual([])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const PAGES = join(import.meta.dirname, '../../ui/src')
const STYLES = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')

it('each Mantine component that the pages import has its styles', () => {
  const imported = readFileSync(join(PAGES, 'theme/mantine-styles.ts'), 'utf8')
  const withStyles = componentsIn(PAGES).filter(name => existsSync(join(STYLES, `${name}.layer.css`)))
  expect(withStyles.length).toBeGreaterThan(5)
  expect(withStyles.filter(name => !imported.includes(`/${name}.layer.css`))).toEqual([])
})

function componentsIn(folder: string): readonly string[] {
  const names = globSync('**/*.tsx', { cwd: folder }).flatMap(path => {
    const text = readFileSync(join(folder, path), 'utf8')
    const lists = [...text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].map(match => match[1] ?? '')
    return lists.flatMap(list => list.split(',')).map(name => name.trim().replace(/^type /, ''))
  })
  return [...new Set(names)].filter(name => /^[A-Z]/.test(name))
}

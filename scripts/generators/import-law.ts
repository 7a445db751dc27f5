import { type Ban, bans } from '../../bans.ts'
import { layers } from '../../layers.ts'
import type { Layer } from '../layers/layer-rows.ts'

/** Prints `layers.ts` as a page, for people and for ARCHITECTURE.md to point at. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const lines = [
    '# The import law',
    '',
    'Generated from `layers.ts`, which `npm run check` enforces. What no row allows is forbidden.',
    '',
    '| row | files | may import | because |',
    '|---|---|---|---|',
    ...layers.map(layerToRow),
    '',
    'Where a row has a front door, other rows import only that file. Also law: no cycles, no computed imports, no',
    'file named for nothing (`utils`, `types`, …), no file longer than 400 lines, no `NAME.test.ts` that reaches a store, a',
    'server or a process at run time (that is a `NAME.program.test.ts` or `NAME.proof.test.ts`), and:',
    '',
    '| ban | within | except | because |',
    '|---|---|---|---|',
    ...bans.map(banToRow),
    '',
  ]
  return new Map([['docs/import-law.md', lines.join('\n')]])
}

function layerToRow({ name, places, mayImport, packages, builtins, because }: Layer): string {
  const outside = [...describe(packages, 'npm packages'), ...describe(builtins, 'Node built-ins')]
  const imports = [...groupConcepts(mayImport), ...outside].join(', ') || 'nothing'
  return `| ${name} | ${code(places)} | ${imports} | ${because} |`
}

function describe(allowed: readonly string[] | 'any', what: string): readonly string[] {
  return allowed === 'any' ? [`any ${what}`] : allowed.map(name => `\`${name}\``)
}

function groupConcepts(names: readonly string[]): readonly string[] {
  const all = layers.map(layer => layer.name).filter(name => name.startsWith('engine/'))
  if (!all.every(name => names.includes(name))) return names
  return [...names.filter(name => !all.includes(name)), 'engine/*']
}

function banToRow({ name, within, except = [], because }: Ban): string {
  return `| ${name} | ${code(within)} | ${code(except) || '—'} | ${because} |`
}

function code(paths: readonly string[]): string {
  return paths.map(path => `\`${path}\``).join(' ')
}

/** Rows of the import law, and the shapes that several of them share. */
export type Layer = {
  readonly name: string
  /** Folders (ending in `/`) and files, relative to the repository. */
  readonly places: readonly string[]
  /** Names of the rows it may import besides itself. */
  readonly mayImport: readonly string[]
  /** npm packages it may import; `any` leaves the choice to package.json. */
  readonly packages: readonly string[] | 'any'
  /** Built-in modules of Node it may import. */
  readonly builtins: readonly string[] | 'any'
  /** The only files that other rows may import; absent when every file is public. */
  readonly doors?: readonly string[]
  /** True when our own code is reached by package name (`soulgate/sdk`), as a user of the package would. */
  readonly byPackageName?: boolean
  readonly because: string
}

export const FACTS = ['contracts', 'base'] as const
const PURE_BUILTINS = [
  'node:buffer',
  'node:crypto',
  'node:path',
  'node:url',
  'node:util',
  'node:zlib',
] as const
export function adapter(name: string, above: readonly string[], because: string): Layer {
  const part = name.slice(name.lastIndexOf('/') + 1)
  const doors = name === 'store/sql' ? {} : { doors: [`src/${name}/${part}.ts`] }
  const places = [`src/${name}/`]
  return {
    name,
    places,
    mayImport: [...FACTS, ...above],
    packages: 'any',
    builtins: 'any',
    ...doors,
    because,
  }
}

export function concept(name: string, mayImport: readonly string[], because: string): Layer {
  const folder = `src/engine/${name}`
  const builtins = PURE_BUILTINS
  const doors = [`${folder}/${name.slice(name.lastIndexOf('/') + 1)}.ts`]
  return {
    name: `engine/${name}`,
    places: [`${folder}/`],
    mayImport,
    packages: 'any',
    builtins,
    doors,
    because,
  }
}

export function surface(name: string, above: readonly string[], because: string): Layer {
  const folder = `src/surfaces/${name}`
  const doors = [`${folder}/${name}.ts`]
  const mayImport = [...FACTS, 'soulgate', ...above]
  return {
    name: `surfaces/${name}`,
    places: [`${folder}/`],
    mayImport,
    packages: 'any',
    builtins: 'any',
    doors,
    because,
  }
}

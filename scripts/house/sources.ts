import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import type { Figure } from './figure.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const IS_TEST = /(\.test\.tsx?|-conformance(-\w+)?\.ts|-fixture\.tsx?|test-server\.ts|store-\w*samples\.ts)$/

/** The packages of the target tree, the folders that make each today, and the lines each may have without tests. */
const PACKAGES: readonly {
  readonly name: string
  readonly places: readonly string[]
  readonly maxLines: number
}[] = [
  { name: 'scheduler', places: ['src/engine/planning/scheduler/'], maxLines: 7000 },
  {
    name: 'agents',
    places: [
      ...['reasoning', 'pages', 'planning', 'iterations', 'workitem', 'loop'].map(
        name => `src/engine/${name}/`,
      ),
      'src/bundled/',
    ],
    maxLines: 40_000,
  },
  { name: 'contracts and sdk', places: ['src/contracts/', 'src/sdk/'], maxLines: 9000 },
  {
    name: 'soulgate',
    places: [
      ...['src/soulgate', 'src/surfaces/cli/', 'src/surfaces/hooks/', 'src/surfaces/mcp/gateway/'],
      ...['src/workspace/', 'src/starter/', 'packages/'],
    ],
    maxLines: 11_000,
  },
  { name: 'ui', places: ['ui/'], maxLines: 30_000 },
  { name: 'engine', places: ['src/'], maxLines: 56_000 },
]

/** Names that the design took out of the house: none of them may come back as an identifier or a file name. */
const BANNED =
  /^(?:gate-?desk|.*Desk|Warrant|takeWarrant|lateWrites|LadderOf|LADDER|hearLast|tellSoul|Mind|offlineMind|Course|feasts?|feastOn|respell\w*|MOST_\w+|LEAST_\w+|LONGEST_\w+|rehearse\w*|Deed|Pole|Saying|poke|diveDeeper)$/

const MAX_FILE_LINES = 400
const MAX_FUNCTION_LINES = 60
/** A component of the web app shows one thing; its markup takes more lines than logic does. */
const MAX_COMPONENT_LINES = 120

interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
}

let sources: readonly Source[] | undefined

/** Lines of each package without its tests, beside its budget. */
export function packageFigures(): readonly Figure[] {
  const taken = new Map<string, number>()
  for (const { path, lines } of readSources()) {
    const home = PACKAGES.find(({ places }) => places.some(place => path.startsWith(place)))
    if (home !== undefined) taken.set(home.name, (taken.get(home.name) ?? 0) + lines)
  }
  return PACKAGES.map(({ name, maxLines }) => ({
    name: `lines of ${name}`,
    value: taken.get(name) ?? 0,
    bar: maxLines,
  }))
}

/** Longest file and function, share of documented public exports, casts, and names outside of the field's terms. */
export function sourceFigures(): readonly Figure[] {
  const longestFile = readSources().reduce((longest, source) =>
    source.lines > longest.lines ? source : longest,
  )
  const long = readSources().filter(({ lines }) => lines > MAX_FILE_LINES)
  const found: Found = { longest: { name: '', lines: 0 }, longFunctions: 0, casts: 0, banned: [] }
  for (const source of readSources()) inspect(source, found)
  const documented = documentedShare()
  return [
    { name: 'longest file', value: longestFile.lines, bar: MAX_FILE_LINES, detail: longestFile.path },
    {
      name: `files above ${MAX_FILE_LINES} lines`,
      value: long.length,
      bar: 0,
      detail: long.map(({ path }) => path).join(' '),
    },
    {
      name: 'longest function',
      value: found.longest.lines,
      bar: MAX_FUNCTION_LINES,
      detail: found.longest.name,
    },
    {
      name: `functions above ${MAX_FUNCTION_LINES} lines (components ${MAX_COMPONENT_LINES})`,
      value: found.longFunctions,
      bar: 0,
    },
    { name: 'casts (`as` other than const, satisfies)', value: found.casts },
    {
      name: 'names on the banned list',
      value: found.banned.length,
      bar: 0,
      detail: [...new Set(found.banned)].slice(0, 8).join(' '),
    },
    {
      name: 'documented exports of the front doors, percent',
      value: documented.percent,
      bar: 90,
      direction: 'least',
      detail: documented.detail,
    },
  ]
}

interface Found {
  longest: { name: string; lines: number }
  longFunctions: number
  casts: number
  readonly banned: string[]
}

function inspect({ path, text }: Source, found: Found): void {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const lines = lineAt(node.end) - lineAt(node.getStart(file)) + 1
      const name = `${path}:${lineAt(node.getStart(file)) + 1}`
      if (!path.endsWith('.tsx') && lines > found.longest.lines) found.longest = { name, lines }
      if (lines > (path.endsWith('.tsx') ? MAX_COMPONENT_LINES : MAX_FUNCTION_LINES)) found.longFunctions += 1
    }
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) found.casts += 1
    if (isDeclared(node) && BANNED.test(node.text)) found.banned.push(`${node.text} (${path})`)
    ts.forEachChild(node, visit)
  }
  visit(file)
}

function isDeclared(node: ts.Node): node is ts.Identifier {
  return ts.isIdentifier(node) && 'name' in node.parent && node.parent.name === node
}

/** How many exports of the files that people import have a doc comment where they are declared. */
function documentedShare(): { readonly percent: number; readonly detail: string } {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, { readonly 'soulgate-source'?: string } | string>
  }
  const doors = Object.values(exports)
    .flatMap(entry => (typeof entry === 'string' ? [] : (entry['soulgate-source'] ?? [])))
    .flatMap(pattern => globSync(pattern, { cwd: ROOT }))
    .filter(path => !IS_TEST.test(path))
    .map(path => join(ROOT, path))
  const config = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, ROOT)
  const program = ts.createProgram(doors, options)
  const checker = program.getTypeChecker()
  const symbols = new Set<ts.Symbol>()
  for (const door of doors) {
    const file = program.getSourceFile(door)
    const module = file === undefined ? undefined : checker.getSymbolAtLocation(file)
    for (const symbol of module === undefined ? [] : checker.getExportsOfModule(module)) {
      symbols.add(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol)
    }
  }
  const own = [...symbols].filter(symbol =>
    symbol.declarations?.some(({ parent }) => !parent.getSourceFile().fileName.includes('node_modules')),
  )
  const bare = own.filter(symbol => symbol.getDocumentationComment(checker).length === 0)
  return {
    percent: Math.floor((100 * (own.length - bare.length)) / Math.max(1, own.length)),
    detail: `${bare.length} of ${own.length} without: ${bare
      .slice(0, 6)
      .map(({ name }) => name)
      .join(', ')} …`,
  }
}

function readSources(): readonly Source[] {
  sources ??= globSync(['src/**/*.ts', 'ui/**/*.{ts,tsx}', 'packages/**/*.ts'], { cwd: ROOT })
    .filter(path => !/(?:^|\/)(?:node_modules|dist)\//.test(path) && !IS_TEST.test(path))
    .toSorted()
    .map(path => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return { path, text, lines: text.split('\n').length - 1 }
    })
  return sources
}

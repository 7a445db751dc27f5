import { posix } from 'node:path'
import { type Ban, bans, baseFiles, emptyNames, MAX_FILE_LINES } from '../../bans.ts'
import { computedImports, layers, packageNames } from '../../layers.ts'
import { findImportCycles } from './import-cycles.ts'
import type { Layer } from './layer-rows.ts'
import { findSlowQuickTests } from './quick-tests.ts'
import { type ImportFact, readSource, type SourceFacts } from './read-source.ts'

/** One breach of the law. `law` is the name of a row or ban of `layers.ts`, or of a law of shape. */
export type Violation = {
  readonly law: string
  readonly path: string
  readonly line: number
  readonly message: string
}

type SourceFile = {
  readonly path: string
  readonly layer: Layer | undefined
  readonly isTest: boolean
  readonly facts: SourceFacts
}

/** Checks sources by path, relative to the repository with `/`; what is not in the map is not looked at. */
export function findViolations(sources: ReadonlyMap<string, string>): readonly Violation[] {
  const files = [...sources].map(([path, text]) => describeFile(path, text))
  return [
    ...files.flatMap(checkPlace),
    ...files.flatMap(checkImports),
    ...files.flatMap(checkBans),
    ...checkFrontDoors(files),
    ...checkCycles(files),
    ...checkTestLayers(files),
  ]
}

function describeFile(path: string, text: string): SourceFile {
  const isTest = /\.test\.tsx?$|-conformance\.ts$/.test(path) || path.startsWith('test/')
  return { path, layer: layerOf(path), isTest, facts: readSource(path, text) }
}

function layerOf(path: string): Layer | undefined {
  const placeLength = (layer: Layer) =>
    Math.max(...layer.places.map(place => (isWithin(path, place) ? place.length : 0)))
  const [best] = layers
    .filter(layer => placeLength(layer) > 0)
    .sort((a, b) => placeLength(b) - placeLength(a))
  return best
}

function isWithin(path: string, place: string): boolean {
  return place.endsWith('/') ? path.startsWith(place) : path === place
}

function checkPlace({ path, layer, isTest, facts }: SourceFile): readonly Violation[] {
  const violations: Violation[] = []
  const report = (law: string, message: string) => violations.push({ law, path, line: 1, message })

  if (path.startsWith('src/') && !layer) {
    report('place', 'No row of layers.ts owns this file. Move it to a concept, or add a row with its reason.')
  }
  if (layer?.name === 'base' && !isTest && !baseFiles.includes(posix.relative('src/base', path))) {
    report('base-files', 'src/base is a closed list. Put this beside the concept that needs it.')
  }
  const empty = path.split('/').find(isEmptyName)
  if (empty) report('empty-name', `"${empty}" names no concept. Name the file for what it is about.`)
  if (!isTest && facts.lineCount > MAX_FILE_LINES) {
    report('file-length', `${facts.lineCount} lines are more than ${MAX_FILE_LINES}. Split it by concept.`)
  }
  return violations
}

function isEmptyName(segment: string): boolean {
  const words = (segment.split('.')[0] ?? '').toLowerCase().split(/[-_]/)
  const last = words.at(-1) ?? ''
  // "gate-types" says types of what; "types" alone, or any "-utils", says nothing.
  const isQualified = words.length > 1 && /^types?$/.test(last)
  return emptyNames.includes(last) && !isQualified
}

function checkImports(file: SourceFile): readonly Violation[] {
  return file.facts.imports.flatMap(fact => {
    const found = checkImport(file, fact)
    return found ? [{ ...found, path: file.path, line: fact.line }] : []
  })
}

type Finding = { readonly law: string; readonly message: string }

function checkImport(file: SourceFile, { module }: ImportFact): Finding | undefined {
  if (module === undefined) {
    if (!file.path.startsWith('src/') || file.isTest || computedImports.includes(file.path)) return undefined
    return {
      law: 'computed-import',
      message: 'A computed import escapes the law. Name the module in the text.',
    }
  }
  if (isRelative(module)) return checkOwnImport(file, posix.join(posix.dirname(file.path), module))
  const named = layerByPackageName(module)
  if (named) return checkNamedImport(file, named, module)
  return checkForeignImport(file, module)
}

function checkOwnImport({ path, layer, isTest }: SourceFile, target: string): Finding | undefined {
  const targetLayer = layerOf(target)
  if (!targetLayer || targetLayer === layer) return undefined
  const privately = enters(path, targetLayer, target)
  if (!layer && !isTest) return undefined
  if (!layer || isTest) {
    if (!privately || !targetLayer.name.startsWith('engine/')) return undefined
    return { law: 'front-door', message: doorMessage(target, targetLayer) }
  }
  if (layer.byPackageName || !layer.mayImport.includes(targetLayer.name)) {
    return { law: layer.name, message: `${layer.name} may not import ${target}. ${layer.because}` }
  }
  return privately ? { law: 'front-door', message: doorMessage(target, targetLayer) } : undefined
}

/** An adapter lies inside the folder of its interface and may see its private files. */
function enters(path: string, target: Layer, targetPath: string): boolean {
  if (!target.doors || target.doors.includes(targetPath)) return false
  return !target.places.some(place => isWithin(path, place))
}

function doorMessage(target: string, { doors }: Layer): string {
  return `${target} is private. Import ${doors?.join(' or ')} instead.`
}

function checkNamedImport({ layer, isTest }: SourceFile, target: Layer, module: string): Finding | undefined {
  if (!layer || isTest) return undefined
  if (!layer.byPackageName) {
    return { law: layer.name, message: `Inside the package, import by path and not as "${module}".` }
  }
  if (layer.mayImport.includes(target.name)) return undefined
  return { law: layer.name, message: `${layer.name} may not import "${module}". ${layer.because}` }
}

function checkForeignImport({ layer, isTest }: SourceFile, module: string): Finding | undefined {
  if (!layer || isTest) return undefined
  const allowed = module.startsWith('node:') ? layer.builtins : layer.packages
  if (allowed === 'any' || allowed.includes(module) || allowed.includes(packageOf(module))) return undefined
  return { law: layer.name, message: `${layer.name} may not import "${module}". ${layer.because}` }
}

function isRelative(module: string): boolean {
  return module.startsWith('./') || module.startsWith('../') || module === '.' || module === '..'
}

function packageOf(module: string): string {
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}

function layerByPackageName(module: string): Layer | undefined {
  if (packageOf(module) !== 'soulgate') return undefined
  const prefixes = Object.keys(packageNames).filter(name => module === name || module.startsWith(`${name}/`))
  const longest = prefixes.sort((a, b) => b.length - a.length)[0] ?? 'soulgate'
  return layers.find(layer => layer.name === packageNames[longest])
}

function checkBans(file: SourceFile): readonly Violation[] {
  if (file.isTest) return []
  return bans.filter(ban => isBannedAt(ban, file.path)).flatMap(ban => checkBan(ban, file))
}

function isBannedAt({ within, except = [] }: Ban, path: string): boolean {
  return within.some(place => isWithin(path, place)) && !except.some(place => isWithin(path, place))
}

function checkBan(ban: Ban, { path, facts }: SourceFile): readonly Violation[] {
  const report = (what: string, line: number): Violation => ({
    law: ban.name,
    path,
    line,
    message: `${what} is not allowed here. ${ban.because}`,
  })
  const isBannedModule = (module = '') =>
    ban.imports?.some(name =>
      name.endsWith('/') ? module.startsWith(name) : packageOf(module) === name || module === name,
    )
  return [
    ...facts.uses.filter(use => ban.uses?.includes(use.name)).map(use => report(use.name, use.line)),
    ...facts.strings
      .filter(({ name }) => ban.strings?.test(name))
      .map(({ line }) => report('This text', line)),
    ...facts.imports.flatMap(({ module, names, line }) => {
      const name = names.find(imported => ban.importedNames?.includes(imported))
      if (name) return [report(name, line)]
      return isBannedModule(module) ? [report(`"${module}"`, line)] : []
    }),
  ]
}

function checkFrontDoors(files: readonly SourceFile[]): readonly Violation[] {
  const paths = new Set(files.map(file => file.path))
  return layers
    .filter(layer => layer.name.startsWith('engine/') && files.some(file => file.layer === layer))
    .flatMap(layer => layer.doors ?? [])
    .filter(door => !paths.has(door))
    .map(door => ({
      law: 'missing-door',
      path: door,
      line: 1,
      message: 'A concept has a front door of its own name. Add it, or move the files to their concept.',
    }))
}

function checkTestLayers(files: readonly SourceFile[]): readonly Violation[] {
  const facts = new Map(files.map(file => [file.path, file.facts]))
  return findSlowQuickTests(facts).map(found => ({ law: 'test-layer', ...found }))
}

function checkCycles(files: readonly SourceFile[]): readonly Violation[] {
  const sources = files.filter(file => !file.isTest)
  const known = new Set(sources.map(file => file.path))
  const graph = new Map(
    sources.map(({ path, facts }) => {
      const targets = facts.imports.map(({ module = '' }) => posix.join(posix.dirname(path), module))
      return [path, targets.filter(target => known.has(target))]
    }),
  )
  return findImportCycles(graph).map(cycle => ({
    law: 'cycle',
    path: cycle[0] ?? '',
    line: 1,
    message: `These import each other in a ring: ${[...cycle, cycle[0]].join(' → ')}.`,
  }))
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ResourceInstance, readProjectFile } from '../../src/engine/planning/scheduler/scheduler.ts'

/** One project file with what is known of it. */
export interface Case {
  readonly name: string
  readonly instance: ResourceInstance
  /** The best known makespan, `unsat` when it is known that there is no schedule, undefined when nothing is known. */
  readonly best: number | 'unsat' | undefined
}

export interface CaseFolder {
  readonly name: string
  readonly cases: readonly Case[]
  /** Files that could not be read, with their lines. */
  readonly unreadable: readonly string[]
}

const FORMATS = /\.(sm|rcp|sch)$/i

/** Every folder of projects below `dataDir/scheduling` (or below `dataDir` itself), whatever it is called. */
export function readFolders(dataDir: string): readonly CaseFolder[] {
  const named = join(dataDir, 'scheduling')
  const root = existsSync(named) ? named : dataDir
  const folders = [root, ...readdirSync(root).map(name => join(root, name))].filter(path =>
    statSync(path).isDirectory(),
  )
  return folders.flatMap(path => {
    const files = readdirSync(path).filter(name => FORMATS.test(name))
    return files.length === 0 ? [] : [readFolder(path, files.sort())]
  })
}

function readFolder(path: string, files: readonly string[]): CaseFolder {
  const best = readBest(path)
  const cases: Case[] = []
  const unreadable: string[] = []
  for (const name of files) {
    const read = readProjectFile(name, readFileSync(join(path, name), 'utf8'))
    if (read.kind === 'resource')
      cases.push({ name, instance: read.instance, best: best.get(name.toLowerCase()) })
    else unreadable.push(`${name} line ${read.line}: ${read.reason}`)
  }
  return { name: path.split('/').at(-1) ?? path, cases, unreadable }
}

/** `problem,optimum` by file name; anything that is neither a number nor `unsat` counts as unknown. */
function readBest(path: string): ReadonlyMap<string, number | 'unsat'> {
  const file = join(path, 'optimum.csv')
  if (!existsSync(file)) return new Map()
  const rows = readFileSync(file, 'utf8').split(/\r?\n/).slice(1)
  return new Map(
    rows.flatMap((row): readonly (readonly [string, number | 'unsat'])[] => {
      const [name = '', value = ''] = row.split(',').map(cell => cell.trim())
      if (/^(unsat|infeasible)$/i.test(value)) return [[name.toLowerCase(), 'unsat']]
      return /^\d+(\.0+)?$/.test(value) ? [[name.toLowerCase(), Number(value)]] : []
    }),
  )
}

/** Imports by file: which files each one imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Finds the rings of imports, each once, as the files along the ring starting with the first by name. */
export function findImportCycles(graph: ImportGraph): readonly (readonly string[])[] {
  const cycles: string[][] = []
  const settled = new Set<string>()
  for (const start of [...graph.keys()].sort()) {
    if (settled.has(start)) continue
    const cycle = shortestWayBack(graph, start)
    if (!cycle) continue
    cycles.push(cycle)
    for (const path of cycle) settled.add(path)
  }
  return cycles
}

function shortestWayBack(graph: ImportGraph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return wayTo(path, cameFrom)
      if (cameFrom.has(next)) continue
      cameFrom.set(next, path)
      queue.push(next)
    }
  }
  return undefined
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const way: string[] = []
  for (let path: string | undefined = end; path !== undefined; path = cameFrom.get(path)) way.unshift(path)
  return way
}

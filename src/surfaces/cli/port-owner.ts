import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

const LISTENING = '0A'

/** Which process listens on a port of this machine, as far as the system tells; Linux only, best effort. */
export function portOwner(port: number): { readonly pid: number; readonly command: string } | undefined {
  const inodes = new Set([...inodesOf('/proc/net/tcp', port), ...inodesOf('/proc/net/tcp6', port)])
  if (inodes.size === 0) return undefined
  for (const name of listOrNothing('/proc').filter(entry => /^\d+$/.test(entry))) {
    const holds = listOrNothing(`/proc/${name}/fd`).some(descriptor => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOrNothing(`/proc/${name}/fd/${descriptor}`))?.[1]
      return inode !== undefined && inodes.has(inode)
    })
    if (holds)
      return {
        pid: Number(name),
        command: textOrNothing(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim(),
      }
  }
  return undefined
}

function inodesOf(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return textOrNothing(table)
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(cells => cells[1]?.endsWith(`:${wanted}`) && cells[3] === LISTENING)
    .flatMap(cells => cells[9] ?? [])
}

function listOrNothing(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkOrNothing(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function textOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

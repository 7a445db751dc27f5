import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The bytes of a key file; undefined when there is none. */
export async function readKeyFile(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Replaces a key file, whole or not at all; only this user can read it, and so its folder when it has to be made. */
export async function replaceKeyFile(path: string, content: Uint8Array | string): Promise<void> {
  await rename(await writeBeside(path, content), path)
  await syncFolder(dirname(path))
}

/** A name is as durable as its folder; some systems cannot open one and make it durable by themselves. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined)
  try {
    await folder?.sync().catch(() => undefined)
  } finally {
    await folder?.close()
  }
}

/** Makes a key file, whole or not at all; false when there is one already, which then stays. */
export async function createKeyFile(path: string, content: Uint8Array | string): Promise<boolean> {
  const beside = await writeBeside(path, content)
  try {
    await link(beside, path)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await unlink(beside)
  }
}

async function writeBeside(path: string, content: Uint8Array | string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const beside = `${path}.${process.pid}.${randomUUID()}.new`
  const file = await open(beside, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  return beside
}

/** Whether an error of the file system has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

import { open, readdir, realpath } from 'node:fs/promises'

const MAX_BYTES = 65_536

/** What stands on this machine, looked at and never changed. What cannot be read does not stand. */
export function createPlaceFacts(): {
  realPath(path: string): Promise<string | undefined>
  list(path: string): Promise<readonly string[] | undefined>
  readText(path: string): Promise<string | undefined>
} {
  return {
    realPath: path => realpath(path).catch(() => undefined),
    list: path => readdir(path).catch(() => undefined),
    readText: path => readStart(path).catch(() => undefined),
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.alloc(MAX_BYTES) })
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

import { randomBytes } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SoulgateError } from '../../base/errors.ts'
import {
  acceptHistory,
  type KeyStore,
  keyOfSeed,
  type PublicKey,
  readTrustedKeys,
  type SealRecord,
  toPublicKey,
} from '../../engine/audit/audit.ts'
import { createKeyFile, hasCode, readKeyFile, replaceKeyFile } from '../secrets/key-file.ts'

/**
 * The files of a home that the audit chain is signed and judged by, readable by this user only, replaced whole or not
 * at all: `audit.seed` with the 32 bytes of the signing key, `audit.trusted` with the other keys it vouches for, and
 * `audit.sealed` with the last checkpoint that was sealed here.
 */
export function createAuditKeyFiles(folder: string): KeyStore {
  const seed = join(folder, 'audit.seed')
  const staged = (keyId: string) => join(folder, `audit.${keyId}.seed`)
  const list = join(folder, 'audit.trusted')
  const record = join(folder, 'audit.sealed')
  const trusted = async () => readTrustedKeys((await readKeyFile(list))?.toString('utf8') ?? '', list)
  return {
    load: () => readKeyFile(seed),
    create: async bytes => {
      await createKeyFile(seed, bytes)
    },
    stage: (keyId, bytes) => replaceKeyFile(staged(keyId), bytes),
    takeOver: async keyId => {
      try {
        await rename(staged(keyId), seed)
        return true
      } catch (error) {
        if (hasCode(error, 'ENOENT')) return false
        throw error
      }
    },
    newSeed: () => randomBytes(32),
    trusted,
    trust: async keys => {
      const known = await trusted()
      const added = keys.filter(key => !known.includes(key))
      if (added.length > 0) await replaceKeyFile(list, `${[...known, ...added].join('\n')}\n`)
    },
    record: async () => (await readKeyFile(record))?.toString('utf8'),
    keepRecord: text =>
      text === undefined ? rm(record, { force: true }) : replaceKeyFile(record, `${text}\n`),
  }
}

/** The key of a home that no server need run for, and the others it vouches for; undefined when it has none yet. */
export async function readHomeKey(home: string): Promise<PublicKey | undefined> {
  const files = createAuditKeyFiles(join(home, 'keys'))
  const seed = await files.load()
  if (seed === undefined) return undefined
  return toPublicKey(keyOfSeed(seed), await files.trusted())
}

/** Lets a home vouch for other keys: ids or fingerprints. */
export async function trustKeys(home: string, keys: readonly string[]): Promise<void> {
  await createAuditKeyFiles(join(home, 'keys')).trust(keys)
}

/** Takes the history as right that the store of a home holds. Answers what it sealed before, if it sealed anything. */
export async function acceptHomeHistory(home: string, at: string): Promise<SealRecord | undefined> {
  return acceptHistory(createAuditKeyFiles(join(home, 'keys')), at)
}

/** The keys that a file names, for who verifies an export with it. Throws when it cannot be read. */
export async function readTrustedKeyFile(path: string): Promise<readonly string[]> {
  try {
    return readTrustedKeys(await readFile(path, 'utf8'), path)
  } catch (cause) {
    if (cause instanceof SoulgateError) throw cause
    throw new SoulgateError('audit_key_unreadable', `${path} cannot be read, so no key of it is trusted.`, {
      cause,
    })
  }
}

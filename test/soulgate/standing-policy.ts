import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openStorage } from '../../src/soulgate/storage.ts'
import type { SoulgateOptions } from '../../src/soulgate.ts'
import { requireReproduced } from '../engine/reproduced.ts'

/** Whatever a test did: judging its verdicts again by the policies of their day gives what was recorded. */
export async function requireStandingPolicy({
  home,
  databaseUrl,
}: Pick<SoulgateOptions, 'home' | 'databaseUrl'>): Promise<void> {
  if (databaseUrl === undefined && !existsSync(join(home, 'soulgate.db'))) return
  const { store } = await openStorage({
    ...{ home, workspace: home },
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  try {
    await requireReproduced(store)
  } finally {
    await store.close()
  }
}

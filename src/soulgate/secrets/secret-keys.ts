import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '../../base/clock.ts'
import type { Ids } from '../../base/ids.ts'
import {
  createSecrets,
  type SecretKeyFile,
  type SecretParts,
  type SecretService,
} from '../../engine/secrets/secrets.ts'
import type { Store } from '../../store/store.ts'
import { createKeyFile, readKeyFile, replaceKeyFile } from './key-file.ts'

/** Stored secrets as surfaces see them: nothing here answers a value. */
export type SecretsPart = Omit<SecretService, 'resolve' | 'copies' | 'own' | 'unmark'>

/** Stored secrets over the store and the key file of a home folder; what the store seals by itself begins here. */
export async function assembleSecrets(
  {
    store,
    home,
    sealing,
  }: { readonly store: Store; readonly home: string; readonly sealing?: SecretParts['sealing'] },
  base: { readonly clock: Clock; readonly ids: Ids },
): Promise<SecretService> {
  const own = sealing === undefined ? {} : { sealing }
  const keyFile = createSecretKeyFile(home)
  const secrets = createSecrets({ store, ...base, ...own, keyFile, newBytes: randomBytes })
  await sealing?.begin({ renew: false })
  return secrets
}

/** The keys of stored secrets: a file of the home folder, apart from the database and from every backup of it. */
function createSecretKeyFile(home: string): SecretKeyFile {
  const place = join(home, 'keys', 'secrets.json')
  return {
    place,
    load: async () => (await readKeyFile(place))?.toString('utf8'),
    create: text => createKeyFile(place, text),
    replace: text => replaceKeyFile(place, text),
  }
}

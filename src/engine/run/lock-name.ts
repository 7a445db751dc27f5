import type { StoreTransaction } from '../../store/store.ts'

/** Makes concurrent transactions about one name wait for each other, also where nothing of it is stored yet. */
export async function lockName(tx: StoreTransaction, name: string, at: string): Promise<void> {
  await tx.putDocument({ kind: 'lock', id: name, body: null, at })
  await tx.deleteDocument('lock', name)
}

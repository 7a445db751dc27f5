import { AT, sampleDraft, sampleRun } from '../store-samples.ts'
import { openSqliteStore } from './sqlite.ts'

/** Writes runs until it is killed, and names each on standard output after it was acknowledged. */
const [path = ''] = process.argv.slice(2)
const store = await openSqliteStore({ path, now: () => AT })
let number = 0
const writer = async () => {
  for (;;) {
    number += 1
    const id = `run_${String(number).padStart(8, '0')}`
    await store.transact(async tx => {
      await tx.insertRun(sampleRun(id))
      await tx.appendEvents([sampleDraft('system', { payload: { id } })])
    })
    process.stdout.write(`${id}\n`)
  }
}
await Promise.all([writer(), writer(), writer(), writer()])

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store, StoreSealing } from './store.ts'
import { AT, sampleGate, sampleRun, sampleToolCall } from './store-samples.ts'

/** Known by its form, as secrets are: in small letters it would not be. */
const WORD = 'Tulip'

/** Sealing that can be seen through: as long as it is blind, what is read is what is kept. */
function createLens(): StoreSealing & { isBlind: boolean } {
  const lens = {
    isBlind: false,
    seal: (text: string) => text.replaceAll(WORD, '[sealed]'),
    open: (kept: string) => (lens.isBlind ? kept : kept.replaceAll('[sealed]', WORD)),
    mask: (text: string) => text.replaceAll(WORD, '[masked]'),
  }
  return lens
}

/** What a store does with the sealing that it was opened with. */
export function describeSealingConformance(
  name: string,
  open: (sealing: StoreSealing) => Promise<Store>,
): void {
  describe(`${name} keeps nothing in the clear that its sealing seals`, () => {
    const lens = createLens()
    let store: Store
    beforeAll(async () => {
      store = await open(lens)
    })
    afterAll(() => store.close())
    const blindly = async <Value>(read: () => Promise<Value>): Promise<Value> => {
      lens.isBlind = true
      return read().finally(() => {
        lens.isBlind = false
      })
    }

    it('in a run, its steps, its gate, a document and an answer, inside a transaction and outside', async () => {
      const run = { ...sampleRun('run_sealed'), input: { goal: `say ${WORD}` } }
      const gate = { ...sampleGate('gate_sealed'), run_id: run.run_id, session_id: run.session_id }
      const held = { ...gate, briefing: { ...gate.briefing, details: WORD } }
      const answer = { digest: 'd', answer: { said: WORD }, at: AT }
      const inside = await store.transact(async tx => {
        await tx.insertRun(run)
        await tx.insertGate(held)
        await tx.putDocument({ kind: 'sample', id: 'sealed', body: { text: WORD }, at: AT })
        await tx.putIdempotent('scope', 'sealed', answer)
        return tx.getGate(gate.gate_id)
      })
      expect(inside?.briefing.details).toBe(WORD)
      const read = async () => [
        (await store.getRun(run.run_id))?.input,
        (await store.getGate(gate.gate_id))?.briefing.details,
        (await store.getDocument('sample', 'sealed'))?.body,
        (await store.getIdempotent('scope', 'sealed'))?.answer,
      ]
      const given = [{ goal: `say ${WORD}` }, WORD, { text: WORD }, { said: WORD }]
      expect(await read()).toEqual(given)
      const kept = JSON.stringify(await blindly(read))
      expect(kept).not.toContain(WORD)
      expect(kept.match(/\[sealed\]/g)).toHaveLength(given.length)
    })

    it('and finds no gate by a value that it seals, in letters of any size', async () => {
      const gate = sampleGate('gate_searched', { requested_by: 'agent:searched' })
      const call = { ...sampleToolCall('call_searched'), arguments: { key: WORD, path: 'notes.md' } }
      await store.transact(tx => tx.insertGate({ ...gate, subject: { tool_calls: [call] } }))
      const found = async (q: string) =>
        (await store.listGates({ agent: 'agent:searched', q }, { limit: 9 })).items.length
      expect([await found('notes.md'), await found(WORD), await found(WORD.toUpperCase())]).toEqual([1, 0, 0])
    })

    it('and masks events before they are chained, so that the chain is of what everybody reads', async () => {
      const draft = { type: 'error', at: AT, actor: { kind: 'system', id: 'system' } } as const
      const [event] = await store.transact(tx =>
        tx.appendEvents([{ ...draft, stream: 'sealed', payload: { text: WORD } }]),
      )
      const read = () => store.listStream('sealed', 0, 10)
      expect(event?.payload).toEqual({ text: '[masked]' })
      expect(await read()).toEqual(await blindly(read))
      expect(JSON.stringify(await read())).toContain('[masked]')
    })
  })
}

import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { gateWith } from './gate-fixture.ts'
import { readCard } from './read-card.ts'

const GONE = new Error('No gate of this id.')
const signal = new AbortController().signal

/** A server with one gate and one card that tests attention; it counts what is asked of it. */
function serverWith(gateId: string, canaryId?: string) {
  const asked: string[] = []
  return {
    asked,
    gate: async (id: string) => {
      asked.push(id)
      if (id !== gateId) throw GONE
      return gateWith({ gate_id: id })
    },
    offer: async () => {
      asked.push('canary')
      return { on: true, ...(canaryId === undefined ? {} : { gate: gateWith({ gate_id: canaryId }) }) }
    },
  }
}

it('a card that is opened by its address is looked for among the tests when the server knows no gate of it', async () => {
  const server = serverWith('real', 'test')
  const cache = new QueryClient()
  expect((await readCard(cache, 'test', { signal, server: server })).gate_id).toBe('test')
  expect(server.asked).toEqual(['test', 'canary'])
  expect((await readCard(cache, 'test', { signal, server: server })).gate_id).toBe('test')
  expect(server.asked).toEqual(['test', 'canary'])
})

it('a gate that the server knows is read there, and one that nobody knows fails as the server said', async () => {
  const server = serverWith('real', 'test')
  expect((await readCard(new QueryClient(), 'real', { signal, server: server })).gate_id).toBe('real')
  expect(server.asked).toEqual(['real'])
  await expect(readCard(new QueryClient(), 'other', { signal, server: server })).rejects.toBe(GONE)
  await expect(readCard(new QueryClient(), 'other', { signal, server: serverWith('real') })).rejects.toBe(
    GONE,
  )
})

import { describe, expect, test } from 'vitest'
import { createConversation, createParking, type PendingAsk } from './conversation.ts'

const ASKS = { name: { method: 'roots/list' as const } }

describe('a call whose server asks something first', () => {
  test('hands on what is asked, goes on with the answer, and ends', async () => {
    const conversation = createConversation(async self => `you said ${(await self.put(ASKS)).name}`)
    const turn = await conversation.next()
    expect(turn).toMatchObject({ kind: 'ask', asks: ASKS })
    if (turn.kind === 'ask') turn.answer({ name: 'yes' })
    expect(await conversation.next()).toEqual({ kind: 'end', end: 'you said yes' })
  })

  test('fails when nobody can answer', async () => {
    const conversation = createConversation(self => self.put(ASKS))
    const turn = await conversation.next()
    if (turn.kind === 'ask') turn.refuse('nobody is there')
    await expect(conversation.next()).rejects.toThrow('nobody is there')
  })
})

describe('a call that waits for an answer', () => {
  const asked: Pick<PendingAsk, 'answer' | 'refuse'> = { answer: () => {}, refuse: () => {} }

  test('is taken up once, by whoever was asked, and by nobody else', () => {
    const parking = createParking<string>()
    const ticket = parking.park('mine', { talk: 'call', ...asked })
    expect(parking.take('yours', ticket)).toBeUndefined()
    expect(parking.take('mine', 'another')).toBeUndefined()
    expect(parking.take('mine', ticket)?.talk).toBe('call')
    expect(parking.take('mine', ticket)).toBeUndefined()
  })
})

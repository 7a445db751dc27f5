import { expect, it } from 'vitest'
import { postgresLanes } from './lanes.ts'
import { crashEverywhere } from './survive.ts'

it('a run ends as if never killed, whichever write on PostgreSQL its process died at', {
  timeout: 300_000,
}, async () => {
  const { lanes, close } = await postgresLanes(4)
  const lives = await crashEverywhere(lanes)
  await close()
  expect(lives).toBeGreaterThan(30)
})

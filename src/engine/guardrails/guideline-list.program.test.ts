import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  denyDelete,
  memoryStore,
  openService,
  reviewer,
  settle,
  systemEvents,
} from '../../../test/engine/guideline-fixture.ts'
import type { Guideline } from '../../contracts/guideline.ts'
import type { Store } from '../../store/store.ts'
import type { GuidelineService } from './guardrails.ts'

let store: Store
let service: GuidelineService

beforeEach(async () => {
  store = await memoryStore()
  service = openService(store)
})
afterEach(async () => {
  service.close()
  await store.close()
})

describe('listing', () => {
  it('pages every guideline once, highest priority first', async () => {
    await service.bootstrap()
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await service.list({}, { limit: 5, ...(cursor !== undefined && { cursor }) })
      expect(page.total).toBe(17)
      seen.push(...page.items.map(each => each.id))
      cursor = page.next_cursor
    } while (cursor !== undefined)
    expect(seen).toEqual((await service.exportAll()).map(each => each.id))
    expect(new Set(seen).size).toBe(17)
    expect((await service.list({}, { limit: 5, offset: 15 })).items.map(each => each.id)).toEqual(
      seen.slice(15),
    )
  })

  it('filters by category, state and words', async () => {
    await service.bootstrap()
    await service.toggle(reviewer, 'tdd-protocol')
    const ids = async (filter: Parameters<GuidelineService['list']>[0]) =>
      (await service.list(filter, { limit: 50 })).items.map(each => each.id)
    expect(await ids({ enabled: false })).toEqual(['tdd-protocol'])
    expect(await ids({ category: 'cognitive_isolation', q: 'FRONTEND' })).toEqual([
      'cognitive-isolation-frontend',
    ])
  })
})

describe('importing', () => {
  it('creates, updates by version, leaves the same as it is, and names what is wrong with each item', async () => {
    await service.bootstrap()
    const [first, second, third] = await service.exportAll()
    const answer = await settle(
      service.importMany(reviewer, [
        first,
        { ...second, priority: 1 },
        { ...third, version: 9 },
        denyDelete,
        { ...denyDelete, id: 'with space' },
        { ...denyDelete, id: 'no-name', name: '' },
        7,
      ]),
    )
    expect(answer.imported).toBe(2)
    expect(
      answer.items.map(item => (item.ok ? item.outcome : `${item.code} ${item.errors[0]?.field}`)),
    ).toEqual([
      'unchanged',
      'updated',
      'version_conflict version',
      'created',
      'invalid id',
      'invalid name',
      'invalid ',
    ])
    const imported = (await systemEvents(store)).filter(event => event.type === 'guideline_imported')
    expect(imported.map(event => event.payload?.outcome)).toEqual(['updated', 'created'])
  })

  it('an export imports into an empty store as it is', async () => {
    await service.bootstrap()
    const exported = await service.exportAll()
    const other = await memoryStore()
    const target = openService(other)
    await settle(target.importMany(reviewer, exported))
    const strip = (guidelines: readonly Guideline[]) =>
      guidelines.map(({ created_by: _, ...guideline }) => guideline)
    expect(strip(await target.exportAll())).toEqual(strip(exported))
    await other.close()
  })

  it('takes a hundred, not one more', async () => {
    const items = Array.from({ length: 101 }, () => denyDelete)
    expect(await service.importMany(reviewer, items)).toMatchObject({ refused: true, code: 'invalid' })
    expect(await service.importMany(reviewer, items.slice(1))).toMatchObject({ imported: 100 })
  })
})

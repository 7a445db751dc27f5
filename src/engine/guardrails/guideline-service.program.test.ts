import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  denyDelete,
  memoryStore,
  openService,
  reviewer,
  START_MS,
  settle,
  systemEvents,
} from '../../../test/engine/guideline-fixture.ts'
import { fakeClock, toIso } from '../../base/clock.ts'
import type { TaskContext } from '../../contracts/guideline.ts'
import type { JsonObject } from '../../contracts/json-value.ts'
import type { Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import type { Store } from '../../store/store.ts'
import type { GuidelineService, GuidelineServiceOptions } from './guardrails.ts'

let store: Store
let clock: ReturnType<typeof fakeClock>
let service: GuidelineService

beforeEach(async () => {
  clock = fakeClock(START_MS)
  store = await memoryStore()
  service = open()
})
afterEach(async () => {
  service.close()
  await store.close()
})

const open = (options: Partial<GuidelineServiceOptions> = {}) =>
  openService(options.store ?? store, { clock, ...options })
const events = () => systemEvents(store)
const create = async (body: object = denyDelete) => (await settle(service.create(reviewer, body))).guideline
const denied = async (tool = 'delete_file', from = service) =>
  (await from.evaluate({ tool })).tools_denied.length > 0

/** Fails reads of documents while `broken`, as when the store is out of reach. */
function breakable() {
  const state = { broken: false }
  const proxied = new Proxy(store, {
    get: (target, name, receiver) =>
      state.broken && (name === 'getDocument' || name === 'listDocuments')
        ? () => Promise.reject(new Error('unreachable'))
        : Reflect.get(target, name, receiver),
  })
  return { state, store: proxied }
}

async function putPerson(id: string, role: string, disabled = false) {
  const body = {
    person_id: id,
    name: id,
    role,
    created_at: toIso(START_MS),
    ...(disabled && { disabled_at: toIso(START_MS) }),
  }
  await store.transact(tx => tx.putDocument({ kind: 'person', id, body, at: toIso(START_MS) }))
}

describe('what is in force', () => {
  it('is the built-in defaults before anything was stored', async () => {
    const { compiled, version } = await service.current()
    expect([compiled.ranked.length, version]).toEqual([17, 0])
  })

  it('is what stands in the store once something was, also when that is nothing', async () => {
    const guideline = await create()
    expect((await service.current()).compiled.ranked.map(each => each.guideline.id)).toEqual([guideline.id])
    await service.remove(reviewer, guideline.id)
    expect(await service.current()).toMatchObject({ version: 2, compiled: { ranked: [] } })
  })

  it('follows changes of another process at once, with a version that grows with every change', async () => {
    const other = open()
    const versions = [(await other.current()).version]
    const { id } = await create()
    versions.push((await other.current()).version)
    expect(await denied('delete_file', other)).toBe(true)
    await service.toggle(reviewer, id)
    versions.push((await other.current()).version)
    expect(await denied('delete_file', other)).toBe(false)
    expect(versions).toEqual([0, 1, 2])
  })

  it('is at most a minute old when the notice of a change is lost', async () => {
    const deaf = new Proxy(store, {
      get: (target, name, receiver) =>
        name === 'subscribe' ? () => () => {} : Reflect.get(target, name, receiver),
    })
    const reader = open({ store: deaf })
    await reader.current()
    await create()
    clock.advance(59_999)
    expect(await denied('delete_file', reader)).toBe(false)
    clock.advance(1)
    expect(await denied('delete_file', reader)).toBe(true)
  })

  it('is nothing when the operator switched guidelines off', async () => {
    await create()
    expect(await denied('delete_file', open({ enabled: false }))).toBe(false)
  })
})

describe('while the store cannot be read', () => {
  it.each([
    ['static', 'static', false],
    ['restrictive', 'restrictive', true],
  ] as const)('%s falls back, never to nothing, and recovers', async (fallbackMode, source, holdsAll) => {
    const { state, store: broken } = breakable()
    state.broken = true
    const reader = open({ store: broken, fallbackMode })
    const commit: TaskContext = { event: 'commit', paths: ['contracts/api.json'] }
    const verdict = await reader.evaluate(commit)
    expect(verdict.source).toBe(source)
    expect(verdict.hitl_gates.map(gate => gate.guideline_id)).toContain('hitl-gate-protected-path-commit')
    expect((await reader.evaluate({ tool: 'read_file' })).hitl_gates.length > 0).toBe(holdsAll)
    state.broken = false
    await create()
    expect((await reader.evaluate({ tool: 'delete_file' })).source).toBe('store')
  })

  it('keeps what was denied last, and releases nothing', async () => {
    const { state, store: broken } = breakable()
    const reader = open({ store: broken })
    await create()
    await create({
      name: 'Moves are fine',
      category: 'custom',
      condition: { tools: ['move_file'] },
      action: { type: 'release', expires_at: toIso(START_MS + 86_400_000) },
    })
    expect((await reader.evaluate({ tool: 'move_file' })).releases).toHaveLength(1)
    state.broken = true
    clock.advance(60_000)
    expect(await denied('delete_file', reader)).toBe(true)
    expect((await reader.evaluate({ tool: 'move_file' })).releases).toEqual([])
  })

  it('a stored guideline that cannot be read holds every call until it is mended or deleted', async () => {
    await create()
    const body = { name: 'of a newer release' }
    await store.transact(tx =>
      tx.putDocument({ kind: 'guideline', id: 'strange', body, at: toIso(START_MS) }),
    )
    const verdict = await service.evaluate({ tool: 'read_file' })
    expect(verdict.hitl_gates.map(gate => gate.guideline_id)).toEqual(['strange'])
    expect((await service.list({}, { limit: 9 })).unreadable).toEqual(['strange'])
    await settle(service.update(reviewer, 'strange', { ...denyDelete, version: 1 }))
    expect((await service.evaluate({ tool: 'read_file' })).hitl_gates).toEqual([])
  })
})

describe('bootstrap', () => {
  it('stores the 17 defaults once, and nothing on a dry run', async () => {
    expect(await service.bootstrap({ dryRun: true })).toMatchObject({ existing: [], dry_run: true })
    expect(await store.countEvents()).toBe(0)
    expect((await service.bootstrap()).created).toHaveLength(17)
    expect(await service.bootstrap()).toMatchObject({ created: [], existing: { length: 17 } })
    expect((await events()).every(event => event.type === 'guideline_created')).toBe(true)
    expect(await store.countEvents()).toBe(17)
  })

  it('on a start brings nothing back that a person deleted; by hand it does', async () => {
    await service.bootstrap({ onlyWhenNew: true })
    await settle(service.remove(reviewer, 'tdd-protocol'))
    expect((await service.bootstrap({ onlyWhenNew: true })).created).toEqual([])
    expect((await service.bootstrap()).created).toEqual(['tdd-protocol'])
  })

  it('two first starts at once store each default once', async () => {
    await Promise.all([service.bootstrap({ onlyWhenNew: true }), open().bootstrap({ onlyWhenNew: true })])
    expect((await service.exportAll()).map(each => each.version)).toEqual(Array(17).fill(1))
  })
})

describe('changing', () => {
  it('records creation, change, switch and deletion with what they did', async () => {
    const { id, version } = await create()
    await settle(service.update(reviewer, id, { version, priority: 500 }))
    await settle(service.toggle(reviewer, id))
    await settle(service.remove(reviewer, id))
    expect(await events()).toMatchObject([
      {
        type: 'guideline_created',
        payload: { guideline_id: id, version: 1, guideline: { name: denyDelete.name } },
      },
      {
        type: 'guideline_updated',
        payload: { version: 2, changes: [{ field: 'priority', old_value: 100, new_value: 500 }] },
      },
      { type: 'guideline_toggled', payload: { version: 3, enabled: false } },
      { type: 'guideline_deleted', payload: { version: 3, guideline: { priority: 500 } } },
    ])
  })

  it('of sixteen racing changes on one version one wins, the others are told which stands', async () => {
    const { id } = await create()
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) => service.update(reviewer, id, { version: 1, priority: n })),
    )
    expect(answers.filter(answer => !isRefusal(answer))).toHaveLength(1)
    expect(answers.filter(isRefusal).map(answer => [answer.code, answer.data?.actual_version])).toEqual(
      Array(15).fill(['version_conflict', 2]),
    )
  })

  it.each([
    [{ condition: { toolz: ['x'] } }, 'condition.toolz'],
    [{ condition: { paths: ['../etc/*'] } }, 'condition.paths.0'],
    [{ condition: { custom: 'tool ==' } }, 'condition.custom'],
    [{ version: 'x' }, 'version'],
    [{ name: '' }, 'name'],
  ])('an update with %j is refused naming the field, and the old one stands', async (patch, field) => {
    const guideline = await create()
    const answer = await service.update(reviewer, guideline.id, { version: 1, ...patch })
    expect(answer).toMatchObject({ refused: true, code: 'invalid', errors: [{ field }] })
    expect(await service.get(guideline.id)).toEqual({ guideline })
  })

  it('a quorum that the registered people cannot meet is refused, also when it is switched on or imported', async () => {
    const twoApprovals = {
      ...denyDelete,
      action: { type: 'hitl_gate', gate_type: 'tool_approval', quorum: 2, roles: ['reviewer'] },
    }
    await putPerson('person_rita', 'reviewer')
    await putPerson('person_mona', 'member')
    await putPerson('person_dora', 'admin', true)
    const refused = { refused: true, errors: [{ field: 'action.quorum' }] }
    expect(await service.create(reviewer, twoApprovals)).toMatchObject(refused)
    expect(await service.importMany(reviewer, [twoApprovals])).toMatchObject({
      imported: 0,
      items: [{ ok: false }],
    })
    await putPerson('person_adam', 'admin')
    const { id } = await create({ ...twoApprovals, enabled: false })
    await putPerson('person_adam', 'admin', true)
    expect(await service.toggle(reviewer, id)).toMatchObject(refused)
    await putPerson('person_adam', 'admin')
    expect(await service.toggle(reviewer, id)).toMatchObject({ guideline: { enabled: true } })
  })

  it('what is not there is named', async () => {
    for (const answer of [
      await service.get('nobody'),
      await service.update(reviewer, 'nobody', { version: 1 }),
      await service.remove(reviewer, 'nobody'),
      await service.toggle(reviewer, 'nobody'),
    ]) {
      expect(answer).toMatchObject({
        refused: true,
        code: 'not_found',
        detail: expect.stringContaining('nobody'),
      })
    }
  })

  it.each(['member', 'viewer', 'agent'] as const)('a %s changes nothing', async role => {
    const who: Principal = { ...reviewer, role }
    const { id } = await create()
    for (const answer of [
      await service.create(who, denyDelete),
      await service.update(who, id, { version: 1, priority: 1 }),
      await service.remove(who, id),
      await service.toggle(who, id),
      await service.importMany(who, [denyDelete]),
    ]) {
      expect(answer).toMatchObject({ refused: true, code: 'forbidden' })
    }
    expect(await store.countEvents()).toBe(1)
  })
})

describe('a sticky rule', () => {
  it('is suspended once, with the reason, and releases nothing from then on', async () => {
    const { id } = await create({
      name: 'Moves are fine',
      category: 'custom',
      condition: { tools: ['move_file'] },
      action: { type: 'release', expires_at: toIso(START_MS + 86_400_000) },
    })
    expect((await service.evaluate({ tool: 'move_file' })).releases).toHaveLength(1)
    expect(await service.suspendRelease(id, 'call_1 failed')).toBe(true)
    expect(await service.suspendRelease(id, 'call_2 failed')).toBe(false)
    expect((await service.evaluate({ tool: 'move_file' })).releases).toEqual([])
    expect(await service.get(id)).toMatchObject({
      guideline: { version: 2, action: { suspended: { because: 'call_1 failed' } } },
    })
    expect((await events()).map(event => event.type)).toEqual(['guideline_created', 'guideline_updated'])
  })

  it('is only ever a release: another guideline cannot be suspended', async () => {
    const { id } = await create()
    expect(await service.suspendRelease(id, 'no')).toBe(false)
    expect(await denied()).toBe(true)
  })
})

describe('a disabled guideline', () => {
  it('changes nothing, whatever it says', async () => {
    await service.bootstrap()
    const word = fc.constantFrom('backend', 'commit', 'tool_call', 'delete_file', 'read_file')
    const body: fc.Arbitrary<JsonObject> = fc.record({
      name: fc.constant('off'),
      category: fc.constant('security'),
      priority: fc.nat(1000),
      enabled: fc.constant(false),
      condition: fc.record(
        { agents: fc.array(word), events: fc.array(word), tools: fc.array(word) },
        { requiredKeys: [] },
      ),
      action: fc.constantFrom<JsonObject>(
        { type: 'tool_restriction', tools_denied: ['*'] },
        { type: 'tool_restriction', tools_allowed: ['read_file'] },
        { type: 'hitl_gate', gate_type: 'tool_approval' },
        { type: 'constraint', max_files: 1 },
        { type: 'instruction', instruction: 'stop' },
      ),
    })
    const context = fc.record({ agent: word, event: word, tool: word }, { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(body, context, async (disabled, task) => {
        const before = await service.evaluate(task)
        const { id } = await create(disabled)
        expect(await service.evaluate(task)).toEqual(before)
        await service.remove(reviewer, id)
      }),
      { numRuns: 60 },
    )
  })
})

import { chmod, mkdir, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  admin,
  builder,
  codeOf,
  found,
  granted,
  makePlace,
  member,
  type Place,
  reviewer,
  scout,
  viewer,
} from '../../../test/soulgate/program-fixture.ts'
import {
  approvedItem,
  BRIEF,
  buildAll,
  decide,
  gateOf,
  report,
  rested,
  startItem,
} from '../../../test/soulgate/work-item-fixture.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Soulgate } from '../../soulgate.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite.ts'

// Each goes through many runs and gates; a busy machine is not a failure.
vi.setConfig({ testTimeout: 60_000 })

let here: Place
let soulgate: Soulgate
beforeEach(async () => {
  here = await makePlace()
  soulgate = await here.open()
})
afterEach(() => here.leave())

const whats = (item: WorkItem) => item.history.map(entry => entry.what)

describe('a work item', () => {
  test('goes through its eleven steps, and asks people once where nothing needs more', async () => {
    let item = await startItem(soulgate)
    expect(item).toMatchObject({ status: 'active', step: 'planning', intent: { status: 'pending' } })
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item).toMatchObject({ step: 'build', intent: { status: 'approved', decided_by: reviewer.id } })
    expect(await here.files()).toContain(`${item.folder}/diagrams.md`)
    item = await buildAll(soulgate, item, ['src/search/find.ts'])
    expect(item).toMatchObject({ step: 'review', used: { files: 1 } })
    item = await report(soulgate, item, { kind: 'finding', text: 'A name is missing.' })
    item = await report(soulgate, item, { kind: 'review_done' })
    item = await report(soulgate, item, { kind: 'commit', paths: ['src/search/find.ts'] })
    item = await report(soulgate, item, { kind: 'committed', commit: 'abc123' })
    item = await report(soulgate, item, { kind: 'no_devops' })
    expect(item).toMatchObject({ status: 'completed', step: 'closure', awaits: [], waiting_gate_ids: [] })
    expect(item.issues.map(issue => issue.text)).toEqual(['A name is missing.'])
    const { events } = await granted(soulgate.runs.events(admin, item.run_id, 0, 500))
    const steps = events.filter(event => event.type === 'work_item_step').map(event => event.payload?.step)
    expect([...new Set(steps)]).toHaveLength(11)
    expect(events.map(event => event.type)).toEqual(
      expect.arrayContaining([
        'work_item_started',
        'snapshot_created',
        'work_item_report',
        'work_item_ended',
      ]),
    )
  })

  test('goes on after a restart at any of its waits, with what was written still there once', async () => {
    let item = await startItem(soulgate)
    const restart = async () => {
      await soulgate.close()
      soulgate = await here.open()
      return rested(soulgate, item.item_id)
    }
    item = await restart()
    item = await decide(soulgate, item, { decision: 'approve' })
    item = await restart()
    const [first] = item.tasks
    item = await report(soulgate, item, { kind: 'task_done', task: found(first).task_id, hours: 3 })
    item = await restart()
    expect(item.used.hours).toBe(3)
    item = await buildAll(soulgate, { ...item, tasks: item.tasks.slice(1) })
    item = await restart()
    expect(item.step).toBe('review')
    const calls = await granted(soulgate.runs.steps(admin, item.run_id))
    expect(calls.steps.filter(step => step.kind === 'tool')).toHaveLength(4)
  })

  test('its planner says that it is the offline one, on the card and in each document', async () => {
    const item = await startItem(soulgate)
    expect((await gateOf(soulgate, item)).briefing.details).toContain('no language model')
    for (const { path } of item.documents) expect(await here.read(path)).toContain('offline planner')
  })

  test('is refused where id or folder are taken, and where the input does not fit', async () => {
    await startItem(soulgate, { item_id: 'P1', folder: 'items/one' })
    const again = (more: object) => codeOf(soulgate.workItems.start(member, { ...BRIEF, ...more }))
    expect(await again({ item_id: 'P1' })).toBe('version_conflict')
    expect(await again({ folder: 'items/one/' })).toBe('version_conflict')
    expect(await again({ folder: '.' })).toBe('invalid')
    expect(await again({ folder: 'Items/One' })).toBe('version_conflict')
    const start = soulgate.runs.start(member, { kind: 'workitem', input: { title: '' } })
    expect(await codeOf(start)).toBe('invalid')
    expect((await soulgate.workItems.list(member, { limit: 10 })).items).toHaveLength(1)
  })

  test('of an agent writes over nothing that was there: its documents lie where no others do', async () => {
    await here.write('docs/design.md', 'ours')
    const start = (more: object) => soulgate.workItems.start(builder, { ...BRIEF, ...more })
    expect(await codeOf(start({ folder: 'docs' }))).toBe('invalid')
    const { item } = await granted(start({ item_id: 'P1-x', title: 'name' }))
    await rested(soulgate, item.item_id)
    expect(await codeOf(start({ item_id: 'P1', title: 'x name' }))).toBe('version_conflict')
    expect(await codeOf(start({ folder: '.workitems/mine' }))).toBe('granted')
    expect(await here.read('docs/design.md')).toBe('ours')
  })

  test('is of no use to an agent as a way to decide, and only reviewers end it', async () => {
    const item = await startItem(soulgate)
    const gateId = found(item.waiting_gate_ids[0])
    for (const who of [builder, viewer, member]) {
      const decided = await codeOf(soulgate.gates.decide(who, gateId, { decision: 'approve' }))
      expect(decided).toBe(who === builder ? 'not_found' : 'forbidden')
      expect(await codeOf(soulgate.workItems.close(who, item.item_id))).toBe('forbidden')
    }
    expect(await codeOf(soulgate.workItems.report(viewer, item.item_id, { kind: 'no_devops' }))).toBe(
      'forbidden',
    )
    const closed = await granted(soulgate.workItems.close(reviewer, item.item_id, 'not now'))
    expect(closed.item).toMatchObject({ status: 'cancelled', waiting_gate_ids: [] })
  })
})

describe('before the intent is approved', () => {
  const implementing = (input: object, who = builder) =>
    soulgate.runs.start(who, { kind: 'reasoning', input: { goal: 'build it', ...input } })

  test('no run that declares to implement starts: it is told which gate must be decided', async () => {
    const item = await startItem(soulgate)
    const [gateId] = item.waiting_gate_ids
    for (const work_item of [item.item_id, item.folder]) {
      for (const input of [
        { phase: 'implementation', work_item },
        { context: { phase: 'implementation', work_item } },
      ]) {
        const refused = await implementing(input)
        expect(refused).toMatchObject({
          refused: true,
          code: 'intent_not_approved',
          data: { gate_id: gateId },
        })
      }
    }
    expect(await codeOf(implementing({ phase: 'implementation', work_item: 'nothing' }))).toBe('invalid')
    expect(await codeOf(implementing({ phase: 'design', work_item: item.item_id }))).toBe('granted')
    await decide(soulgate, item, { decision: 'approve' })
    expect(await codeOf(implementing({ phase: 'implementation', work_item: item.item_id }))).toBe('granted')
    await granted(soulgate.workItems.close(reviewer, item.item_id))
    expect(await codeOf(implementing({ phase: 'implementation', work_item: item.item_id }))).toBe('run_ended')
  })

  test('no report of building is taken, whoever sends it', async () => {
    const item = await startItem(soulgate)
    for (const who of [builder, member, admin]) {
      const refused = await soulgate.workItems.report(who, item.item_id, { kind: 'task_started', task: 'T1' })
      expect(refused).toMatchObject({
        code: 'intent_not_approved',
        data: { gate_id: item.waiting_gate_ids[0] },
      })
    }
  })

  test('an approval counts only for the documents that were seen', async () => {
    let item = await startItem(soulgate)
    await writeFile(join(here.workspace, item.folder, 'design.md'), '# Something else\n')
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item).toMatchObject({ step: 'planning', intent: { status: 'pending' } })
    expect(whats(item).join()).toContain('changed while they were looked at')
    expect((await gateOf(soulgate, item)).briefing.details).toContain('Something else')
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item.step).toBe('build')
  })

  test('a document that is longer than what is read must be opened before the approval', async () => {
    const first = await startItem(soulgate)
    await writeFile(
      join(here.workspace, first.folder, 'design.md'),
      `# Long\n\nA word.\n\n${'x'.repeat(300_000)}\n`,
    )
    const item = await decide(soulgate, first, { decision: 'approve' })
    const gate = await gateOf(soulgate, item)
    expect(gate.briefing).toMatchObject({
      truncated: true,
      details: expect.stringContaining('Cut: design.md'),
    })
    const approve = () => soulgate.gates.decide(reviewer, gate.gate_id, { decision: 'approve' })
    expect(await codeOf(approve())).toBe('not_viewed')
    await granted(soulgate.gates.viewed(reviewer, gate.gate_id, gate.view_digest))
    expect(await codeOf(approve())).toBe('granted')
  })

  test('nothing is written while everything is only suggested; it waits at the workplan and says why', async () => {
    const { version } = await soulgate.settings.get(admin)
    await granted(soulgate.settings.update(admin, { version, autonomy_level: 1 }))
    let item = await startItem(soulgate)
    expect(item).toMatchObject({ step: 'workplan', awaits: ['workplan'], round: 2 })
    expect(whats(item).join()).toContain('only suggests')
    expect(await here.files()).toEqual([])
    await granted(soulgate.settings.update(admin, { version: version + 1, autonomy_level: 2 }))
    item = await report(soulgate, item, { kind: 'workplan' })
    expect(item).toMatchObject({ step: 'planning', waiting_gate_ids: [expect.any(String)] })
  })
})

describe('a rejection', () => {
  const at = (item: WorkItem, name: string) => join(here.workspace, item.folder, name)

  test('puts the folder back byte for byte, keeps what was rejected, and returns to the first step', async () => {
    const folder = 'items/one'
    const binary = Buffer.from([0, 255, 13, 10, 0, 128, 7])
    await here.write(`${folder}/design.md`, 'ours, by hand\r\n')
    await here.write(`${folder}/old.txt`, 'old')
    await writeFile(join(here.workspace, folder, 'logo.bin'), binary)
    await chmod(join(here.workspace, folder, 'logo.bin'), 0o640)
    let item = await startItem(soulgate, { folder })
    expect(await here.read(`${folder}/design.md`)).toContain('# Name search')
    await unlink(at(item, 'old.txt'))
    await writeFile(at(item, 'logo.bin'), 'changed')
    await here.write(`${folder}/deep/new.txt`, 'new')
    item = await decide(soulgate, item, { decision: 'reject', reason: 'not this' })
    expect(item).toMatchObject({
      step: 'workplan',
      round: 2,
      awaits: ['workplan'],
      intent: { status: 'rejected' },
    })
    expect(await here.files()).toEqual([`${folder}/design.md`, `${folder}/logo.bin`, `${folder}/old.txt`])
    expect(await readFile(at(item, 'logo.bin'))).toEqual(binary)
    expect((await stat(at(item, 'logo.bin'))).mode & 0o777).toBe(0o640)
    expect(await here.read(`${folder}/design.md`)).toBe('ours, by hand\r\n')
    const { versions } = await granted(soulgate.workItems.versions(member, item.item_id))
    const rejected = found(versions.find(version => version.reason === 'rejected'))
    expect(rejected.files.map(file => file.path)).toContain(`${folder}/deep/new.txt`)
    const kept = await granted(
      soulgate.artifacts.read(member, `${folder}/design.md`, { version: rejected.version_id }),
    )
    expect(Buffer.from(kept.bytes).toString()).toContain('# Name search')
    item = await report(soulgate, item, { kind: 'workplan', description: '- Show twenty matches' })
    expect(item).toMatchObject({ step: 'planning', round: 2, intent: { status: 'pending' } })
    expect(await here.read(`${folder}/user_stories.md`)).toContain('twenty matches')
  })

  test('that cannot be undone in the files is shown to people until it is, and loses nothing', async () => {
    const folder = 'items/two'
    await here.write(`${folder}/notes.txt`, 'kept')
    let item = await startItem(soulgate, { folder })
    await unlink(at(item, 'notes.txt'))
    await here.write(`${folder}/notes.txt/inner.txt`, 'in the way')
    item = await decide(soulgate, item, { decision: 'reject' })
    const gate = await gateOf(soulgate, item)
    expect(gate).toMatchObject({ type: 'unknown_outcome', why_held: [{ source: 'in_doubt' }, ...[]] })
    expect(gate.briefing.details).toContain('nothing is lost')
    expect(await here.read(`${folder}/notes.txt/inner.txt`)).toBe('in the way')
    item = await decide(soulgate, item, { decision: 'approve', option_id: 'run_again' })
    expect((await gateOf(soulgate, item)).type).toBe('unknown_outcome')
    await rm(at(item, 'notes.txt'), { recursive: true })
    item = await decide(soulgate, item, { decision: 'approve', option_id: 'run_again' })
    expect(item).toMatchObject({ step: 'workplan', round: 2 })
    expect(await here.files()).toEqual([`${folder}/notes.txt`])
    const { versions } = await granted(soulgate.workItems.versions(member, item.item_id))
    const paths = versions.flatMap(version => version.files.map(file => file.path))
    expect(paths).toContain(`${folder}/notes.txt/inner.txt`)
    expect(paths).toContain(`${folder}/design.md`)
  })
})

describe('a steer', () => {
  const steer = (text: string, affected_artifacts?: string[]) => ({
    decision: 'steer' as const,
    steer_instructions: text,
    ...(affected_artifacts === undefined ? {} : { affected_artifacts }),
  })

  test('without artifacts plans again with the instruction, and the new gate cites it', async () => {
    let item = await startItem(soulgate)
    const [first] = item.waiting_gate_ids
    item = await decide(
      soulgate,
      item,
      steer('Drop the last search. Add an empty state. Names are never shown to guests.'),
    )
    const gate = await gateOf(soulgate, item)
    expect(gate).toMatchObject({ type: 'intent_approval', steered_from: first })
    expect((await granted(soulgate.gates.get(reviewer, found(first)))).superseded_by).toBe(gate.gate_id)
    const stories = await here.read(`${item.folder}/user_stories.md`)
    expect(stories).toContain('an empty state')
    expect(stories).not.toContain('Remember the last search')
    expect(stories).toContain('Names are never shown to guests')
    expect(item.instructions).toMatchObject([{ gate_id: first, by: reviewer.name, affected_artifacts: [] }])
  })

  test('with artifacts has the planner change those alone', async () => {
    let item = await startItem(soulgate)
    const before = await Promise.all(item.documents.map(document => here.read(document.path)))
    item = await decide(soulgate, item, steer('Add: measure how long it takes', [`${item.folder}/tasks.md`]))
    const after = await Promise.all(item.documents.map(document => here.read(document.path)))
    const changed = item.documents.filter((_, index) => before[index] !== after[index])
    expect(changed.map(document => document.path)).toEqual([`${item.folder}/tasks.md`])
    expect(item.tasks.at(-1)?.title).toContain('measure how long it takes')
  })

  test('that cannot be followed asks again with the same documents, the steer and the reason', async () => {
    let item = await startItem(soulgate)
    const [first] = item.waiting_gate_ids
    const before = await Promise.all(item.documents.map(document => here.read(document.path)))
    for (const request of [
      steer('Make it blue', [`${item.folder}/logo.svg`]),
      steer('Drop find a customer. Drop the ten best matches. Drop remember the last search.'),
    ]) {
      item = await decide(soulgate, item, request)
      const gate = await gateOf(soulgate, item)
      expect(gate).toMatchObject({
        type: 'intent_approval',
        why_held: [{ source: 'in_doubt' }, expect.anything()],
      })
      expect(gate.steered_from).toBeDefined()
      expect(gate.briefing.details).toContain(`The steer was: ${request.steer_instructions}`)
      expect(gate.why_held[0]?.text).toContain('could not be followed')
      expect(await Promise.all(item.documents.map(document => here.read(document.path)))).toEqual(before)
    }
    expect((await granted(soulgate.gates.get(reviewer, found(first)))).status).toBe('steered')
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item.step).toBe('build')
  })
})

describe('limits', () => {
  test('of the plan come before people first: expanded as they say, and only then the intent', async () => {
    let item = await startItem(soulgate, { caps: { hours: 2 } })
    const gate = await gateOf(soulgate, item)
    expect(gate).toMatchObject({
      type: 'constraint_exception',
      briefing: { constraint_info: { task: 'Name search', constraint: 'time', limit: 2 } },
    })
    const expand = (new_limit: number) => ({
      decision: 'approve' as const,
      option_id: 'expand',
      option_input: { new_limit },
    })
    expect(await codeOf(soulgate.gates.decide(reviewer, gate.gate_id, expand(3)))).toBe('invalid')
    expect(await codeOf(soulgate.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))).toBe(
      'invalid',
    )
    item = await decide(soulgate, item, expand(40))
    expect(item.caps.hours).toBe(40)
    expect((await gateOf(soulgate, item)).type).toBe('intent_approval')
  })

  test('are kept by leaving out the least important, when people say so', async () => {
    let item = await startItem(soulgate, { caps: { tasks: 5 } })
    expect(item.tasks.length).toBeGreaterThan(5)
    item = await decide(soulgate, item, { decision: 'steer', option_id: 'reduce' })
    expect((await gateOf(soulgate, item)).type).toBe('intent_approval')
    expect(item.tasks.length).toBeLessThanOrEqual(5)
    expect(await here.read(`${item.folder}/design.md`)).toContain('(left out)')
    expect(item.tasks.map(task => task.title).join()).not.toContain('last search')
  })

  test('that people do not lift end the item and free its paths', async () => {
    const item = await startItem(soulgate, { caps: { hours: 2 } })
    const ended = await decide(soulgate, item, { decision: 'reject' })
    expect(ended).toMatchObject({ status: 'aborted', awaits: [] })
    expect(await held('src/search/a.ts')).toBe(false)
  })

  test('of time, files and money hold while it is built', async () => {
    const caps = { hours: 40, files: 2, cost_usd: 1 }
    let item = await approvedItem(soulgate, { caps })
    const [one, two] = item.tasks.map(task => task.task_id)
    item = await report(soulgate, item, { kind: 'task_done', task: found(one), files: ['a', 'b', 'c'] })
    expect((await gateOf(soulgate, item)).briefing.constraint_info).toMatchObject({
      constraint: 'scope',
      used: 3,
    })
    expect(
      await codeOf(
        soulgate.workItems.report(builder, item.item_id, { kind: 'task_started', task: found(two) }),
      ),
    ).toBe('not_waiting')
    item = await decide(soulgate, item, {
      decision: 'approve',
      option_id: 'expand',
      option_input: { new_limit: 9 },
    })
    expect(item).toMatchObject({ step: 'build', caps: { files: 9 } })
    item = await report(soulgate, item, { kind: 'task_done', task: found(two), cost_usd: 3 })
    expect((await gateOf(soulgate, item)).briefing.constraint_info).toMatchObject({ constraint: 'budget' })
    item = await decide(soulgate, item, { decision: 'steer', option_id: 'reduce' })
    expect(item).toMatchObject({ step: 'testing', waiting_gate_ids: [] })
    expect(new Set(item.tasks.map(task => task.status))).toEqual(new Set(['done', 'dropped']))
  })

  test('a builder reports as out of reach are decided for its task', async () => {
    let item = await approvedItem(soulgate)
    const [one, two] = item.tasks.map(task => task.task_id)
    const constraint = { kind: 'constraint', constraint: 'spec', required_change: 'another index' } as const
    item = await report(soulgate, item, { ...constraint, task: found(one) })
    item = await decide(soulgate, item, { decision: 'steer', option_id: 'reduce' })
    expect(item.tasks[0]?.status).toBe('dropped')
    item = await report(soulgate, item, { ...constraint, task: found(two) })
    item = await decide(soulgate, item, { decision: 'approve', option_id: 'expand' })
    expect(item.instructions.at(-1)?.text).toContain('another index')
    expect(item.tasks[1]?.status).toBe('open')
  })
})

describe('the gates on the way', () => {
  test('5: concerns of a design review become part of the plan, which is approved anew, or are noted', async () => {
    const vague = { description: '- Make it fast', paths: ['src/search'] }
    let item = await decide(soulgate, await startItem(soulgate, vague), { decision: 'approve' })
    let gate = await gateOf(soulgate, item)
    expect(gate).toMatchObject({ type: 'design_review', threshold: 'advisory' })
    expect(gate.briefing.details).toContain('“fast”')
    item = await decide(soulgate, item, { decision: 'steer' })
    gate = await gateOf(soulgate, item)
    expect(gate.type).toBe('intent_approval')
    expect(item.tasks[0]?.title).toContain('Settle first')
    expect(
      await codeOf(soulgate.workItems.report(builder, item.item_id, { kind: 'task_started', task: 'T1' })),
    ).toBe('intent_not_approved')
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item.step).toBe('build')
    let other = await decide(soulgate, await startItem(soulgate, vague), { decision: 'approve' })
    other = await decide(soulgate, other, { decision: 'skip', option_id: 'continue' })
    expect(other).toMatchObject({ step: 'build', issues: [{ text: expect.stringContaining('fast') }] })
  })

  test('0 is not opened where no guideline asks for it; another rule about such gates brings it back', async () => {
    await granted(soulgate.guardrails.toggle(admin, 'hitl-gate-intent-approval'))
    const item = await startItem(soulgate)
    expect(item).toMatchObject({ step: 'build', intent: { status: 'approved', decided_by: 'policy' } })
    expect(whats(item).join()).toContain('No guideline asks for intent_approval')
    await granted(
      soulgate.guardrails.create(admin, {
        ...{ name: 'Ours', category: 'hitl_gate', condition: { gate_types: ['intent_approval'] } },
        action: { type: 'hitl_gate', gate_type: 'intent_approval' },
      }),
    )
    const asked = await startItem(soulgate, { paths: ['src/other'] })
    expect(await gateOf(soulgate, asked)).toMatchObject({ type: 'intent_approval' })
  })

  test('0 that was opened by an earlier version, which asked although no guideline did, is decided and gone on from', async () => {
    let item = await startItem(soulgate)
    await soulgate.close()
    const store = await openSqliteStore({ path: join(here.home, 'soulgate.db'), now: () => '' })
    const steps = await store.listSteps(item.run_id)
    const step = found(steps.find(({ name }) => name === 'demands:intent_approval'))
    await store.transact(tx => tx.putSteps([{ ...step, output: { why: [] } }]))
    await store.close()
    soulgate = await here.open()
    item = await decide(soulgate, await rested(soulgate, item.item_id), { decision: 'approve' })
    expect(item).toMatchObject({ step: 'build', intent: { status: 'approved', decided_by: reviewer.id } })
  })

  test('0 stays as it was opened, whatever guidelines are switched while it waits', async () => {
    let item = await startItem(soulgate)
    await granted(soulgate.guardrails.toggle(admin, 'hitl-gate-intent-approval'))
    await soulgate.close()
    soulgate = await here.open()
    const steer = { decision: 'steer', steer_instructions: 'Show twenty matches' } as const
    item = await decide(soulgate, await rested(soulgate, item.item_id), steer)
    expect(item).toMatchObject({ step: 'build', intent: { status: 'approved', decided_by: 'policy' } })
  })

  test('5 is not opened where no guideline asks for it any more', async () => {
    await granted(soulgate.guardrails.toggle(admin, 'hitl-gate-design-review'))
    const item = await decide(soulgate, await startItem(soulgate, { description: '- Make it fast' }), {
      decision: 'approve',
    })
    expect(item.step).toBe('build')
    expect(whats(item).join()).toContain('No guideline asks for design_review')
  })

  test('6: the fourth failure of a test in a row asks people; leaving it files an issue', async () => {
    let item = await approvedItem(soulgate)
    const fails = { kind: 'test_result', test: 'finds Ann', passed: false, error: 'no Ann' } as const
    for (let nth = 1; nth <= 3; nth += 1) item = await report(soulgate, item, fails)
    item = await report(soulgate, item, { ...fails, passed: true })
    for (let nth = 1; nth <= 3; nth += 1) item = await report(soulgate, item, fails)
    expect(item.waiting_gate_ids).toEqual([])
    item = await report(soulgate, item, fails)
    expect(await gateOf(soulgate, item)).toMatchObject({ type: 'test_failures', context: { attempts: 4 } })
    item = await decide(soulgate, item, { decision: 'steer' })
    for (const { task_id: task } of item.tasks)
      item = await report(soulgate, item, { kind: 'task_done', task })
    item = await report(soulgate, item, { kind: 'tests_done' })
    expect([item.step, whats(item).at(-1)]).toEqual(['testing', expect.stringContaining('still fails')])
    for (let nth = 1; nth <= 4; nth += 1) item = await report(soulgate, item, fails)
    item = await decide(soulgate, item, { decision: 'skip' })
    expect(item.issues.at(-1)?.text).toContain('finds Ann')
    item = await report(soulgate, item, { kind: 'tests_done' })
    expect(item.step).toBe('review')
  })

  test('7: what reaches far asks people, in the plan and while it is built', async () => {
    const far = { paths: ['src/api', 'ui/src/search', 'helm/chart'] }
    let item = await decide(soulgate, await startItem(soulgate, far), { decision: 'approve' })
    expect(await gateOf(soulgate, item)).toMatchObject({ type: 'complex_operation' })
    item = await decide(soulgate, item, { decision: 'skip', option_id: 'continue' })
    expect(item.step).toBe('build')
    const files = Array.from({ length: 11 }, (_, index) => `src/search/${index}.ts`)
    item = await report(soulgate, item, { kind: 'operation', summary: 'Rename all', files })
    expect((await gateOf(soulgate, item)).why_held[0]?.text).toContain('11 files')
    item = await decide(soulgate, item, { decision: 'steer' })
    expect(item.instructions.at(-1)?.text).toContain('smaller')
    item = await report(soulgate, item, {
      kind: 'operation',
      summary: 'Rename one',
      files: files.slice(0, 1),
    })
    expect(item.waiting_gate_ids).toEqual([])
    const left = await decide(soulgate, await startItem(soulgate, far), { decision: 'approve' })
    const byPeople = await decide(soulgate, left, { decision: 'skip', option_id: 'skip' })
    expect(new Set(byPeople.tasks.map(task => task.assigned_to))).toEqual(new Set(['person']))
  })

  test('2 and 3: protected paths and contracts that builders touched ask people, whatever the commit names', async () => {
    let item = await buildAll(soulgate, await approvedItem(soulgate), ['contracts/current/api.json'])
    item = await report(soulgate, item, { kind: 'review_done' })
    expect(
      await codeOf(soulgate.workItems.report(builder, item.item_id, { kind: 'committed', commit: 'x' })),
    ).toBe('not_waiting')
    const commit = { kind: 'commit' as const, paths: ['src/search/find.ts'] }
    item = await report(soulgate, item, commit)
    expect((await gateOf(soulgate, item)).type).toBe('protected_path_commit')
    item = await decide(soulgate, item, { decision: 'reject', reason: 'tell the others first' })
    expect(item).toMatchObject({ step: 'orchestration', awaits: ['commit'] })
    item = await report(soulgate, item, commit)
    item = await decide(soulgate, item, { decision: 'approve' })
    expect((await gateOf(soulgate, item)).type).toBe('contract_change')
    item = await decide(soulgate, item, { decision: 'approve' })
    item = await report(soulgate, item, { kind: 'committed', commit: 'abc' })
    expect(item.step).toBe('devops')
  })

  test('1: an operation is run here, handed over or left to people', async () => {
    const atDevops = async () => {
      let item = await buildAll(soulgate, await approvedItem(soulgate))
      item = await report(soulgate, item, { kind: 'review_done' })
      item = await report(soulgate, item, { kind: 'commit', paths: ['a.ts'] })
      item = await report(soulgate, item, { kind: 'committed', commit: 'abc' })
      return report(soulgate, item, { kind: 'devops', operation: 'deploy', command: 'helm upgrade search' })
    }
    let item = await atDevops()
    expect((await gateOf(soulgate, item)).type).toBe('devops_invocation')
    item = await decide(soulgate, item, { decision: 'approve' })
    expect(item.awaits).toContain('devops_done')
    item = await report(soulgate, item, { kind: 'devops_done', outcome: 'it runs' })
    expect(item.status).toBe('completed')
    const handed = await decide(soulgate, await atDevops(), {
      decision: 'steer',
      option_input: { target: 'night shift' },
    })
    expect(whats(handed).join()).toContain('handed over to night shift')
    const shown = await decide(soulgate, await atDevops(), { decision: 'skip' })
    expect(whats(shown).join()).toContain('helm upgrade search')
  })
})

/** Whether the work item holds a call of an outside agent that writes there. */
async function held(path: string, tool = 'write_file'): Promise<boolean> {
  const args = tool === 'write_file' ? { path, content: 'x' } : { path }
  const { why_held } = await granted(soulgate.calls.propose(scout, { tool, arguments: args }))
  return why_held.some(why => why.rule_id?.startsWith('work_item:'))
}

describe('what a work item holds', () => {
  test('is every write inside its paths and its documents, however the path is written', async () => {
    await mkdir(join(here.workspace, 'src/search'), { recursive: true })
    await symlink(join(here.workspace, 'src/search'), join(here.workspace, 'shortcut'))
    const item = await startItem(soulgate)
    for (const path of [
      'src/search/find.ts',
      './src//search/find.ts',
      'SRC/Search/find.ts',
      join(here.workspace, 'src/search/find.ts'),
      'shortcut/find.ts',
      'src',
      `${item.folder}/design.md`,
    ])
      expect([path, await held(path)]).toEqual([path, true])
    for (const path of ['src/searching/find.ts', 'docs/search.md', 'README.md'])
      expect([path, await held(path)]).toEqual([path, false])
    // Never asked about, held or not: no tool of ours takes such a path.
    expect(await held('src/other/../search/find.ts')).toBe(false)
    expect(await held('src', 'delete_file')).toBe(true)
    expect(await held('src/search/find.ts', 'read_file')).toBe(false)
    await decide(soulgate, item, { decision: 'approve' })
    expect(await held('src/search/find.ts')).toBe(false)
  })

  test('is also what an unknown tool mentions in any of its texts', async () => {
    await startItem(soulgate)
    const why = async (command: string) => {
      const answer = await granted(soulgate.calls.propose(scout, { tool: 'shell', arguments: { command } }))
      return answer.why_held.some(each => each.rule_id?.startsWith('work_item:'))
    }
    expect(await why('echo x > src/search/find.ts')).toBe(true)
    expect(await why('rm -r src/sea*')).toBe(true)
    expect(await why('echo hello > notes.txt')).toBe(false)
  })

  test('counts for grants that were given before the item began', async () => {
    const call = { tool: 'write_file', arguments: { path: 'src/search/a.ts', content: 'x' } }
    const answer = await granted(soulgate.calls.propose(scout, call))
    const gate = found(answer.gate)
    await granted(soulgate.gates.decide(reviewer, gate.gate_id, { decision: 'approve' }))
    const decided = await granted(soulgate.gates.get(reviewer, gate.gate_id))
    const grant = found(decided.grants?.[0])
    await startItem(soulgate)
    expect(await codeOf(soulgate.grants.consume(scout, grant.grant_id, grant.digest))).toBe('grant_revoked')
  })

  test('holds runs of the built-in agents too, and naming the run of the item does not help', async () => {
    const item = await startItem(soulgate)
    const goal = 'write the text "hello" to the file src/search/hello.txt'
    const response = await soulgate.reasoning.execute(member, { goal, approval_required: true })
    expect(response.approval_state).toBe('awaiting_approval')
    const gate = await granted(soulgate.gates.get(reviewer, found(response.soul_request_id)))
    expect(gate.why_held.map(why => why.rule_id)).toContain(`work_item:${item.item_id}`)
    const spoofed = await granted(
      soulgate.calls.propose(scout, {
        tool: 'write_file',
        arguments: { path: `${item.folder}/design.md`, content: 'mine' },
        run_id: item.run_id,
      }),
    )
    expect(spoofed.why_held.map(why => why.rule_id)).toContain(`work_item:${item.item_id}`)
  })

  test('comes back when the plan changes after the approval, and ends with the item', async () => {
    const vague = { description: '- Make it fast' }
    let item = await decide(soulgate, await startItem(soulgate, vague), { decision: 'approve' })
    expect(await held('src/search/a.ts')).toBe(false)
    item = await decide(soulgate, item, { decision: 'steer' })
    expect(await held('src/search/a.ts')).toBe(true)
    await granted(soulgate.runs.cancel(member, item.run_id))
    expect(await held('src/search/a.ts')).toBe(false)
    expect((await granted(soulgate.workItems.get(member, item.item_id))).status).toBe('cancelled')
  })
})

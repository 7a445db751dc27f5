import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createSoulgate, type Soulgate } from '../../soulgate.ts'

const PERSON = { kind: 'person', id: 'person_1', name: 'Ada', role: 'admin' } as const

const rule = (id: string, more = '') => `- id: ${id}
  name: Refunds are looked at
  category: hitl_gate
  condition: { tools: [refund] }
  action: { type: hitl_gate, gate_type: tool_approval }
${more}`

function placeWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'soulgate-guidelines-'))
  mkdirSync(join(folder, 'guidelines'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return {
    folder,
    open: (guidelines = 'guidelines') =>
      createSoulgate({
        ...{ home: join(folder, 'home'), workspace: join(folder, 'workspace') },
        guidelines: join(folder, guidelines),
      }),
  }
}

async function readRule(soulgate: Soulgate, id: string) {
  const answer = await soulgate.guardrails.get(PERSON, id)
  return 'guideline' in answer ? answer.guideline : undefined
}

it('saves the guidelines of the configuration once, in the audit trail, and again when they change', async () => {
  const { folder, open } = placeWith({ 'guidelines/money.yaml': rule('refunds') })
  const first = await open()
  expect(await readRule(first, 'refunds')).toMatchObject({ version: 1, created_by: 'system:program' })
  const trail = await first.guardrails.audit(PERSON, { guideline_id: 'refunds' }, { limit: 10, offset: 0 })
  expect(trail.items.map(({ type, actor }) => [type, actor.id])).toEqual([
    ['guideline_imported', 'system:program'],
  ])
  await first.close()

  const same = await open()
  expect(await readRule(same, 'refunds')).toMatchObject({ version: 1 })
  await same.close()
  writeFileSync(join(folder, 'guidelines/money.yaml'), rule('refunds', '  priority: 900\n'))
  const changed = await open()
  expect(await readRule(changed, 'refunds')).toMatchObject({ version: 2, priority: 900 })
  await changed.close()
})

it.each([
  [
    'a field that is none',
    rule('a').replace('hitl_gate\n  condition', 'money\n  condition'),
    /rules\.yaml:1 .*category/,
  ],
  ['YAML that cannot be read', `${rule('a')}- id: "b\n`, /rules\.yaml:\d+ /],
  ['no id', `${rule('a')}${rule('b').replace('id: b\n  ', '')}`, /rules\.yaml:6 has no id/],
  ['a release', rule('a').replace('type: hitl_gate,', 'type: release,'), /rules\.yaml:1 releases calls/],
])('does not start with %s, and names file and line', async (_name, text, message) => {
  const { open } = placeWith({ 'guidelines/rules.yaml': text })
  await expect(open()).rejects.toThrow(message)
})

it('takes no id that somebody else made a guideline under, and nothing from the workspace', async () => {
  const { folder, open } = placeWith({ 'guidelines/rules.yaml': '[]' })
  const soulgate = await open()
  const body = { name: 'Ours', category: 'custom', condition: {}, action: { type: 'telemetry' } }
  const made = Object(await soulgate.guardrails.create(PERSON, body)).guideline
  await soulgate.close()
  writeFileSync(join(folder, 'guidelines/rules.yaml'), rule(made.id))
  await expect(open()).rejects.toThrow(/rules\.yaml:1 has the id .* under which person_1 made one/)
  mkdirSync(join(folder, 'workspace/rules'), { recursive: true })
  await expect(open('workspace/rules')).rejects.toThrow('lies in the workspace')
  await expect(open('nowhere')).rejects.toThrow('nowhere does not exist')
})

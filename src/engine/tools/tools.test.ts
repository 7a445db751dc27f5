import { describe, expect, test } from 'vitest'
import { isSoulgateError } from '../../base/errors.ts'
import {
  confirmTool,
  createToolRegistry,
  definitionHash,
  type ExecutableTool,
  effectiveAnnotations,
  toOpenAiFormat,
  toOpenAiName,
} from './tools.ts'

const clockTool: ExecutableTool = {
  definition: {
    name: 'get_time',
    description: 'Tells the time.',
    input_schema: { type: 'object', properties: { zone: { type: 'string', 'x-soulgate': 'host' } } },
    annotations: { read_only: true, idempotent: true, destructive: false, open_world: false },
    reversibility: 'read_only',
    prerequisites: [],
    produces: [],
  },
  execute: async () => ({ result: { success: true, output: 'noon' } }),
}

const mailTool = {
  name: 'send_mail',
  description: 'Sends a mail.',
  input_schema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations: { read_only: true, idempotent: true },
  reversibility: 'read_only',
}

function registryWithMail() {
  const registry = createToolRegistry({ tools: [clockTool] })
  const outcome = registry.register({
    definition: mailTool,
    origin: 'declared',
    claimed: true,
    declaredBy: 'agent:mailer',
  })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.errors))
  return { registry, mail: outcome.tool }
}

describe('createToolRegistry', () => {
  test('holds built-in tools as declared and running here', () => {
    const { registry } = registryWithMail()
    expect(registry.list().map(tool => tool.name)).toEqual(['get_time', 'send_mail'])
    expect(registry.get('get_time')).toMatchObject({
      origin: 'built_in',
      claimed: false,
      declared_by: 'system',
    })
    expect(registry.executable('get_time')).toBe(clockTool)
    expect(registry.executable('send_mail')).toBeUndefined()
    expect(registry.get('nothing')).toBeUndefined()
  })

  test('does not let a built-in name be taken, nor an entry be changed from outside', () => {
    const { registry, mail } = registryWithMail()
    const taken = { ...mailTool, name: 'get_time' }
    expect(
      registry.register({ definition: taken, origin: 'remote', claimed: true, declaredBy: 'x' }),
    ).toMatchObject({ ok: false, errors: [{ field: 'name' }] })
    expect(() => Object.assign(mail.annotations, { destructive: true })).toThrow(TypeError)
    expect(() => Object.assign(mail.input_schema, { type: 'array' })).toThrow(TypeError)
  })

  test('refuses a malformed definition, naming the field', () => {
    const { registry } = registryWithMail()
    const declare = (definition: unknown) =>
      registry.register({ definition, origin: 'declared', claimed: false, declaredBy: 'person' })
    expect(declare({ ...mailTool, name: 'two words' })).toMatchObject({
      ok: false,
      errors: [{ field: 'name' }],
    })
    expect(declare({ ...mailTool, input_schema: { $async: true } })).toMatchObject({
      ok: false,
      errors: [{ field: 'input_schema' }],
    })
    expect(declare(null)).toMatchObject({ ok: false })
  })

  test('throws when two built-in tools share a name', () => {
    const build = () => createToolRegistry({ tools: [clockTool, clockTool] })
    expect(build).toThrow(expect.objectContaining({ code: 'invalid_tool' }))
    expect(isSoulgateError(new Error('x'))).toBe(false)
  })

  test('takes what a remote server says as a claim even when told otherwise', () => {
    const { registry } = registryWithMail()
    const outcome = registry.register({
      definition: { ...mailTool, name: 'remote_mail' },
      origin: 'remote',
      claimed: false,
      declaredBy: 'server',
    })
    expect(outcome).toMatchObject({ ok: true, tool: { claimed: true } })
  })
})

describe('trust in a definition', () => {
  test('counts for nothing while it is only claimed, or unknown', () => {
    const { mail } = registryWithMail()
    const nothing = {
      annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
      reversibility: 'irreversible',
      declared: false,
    }
    expect(effectiveAnnotations(mail)).toEqual(nothing)
    expect(effectiveAnnotations(undefined)).toEqual(nothing)
  })

  test('comes with a confirmation, which may correct the claim', () => {
    const { mail } = registryWithMail()
    const confirmed = confirmTool(mail, {
      definitionHash: mail.definition_hash,
      confirmedBy: 'person:rita',
      confirmedAt: '2026-01-01T00:00:00Z',
      annotations: { read_only: false, idempotent: false, destructive: false, open_world: true },
      reversibility: 'externally_reversible',
    })
    if (!confirmed.ok) throw new Error(confirmed.message)
    expect(confirmed.tool).toMatchObject({ claimed: false, confirmed_by: 'person:rita' })
    expect(effectiveAnnotations(confirmed.tool)).toMatchObject({
      declared: true,
      reversibility: 'externally_reversible',
    })
  })

  test('cannot be confirmed for a definition that was not looked at', () => {
    const { mail } = registryWithMail()
    const outcome = confirmTool(mail, { definitionHash: 'x', confirmedBy: 'p', confirmedAt: 't' })
    expect(outcome).toMatchObject({ ok: false, definition_hash: mail.definition_hash })
  })

  test('survives the same declaration and is voided by a changed one', () => {
    const { registry, mail } = registryWithMail()
    const confirmed = confirmTool(mail, {
      definitionHash: mail.definition_hash,
      confirmedBy: 'person:rita',
      confirmedAt: '2026-01-01T00:00:00Z',
    })
    if (!confirmed.ok) throw new Error(confirmed.message)
    registry.restore(confirmed.tool)
    const declare = (definition: unknown) =>
      registry.register({ definition, origin: 'declared', claimed: true, declaredBy: 'agent:mailer' })
    expect(declare(mailTool)).toMatchObject({ ok: true, tool: { claimed: false } })
    expect(declare({ ...mailTool, description: 'Sends a mail!' })).toMatchObject({
      ok: true,
      tool: { claimed: true },
    })
    expect(registry.get('send_mail')?.confirmed_by).toBeUndefined()
  })

  test('reads facts that contradict each other pessimistically', () => {
    const { registry } = registryWithMail()
    const declare = (name: string, isReadOnly: boolean, reversibility: string) => {
      const definition = { ...mailTool, name, annotations: { read_only: isReadOnly }, reversibility }
      registry.register({ definition, origin: 'declared', claimed: false, declaredBy: 'person' })
      return effectiveAnnotations(registry.get(name))
    }
    expect(declare('a', true, 'reversible').annotations.read_only).toBe(false)
    expect(declare('b', false, 'read_only').reversibility).toBe('irreversible')
  })
})

describe('definitionHash', () => {
  test('changes with each thing a tool says of itself and with nothing else', () => {
    const { mail } = registryWithMail()
    const hash = definitionHash(mail)
    expect(hash).toBe(mail.definition_hash)
    expect(
      definitionHash({ ...mail, input_schema: { properties: mail.input_schema.properties, type: 'object' } }),
    ).toBe(hash)
    const changes = [
      { name: 'other' },
      { description: 'other' },
      { input_schema: { type: 'object' } },
      { annotations: { ...mail.annotations, open_world: true } },
      { reversibility: 'reversible' as const },
    ]
    expect(new Set([hash, ...changes.map(change => definitionHash({ ...mail, ...change }))]).size).toBe(6)
  })
})

describe('toOpenAiFormat', () => {
  test('gives the function form without our keyword', () => {
    expect(toOpenAiFormat(clockTool.definition)).toEqual({
      type: 'function',
      function: {
        name: 'get_time',
        description: 'Tells the time.',
        parameters: { type: 'object', properties: { zone: { type: 'string' } } },
      },
    })
  })

  test('makes names that the API takes and keeps different names different', () => {
    const names = ['files/read', 'files.read', 'files_read', 'x'.repeat(100), 'x'.repeat(101)].map(
      toOpenAiName,
    )
    expect(new Set(names).size).toBe(5)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})

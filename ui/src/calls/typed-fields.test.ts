import { describe, expect, it } from 'vitest'
import { fieldsOf, readFields } from './typed-fields.ts'

const schema = {
  type: 'object',
  required: ['path', 'lines'],
  properties: {
    path: { type: 'string', description: 'Where' },
    lines: { type: 'integer' },
    mode: { enum: ['fast', 'safe'] },
    tags: { type: 'array', items: { type: 'string' } },
    deep: { type: 'object' },
    force: { type: 'boolean' },
  },
}
const values = { path: 'a.log', lines: 3, tags: ['x', 'y'], deep: { a: [1] }, extra: 1.5 }

describe('typed fields', () => {
  it('are made from the schema, and from the value where the schema is silent', () => {
    const kinds = Object.fromEntries(fieldsOf(schema, values).map(field => [field.name, field.kind]))
    expect(kinds).toEqual({
      ...{ path: 'text', lines: 'integer', mode: 'choice', tags: 'list', deep: 'json', force: 'boolean' },
      extra: 'number',
    })
  })

  it('give back exactly the arguments that went in when nothing was edited', () => {
    expect(readFields(fieldsOf(schema, values))).toEqual({ ok: true, arguments: values })
  })

  it('name each field that is wrong', () => {
    const fields = fieldsOf(schema, values).map(field => {
      if (field.name === 'lines') return { ...field, text: '3.5' }
      return field.name === 'deep' ? { ...field, text: '{' } : field
    })
    expect(readFields(fields)).toEqual({
      ok: false,
      errors: { lines: 'is not a whole number', deep: 'is not valid JSON' },
    })
  })

  it('ask for what is required and leave out what stays empty', () => {
    expect(readFields(fieldsOf(schema, { lines: 1 }))).toEqual({ ok: false, errors: { path: 'is required' } })
    expect(readFields(fieldsOf(schema, { path: '', lines: 1 }))).toEqual({
      ok: true,
      arguments: { path: '', lines: 1 },
    })
  })

  it('keep texts with line breaks and lists with empty entries as they are', () => {
    const odd = { path: 'a\nb', lines: 1, tags: ['', 'x'] }
    expect(readFields(fieldsOf(schema, odd))).toEqual({ ok: true, arguments: odd })
  })
})

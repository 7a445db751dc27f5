import { describe, expect, test } from 'vitest'
import { toDefinition, toToolName } from '../../../mcp-client/mcp-client.ts'
import { toListed } from './definitions.ts'

const server = { name: 'files', servedBy: 'npx files /tmp' }
const tool = {
  name: 'write_file',
  description: 'Writes.',
  inputSchema: {
    type: 'object' as const,
    properties: { path: { type: 'string', 'x-soulgate': 'amount' } },
  },
}

describe('what is declared of a tool of a server', () => {
  test('is pessimistic where the server says nothing, and irreversible unless it only reads', () => {
    expect(toDefinition(server, tool).declaration).toMatchObject({
      name: 'files/write_file',
      annotations: { read_only: false, idempotent: false, destructive: true, open_world: true },
      reversibility: 'irreversible',
    })
    const reads = toDefinition(server, { ...tool, annotations: { readOnlyHint: true } })
    expect(reads.declaration).toMatchObject({ reversibility: 'read_only', annotations: { open_world: true } })
  })

  test('changes with everything that the server says of it, and with who serves it', () => {
    const comment = (mcp: typeof tool & object, by = server) =>
      toDefinition(by, mcp).declaration.input_schema.$comment
    const same = comment(tool)
    expect(comment({ ...tool })).toBe(same)
    const others = [
      comment({ ...tool, description: 'Writes!' }),
      comment({ ...tool, title: 'Write' } as never),
      comment({ ...tool, annotations: { idempotentHint: true } } as never),
      comment({ ...tool, outputSchema: { type: 'object' } } as never),
      comment({ ...tool, _meta: { ui: 'x' } } as never),
      comment(tool, { ...server, servedBy: 'npx other' }),
    ]
    expect(new Set([same, ...others]).size).toBe(others.length + 1)
  })

  test('marks of meaning are a reviewer’s to set', () => {
    expect(JSON.stringify(toDefinition(server, tool).declaration)).not.toContain('x-soulgate')
  })

  test('two names never become one', () => {
    const names = ['a b', 'a_b', 'a/b', 'ä', 'x'.repeat(200), `${'x'.repeat(200)}y`].map(name =>
      toToolName('files', name),
    )
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_.:/-]{1,128}$/)
  })

  test('a schema tells its reader nothing that cannot be seen', () => {
    const hidden = {
      ...tool,
      inputSchema: {
        type: 'object' as const,
        properties: { a: { type: 'string', description: 'x\u202ey', enum: ['\u200b'] } },
      },
    }
    expect(toListed(toDefinition(server, hidden), undefined).inputSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string', description: 'x⟨U+202E⟩y', enum: ['\u200b'] } },
    })
  })
})

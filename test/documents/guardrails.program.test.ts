import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/surfaces/api/test-server.ts'

const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(
  readFileSync(resolve(import.meta.dirname, '../../docs/guardrails.md'), 'utf8'),
) ?? ['', '']

test('the guidelines of docs/guardrails.md hold as the document says', async () => {
  const server = await startTestServer()
  try {
    const imported = await server.send('POST', '/api/guardrails/import', {
      role: 'reviewer',
      body: { yaml: example },
    })
    expect(imported.json).toMatchObject({ imported: 3, errors: [] })
    const evaluate = async (context: object) =>
      (
        await server.send('POST', '/api/guardrails/evaluate', {
          role: 'reviewer',
          body: { ...context, explain: false },
        })
      ).text
    expect(await evaluate({ agent: 'backend', tool: 'write_file', paths: ['contracts/a.md'] })).toContain(
      'Contracts belong to everybody',
    )
    expect(await evaluate({ agent: 'backend', tool: 'write_file', paths: ['src/a.ts'] })).not.toContain(
      'Contracts belong to everybody',
    )
    expect(await evaluate({ tool: 'delete_file' })).toContain('deleting-is-looked-at')
    expect(await evaluate({ tool: 'send_invoice', arguments: { amount: 2000 } })).toContain('large-invoices')
    expect(await evaluate({ tool: 'send_invoice', arguments: { amount: 20 } })).not.toContain(
      'large-invoices',
    )
  } finally {
    await server.close()
  }
})

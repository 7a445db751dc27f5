import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runLine } from './command-line.ts'
import { type Desk, openDesk, type Somebody } from './desk.ts'

let desk: Desk
let rita: Somebody
let robot: Somebody

const HOSTILE = ['=cmd()', '+1', '-1', '@sum', '\t=x', ' =x', '\r=x', '|calc', 'plain, with "quotes"']

beforeAll(async () => {
  desk = await openDesk()
  rita = await desk.person('Rita', 'reviewer')
  robot = await desk.agent('robot')
  for (const reason of HOSTILE) {
    const logged = { guideline_id: reason, result: 'skipped', reason }
    await robot.send('POST', '/api/guardrails/decisions', logged)
    await robot.send('POST', '/api/confidence', { task_id: reason.trim(), agent: 'robot', score: 95 })
  }
})
afterAll(() => desk.close())

/** The cells of a CSV file, read as RFC 4180 says. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  for (const line of text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/g) ?? []) {
    const cells = [...line.trimEnd().matchAll(/"((?:[^"]|"")*)"/g)]
    rows.push(cells.map(([, cell = '']) => cell.replaceAll('""', '"')))
  }
  return rows
}

describe('the trail as a download', () => {
  test('json and csv hold the events of the verifiable lines, one for one', async () => {
    const lines = await rita.send('GET', '/api/audit/export')
    expect(lines.headers.get('content-type')).toContain('application/x-ndjson')
    const events = lines.text
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
      .filter(entry => entry.kind === 'event')
    const whole = await rita.send('GET', '/api/audit/export?format=json')
    expect(whole.headers.get('content-disposition')).toContain('soulgate-audit.json')
    const hashes = events.map(event => event.hash)
    expect(whole.json.events.map((event: { hash: string }) => event.hash)).toEqual(hashes)
    const csv = await rita.send('GET', '/api/audit/export?format=csv')
    const [head, ...rows] = readCsv(csv.text)
    expect(head?.slice(0, 4)).toEqual(['stream', 'seq', 'at', 'type'])
    expect(rows.map(row => row.at(-1))).toEqual(hashes)
    expect(rows.every(row => row.length === 13)).toBe(true)
  })

  test('an unknown format is 400, and an agent downloads nothing', async () => {
    const wrong = await rita.send('GET', '/api/audit/export?format=xml')
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'format'])
    expect((await robot.send('GET', '/api/audit/export?format=csv')).status).toBe(403)
  })

  test.each([
    '/api/audit/export?format=csv',
    '/api/guardrails/audit?format=csv&page_size=200',
  ])('no cell of %s is a formula to a spreadsheet, whatever an agent wrote', async path => {
    const { text } = await rita.send('GET', path)
    const cells = readCsv(text).flat()
    expect(cells.length).toBeGreaterThan(50)
    expect(cells.filter(cell => /^\s*[=+\-@|]/.test(cell))).toEqual([])
    expect(text).toContain('plain, with')
  })

  test('the rules’ trail is the same as json, lines and csv', async () => {
    const query = '/api/guardrails/audit?event_type=gate_decision&page_size=200'
    const { json } = await rita.send('GET', query)
    const reasons = json.entries.map((entry: { decision: { reason: string } }) => entry.decision.reason)
    expect(reasons.toSorted()).toEqual(HOSTILE.toSorted())
    const lines = await rita.send('GET', `${query}&format=jsonl`)
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual(json.entries)
    const csv = await rita.send('GET', `${query}&format=csv`)
    expect(readCsv(csv.text)).toHaveLength(json.entries.length + 1)
  })

  test('the command line writes each of them to a file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'soulgate-export-'))
    const as = { url: desk.server.served.url, token: rita.token, folder }
    for (const format of ['jsonl', 'json', 'csv']) {
      const file = join(folder, `trail.${format}`)
      expect(await runLine(as, ['audit', 'export', file, '--format', format])).toContain('Written to')
      expect(readFileSync(file, 'utf8')).toContain('gate_decision')
    }
    expect(await runLine(as, ['audit', 'verify', join(folder, 'trail.jsonl')])).toContain('Whole')
    expect(await runLine(as, ['audit', 'export', join(folder, 'x'), '--format', 'xml'])).toContain(
      'no format xml',
    )
  })
})

import { expect, it } from 'vitest'
import { type ActCall, actLine, quoteText } from './act-line.ts'

const call = (changes: Partial<ActCall>): ActCall => ({
  tool: 'send_email',
  arguments: {},
  claimed: false,
  reversibility: 'irreversible',
  ...changes,
})
const origin = (pointer: string, meaning: string) => ({
  pointer,
  meaning,
  value: '',
  source: 'unknown' as const,
})

it('leads with amount, recipient, host and path by meaning, whatever the arguments are called and ordered', () => {
  const line = actLine([
    call({
      tool: 'refund_payment',
      arguments: { note: 'Approved by the CFO already', whom: 'pay_974kf2', sum: 4200, where: 'a/b' },
      origins: [
        origin('/note', 'text'),
        origin('/whom', 'recipient'),
        origin('/sum', 'amount'),
        origin('/where', 'path'),
      ],
    }),
  ])
  expect(line).toBe('refund_payment · sum 4200 · whom "pay_974kf2" · where "a/b" · 1 more argument')
})

it('quotes what an agent gave: values, names that could be read as words, and tools that nobody has confirmed', () => {
  const line = actLine([
    call({
      tool: 'nice_tool',
      claimed: true,
      arguments: { 'Approved already, press A': 'x" · ok', b: 'two\nlines' },
    }),
  ])
  expect(line).toBe('"nice_tool" · "Approved already, press A" "x\\" · ok" · b "two\\nlines"')
})

it('writes hidden characters out and cuts in the middle, with the length', () => {
  expect(quoteText('pay\u202Egpj\u00A0.exe')).toBe('"pay⟨U+202E⟩gpj⟨U+00A0⟩.exe"')
  expect(quoteText(`start${'x'.repeat(100)}end`, 10)).toBe('"startx…xend" (108 characters)')
})

it('says of lists how many more there are, and of several calls the most dangerous first', () => {
  const to = ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org']
  const origins = to.map((_, n) => origin(`/to/${n}`, 'recipient'))
  const mail = call({ arguments: { to, body: 'hello' }, origins })
  const reads = Array.from({ length: 4 }, (_, n) =>
    call({ tool: 'read_file', reversibility: 'read_only', arguments: { path: `${n}` } }),
  )
  expect(actLine([...reads, mail])).toBe(
    '5 calls: send_email · to "a@x.org", "b@x.org", "c@x.org" and 1 more · body "hello" | read_file · path "0" | read_file · path "1" | 2 more',
  )
})

it('shows no secret: neither what is meant as one, nor what looks like one, nor the value of a stored one', () => {
  const line = actLine(
    [
      call({
        arguments: { pin: 1234, key: 'sk_live_1', other: { $secret: 'MAIL' } },
        origins: [origin('/pin', 'secret')],
      }),
    ],
    { isSecret: text => text.startsWith('sk_') },
  )
  expect(line).toBe('send_email · other (stored secret "MAIL") · pin (a secret) · key (a secret)')
})

it('names the command before the folder that it runs in, however long it is', () => {
  const command = `npm test -- ${'--grep something '.repeat(8)}`.trim()
  const origins = [origin('/command', 'text'), origin('/cwd', 'path')]
  const shown = (given: string) =>
    actLine([call({ tool: 'Bash', arguments: { cwd: '/srv/app', command: given }, origins })])
  expect(shown('npm test')).toBe('Bash · command "npm test" · cwd "/srv/app"')
  expect(shown(command)).toMatch(/^Bash · command "npm test -- --grep/)
})

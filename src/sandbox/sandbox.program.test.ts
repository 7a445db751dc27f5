import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { runInSandbox, SANDBOX_FLAGS } from './sandbox.ts'
import { WITHOUT_NETWORK } from './sandbox-program.ts'

const problemOf = async (source: string) => {
  const answer = await runInSandbox(source, {})
  return 'problem' in answer ? answer.problem : JSON.stringify(answer.value)
}

describe('a function in the sandbox', () => {
  test('is given its argument and answers with JSON, at once or later', async () => {
    const doubled = '({ amount }) => ({ fee: Math.round(amount * 0.03), kept: amount })'
    expect(await runInSandbox(doubled, { amount: 100 })).toEqual({ value: { fee: 3, kept: 100 } })
    expect(await runInSandbox('async input => [input]', 'é')).toEqual({ value: ['é'] })
  })

  test('has no process, modules, network, files, timers or environment', async () => {
    const names = ['process', 'require', 'module', 'fetch', 'WebSocket', 'Buffer', 'setTimeout', 'navigator']
    const source = `() => [${names.map(name => `typeof ${name}`).join(', ')}]`
    expect(await runInSandbox(source, {})).toEqual({ value: names.map(() => 'undefined') })
    expect(await problemOf("() => import('node:fs')")).toContain('ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING')
  })

  test.each([
    ['through its global', "() => globalThis.constructor.constructor('return process')().pid"],
    ['through a function', "() => (() => 1).constructor('return process')().pid"],
    [
      'through an error of the outside',
      "() => import('x').catch(error => error.constructor.constructor('return process')().pid)",
    ],
    ['through eval', "() => (0, eval)('process.pid')"],
  ])('does not get out %s', async (_how, source) => {
    expect(await problemOf(source)).toMatch(/^EvalError: Code generation from strings disallowed/)
  })

  test.each([
    ['opens no socket', "require('node:net').connect(9, '127.0.0.1')", 'There is no network here.'],
    ['listens nowhere', "require('node:http').createServer().listen(0)", 'There is no network here.'],
    ['asks no name server', "require('node:dns').resolve('example.com', () => {})", 'no network here'],
    ['sends no datagram', "require('node:dgram').createSocket('udp4').send('x', 9)", 'no network here'],
    ['reads no file', "require('node:fs').readFileSync('/etc/hosts')", 'ERR_ACCESS_DENIED'],
    ['starts no process', "require('node:child_process').execFileSync('true')", 'ERR_ACCESS_DENIED'],
  ])('%s even where it got out of its context', (_what, code, said) => {
    const flags = [...SANDBOX_FLAGS, '--eval', `${WITHOUT_NETWORK}\n${code}`]
    const ran = spawnSync(process.execPath, flags, { env: {}, encoding: 'utf8' })
    expect(ran.stderr).toContain(said)
    expect(ran.status).toBe(1)
  })

  test('that uses something from around it is told so', async () => {
    expect(await problemOf('() => rates.today')).toBe(
      'ReferenceError: rates is not defined; it may use its argument and nothing from around it',
    )
  })

  test.each([
    ['throws', "() => { throw new TypeError('no') }", 'TypeError: no'],
    ['is no function', '42', /is not a function/],
    ['does not parse', '(', /^SyntaxError/],
    ['answers what is no JSON', '() => 1n', /^TypeError: .*BigInt/],
    ['answers nothing', '() => undefined', 'It answered nothing that is JSON.'],
    ['never answers', '() => new Promise(() => {})', 'It ended without an answer.'],
    ['answers too much', "() => 'x'.repeat(70000)", 'It answered more than 64 KiB.'],
    ['takes all memory', '() => { const all = []; for (;;) all.push(new Array(1e6).fill(1)) }', /^It /],
  ])('that %s has a problem and no value', async (_what, source, problem) => {
    expect(await problemOf(source)).toMatch(problem)
  })

  test('that does not end is ended', { timeout: 20_000 }, async () => {
    expect(await problemOf('() => { for (;;); }')).toBe('It did not answer within 5 s.')
  })

  test('waits while two others run', async () => {
    const all = await Promise.all([1, 2, 3, 4, 5].map(each => runInSandbox('input => input', each)))
    expect(all).toEqual([1, 2, 3, 4, 5].map(value => ({ value })))
  })
})

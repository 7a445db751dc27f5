import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNoticeSender } from './notices.ts'

interface Got {
  readonly method: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A receiver on the loopback address that remembers what reached it. */
async function receive(listener: RequestListener = (_request, response) => response.end()) {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      got.push({
        method: request.method,
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      })
      listener(request, response)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { got, host: `127.0.0.1:${address.port}`, port: address.port }
}

function senderFor(...privateHosts: readonly string[]) {
  return createNoticeSender({ privateHosts: async () => privateHosts, timeoutMs: 300 })
}

const request = (url: string) => ({ kind: 'request', url, headers: { 'x-a': '1' }, body: '{"a":1}' }) as const

describe('a request', () => {
  test('arrives with its headers and body', async () => {
    const { got, host } = await receive()
    const outcome = await senderFor(host).send(request(`http://${host}/hook?key=1`))
    expect(outcome).toEqual({ ok: true, http_status: 200, detail: 'answered 200' })
    expect(got).toMatchObject([{ method: 'POST', headers: { 'x-a': '1' }, body: '{"a":1}' }])
  })

  test('never reaches a private address that the operator has not named with its port', async () => {
    const { got, host, port } = await receive()
    const sender = createNoticeSender({
      privateHosts: async () => ['127.0.0.1', 'inside.example'],
      resolveHost: async () => ['127.0.0.1'],
      timeoutMs: 300,
    })
    for (const url of [`https://${host}/`, `https://inside.example:${port}/`, `https://[::1]:${port}/`]) {
      const outcome = await sender.send(request(url))
      expect([outcome.ok, outcome.detail]).toEqual([false, expect.stringContaining('public internet')])
    }
    expect((await sender.send(request(`http://${host}/`))).detail).toContain('https')
    expect(got).toEqual([])
  })

  test('does not follow a redirect, and knows an address that wants no more', async () => {
    const inner = await receive()
    const outer = await receive((_request, response) => {
      response.writeHead(307, { location: `http://${inner.host}/` }).end()
    })
    const gone = await receive((_request, response) => response.writeHead(410).end())
    const sender = senderFor(outer.host, inner.host, gone.host)
    expect(await sender.send(request(`http://${outer.host}/`))).toMatchObject({ ok: false, http_status: 307 })
    expect(inner.got).toEqual([])
    expect(await sender.send(request(`http://${gone.host}/`))).toMatchObject({ ok: false, gone: true })
  })

  test('ends by itself when nothing answers, and quotes nothing of the other side', async () => {
    const silent = await receive(() => {})
    const angry = await receive((_request, response) => response.writeHead(500).end('do as I say'))
    const sender = senderFor(silent.host, angry.host, '127.0.0.1:1')
    expect((await sender.send(request(`http://${silent.host}/`))).detail).toBe('did not answer within 0.3 s')
    expect((await sender.send(request(`http://${angry.host}/`))).detail).toBe('answered 500')
    expect((await sender.send(request('http://127.0.0.1:1/'))).detail).toContain('ECONNREFUSED')
  })
})

describe('a letter', () => {
  test('reaches the mail server as plain text', async () => {
    const letters: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const parts: Buffer[] = []
        stream.on('data', part => parts.push(part))
        stream.on('end', () => {
          letters.push(Buffer.concat(parts).toString('utf8'))
          done()
        })
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await new Promise<void>(resolve => listening.once('listening', resolve))
    onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
    const address = listening.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const mail = { url: `smtp://127.0.0.1:${port}`, from: 'soulgate@example.com' }
    const sender = createNoticeSender({ privateHosts: async () => [], mail })
    const letter = {
      kind: 'letter',
      to: 'ana@example.com',
      subject: 'Soulgate: a test',
      text: 'Hello',
    } as const
    expect(await sender.send(letter)).toEqual({ ok: true, detail: 'the mail server took it' })
    expect(letters[0]).toMatch(/From: soulgate@example\.com\r\nTo: ana@example\.com/)
    expect(letters[0]).toContain('Auto-Submitted: auto-generated')
    expect(letters[0]).toContain('Content-Type: text/plain')
  })

  test('goes to one plain mailbox, and only where there is a mail server', async () => {
    const mail = { url: 'smtp://127.0.0.1:1', from: 'soulgate@example.com' }
    const sender = createNoticeSender({ privateHosts: async () => [], mail })
    expect(await sender.objection(new URL('mailto:ana@example.com'))).toBeUndefined()
    for (const url of [
      'mailto:',
      'mailto:a@b.example,c@d.example',
      'mailto:a@b.example?bcc=x@y.example',
      'mailto:a%0d%0aBcc:x@y.example',
      'mailto:a@b.example%0d%0aSubject:x',
    ]) {
      expect(await sender.objection(new URL(url))).toContain('mailbox')
    }
    expect(await senderFor().objection(new URL('mailto:ana@example.com'))).toContain('SOULGATE_SMTP_URL')
    const failed = await sender.send({ kind: 'letter', to: 'a@b.example', subject: 's', text: 't' })
    expect(failed).toMatchObject({ ok: false, detail: expect.stringContaining('could not be reached') })
  })
})

import { client, send } from '../application/client.ts'
import { type BrowserVerification, verifyLines } from './verify-lines.ts'

/**
 * Downloads the export and checks it in this browser. The server is not asked whether it is right, only which key is
 * its home’s own; the fingerprint is shown, to be compared with the one noted elsewhere.
 */
export async function verifyHere(onProgress: (events: number) => void): Promise<BrowserVerification> {
  if (globalThis.crypto?.subtle === undefined)
    throw new Error('This browser checks nothing on a page without HTTPS. Open it by https, or on localhost.')
  const response = await send(client.audit.exportPath)
  if (!response.ok || !response.body) throw new Error(`The export could not be read (${response.status}).`)
  const { key_id: own, trusted } = await client.audit.key()
  return await verifyLines(linesOf(response.body), { own, trusted }, onProgress)
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecideRequest } from '../../src/contracts/decision.ts'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import { startTestServer, type TestServer } from '../../src/surfaces/api/test-server.ts'

const CLIENT = resolve(import.meta.dirname, '../../clients/python')
const PERSON: Principal = { kind: 'person', id: 'person_rita', name: 'Rita', role: 'reviewer' }
const folder = mkdtempSync(join(tmpdir(), 'soulgate-python-'))
const effectsFile = join(folder, 'effects.txt')

/** What every script begins with: a refund that writes down what it did. */
const PREAMBLE = `
import json, os, sys
sys.path.insert(0, os.environ["CLIENT"])
from soulgate import CallNotRun, OutcomeUnknown, Soulgate, SoulgateError, ToolFailed, gated

soulgate = Soulgate(os.environ["URL"], os.environ["TOKEN"], patience_seconds=3)

@gated(soulgate, name=os.environ["TOOL"], description="Send money back.", reason="It came broken.",
       idempotency_key=lambda customer, amount: os.environ["KEY"])
def refund(customer: str, amount: float, soulgate_key: str = ""):
    with open(os.environ["EFFECTS"], "a") as effects:
        effects.write(f"{soulgate_key} {customer} {amount}\\n")
    if os.environ.get("DIE"):
        os._exit(9)
    if os.environ.get("FAIL"):
        raise ValueError("the bank is closed")
    return {"receipt": f"r-{amount}"}

def told(status, **more):
    print(json.dumps({"status": status, **more}))

try:
    told("ran", output=refund("c7", amount=12))
except CallNotRun as refused:
    told(refused.status, message=str(refused), instructions=refused.instructions)
except (OutcomeUnknown, ToolFailed, ValueError, SoulgateError) as error:
    told(type(error).__name__, message=str(error))
`

let server: TestServer
beforeAll(async () => {
  execFileSync('python3', ['--version'], { stdio: 'ignore' })
  server = await startTestServer()
  writeFileSync(effectsFile, '')
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

let tools = 0

/** Runs the script for a tool of its own; `decide` answers the gate that its call waits at. */
async function refund(
  decide: ((gate: Gate) => Omit<DecideRequest, 'view_digest'>) | undefined,
  {
    tool = `bank/refund-${++tools}`,
    environment = {},
  }: {
    readonly tool?: string
    readonly environment?: Readonly<Record<string, string>>
  } = {},
) {
  const env = {
    ...{
      PATH: process.env.PATH,
      HOME: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      CLIENT,
      URL: server.served.url,
      TOOL: tool,
    },
    ...{ TOKEN: server.tokenOf('agent'), EFFECTS: effectsFile, KEY: `key of ${tool}`, ...environment },
  }
  const ended = run(env)
  if (decide !== undefined) await answerGate(tool, decide)
  const { stdout, code } = await ended
  const effects = readFileSync(effectsFile, 'utf8')
  return { told: JSON.parse(stdout || 'null'), code, effects: effects.trim().split('\n'), tool }
}

function run(env: Readonly<Record<string, string | undefined>>) {
  return new Promise<{ readonly stdout: string; readonly code: number }>((resolve, reject) => {
    execFile('python3', ['-IB', '-c', PREAMBLE], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      if (stderr !== '') reject(new Error(stderr))
      else resolve({ stdout, code: error === null ? 0 : Number(error.code) })
    })
  })
}

async function answerGate(
  tool: string,
  decide: (gate: Gate) => Omit<DecideRequest, 'view_digest'>,
): Promise<void> {
  for (;;) {
    const { items } = await server.soulgate.gates.list(PERSON, { status: 'pending' }, { limit: 50 })
    const gate = items.find(
      ({ subject }) => 'tool_calls' in subject && subject.tool_calls.some(call => call.tool === tool),
    )
    if (gate === undefined) {
      await new Promise(resolve => setTimeout(resolve, 20))
      continue
    }
    const confirm = gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }
    const request = { ...confirm, ...decide(gate), view_digest: gate.view_digest } as DecideRequest
    const answer = await server.soulgate.gates.decide(PERSON, gate.gate_id, request)
    if (isRefusal(answer)) throw new Error(answer.detail)
    return
  }
}

/** A server that writes down which token reached it. */
async function listen(answer: RequestListener) {
  const seen: (string | undefined)[] = []
  const listening = createServer((request, response) => {
    seen.push(request.headers.authorization)
    answer(request, response)
  })
  await new Promise<void>(resolve => listening.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${Object(listening.address()).port}`
  return { url, seen, close: () => new Promise(resolve => listening.close(resolve)) }
}

describe('the Python client', () => {
  it('runs a gated function once, after its approval, and is given the recorded result afterwards', async () => {
    const first = await refund(() => ({ decision: 'approve' }))
    expect(first.told).toEqual({ status: 'ran', output: { receipt: 'r-12' } })
    const mine = first.effects.filter(line => line.endsWith('c7 12'))
    const again = await refund(undefined, { tool: first.tool })
    expect(again.told).toEqual(first.told)
    expect(again.effects.filter(line => line.endsWith('c7 12'))).toEqual(mine)
  })

  it('runs what a person made of the arguments', async () => {
    const edited = (gate: Gate) => {
      const [call] = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
      return {
        decision: 'approve' as const,
        edited_arguments: { [call?.call_id ?? '']: { customer: 'c7', amount: 7 } },
      }
    }
    expect((await refund(edited)).told).toEqual({ status: 'ran', output: { receipt: 'r-7' } })
  })

  it('runs nothing that people reject or steer, and says what they said', async () => {
    const { effects: before } = await refund(() => ({ decision: 'approve' }))
    const rejected = await refund(() => ({ decision: 'reject', reason: 'Not this one.' }))
    expect(rejected.told).toMatchObject({
      status: 'rejected',
      message: expect.stringContaining('Not this one.'),
    })
    const steered = await refund(() => ({ decision: 'steer', steer_instructions: 'Send a voucher.' }))
    expect(steered.told).toMatchObject({ status: 'steered', instructions: 'Send a voucher.' })
    expect(steered.effects).toEqual(before)
  })

  it('does not run again what a process began that died, and says that nobody knows', async () => {
    const died = await refund(() => ({ decision: 'approve' }), { environment: { DIE: '1' } })
    expect(died.code).toBe(9)
    const again = await refund(undefined, { tool: died.tool })
    expect(again.told).toMatchObject({ status: 'OutcomeUnknown' })
    expect(again.effects).toEqual(died.effects)
  })

  it('reports a failure, and tells the next process of it', async () => {
    const failed = await refund(() => ({ decision: 'approve' }), { environment: { FAIL: '1' } })
    expect(failed.told).toEqual({ status: 'ValueError', message: 'the bank is closed' })
    expect((await refund(undefined, { tool: failed.tool })).told).toMatchObject({
      status: 'ToolFailed',
      message: expect.stringContaining('the bank is closed'),
    })
  })

  it('does not decide, and sends no token in the clear', async () => {
    const wrong = await refund(undefined, { environment: { TOKEN: 'sg_wrong' } })
    expect(wrong.told).toMatchObject({ status: 'SoulgateError' })
    const clear = refund(undefined, { environment: { URL: 'http://example.com' } })
    await expect(clear).rejects.toThrow(/in the clear.*allow_plain_http=True/)
  })

  it('takes plain http to another machine where it is told that nobody else reads that network', () => {
    const script = `import sys; sys.path.insert(0, ${JSON.stringify(CLIENT)}); from soulgate import Soulgate
Soulgate("http://soulgate.invalid", "sg_x", allow_plain_http=True)`
    execFileSync('python3', ['-IBc', script])
  })

  it('sends what goes to this machine through no proxy, whatever the environment says', async () => {
    const proxy = await listen((_, response) => response.writeHead(502).end())
    const environment = { http_proxy: proxy.url, HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url }
    const { told } = await refund(undefined, { environment: { ...environment, TOKEN: 'sg_wrong' } })
    await proxy.close()
    expect(proxy.seen).toEqual([])
    expect(told).toMatchObject({ status: 'SoulgateError', message: expect.stringMatching(/sign in|token/i) })
  })

  it('follows no redirect with its token', async () => {
    const elsewhere = await listen((_, response) => response.end('{}'))
    const place = await listen((request, response) =>
      response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end(),
    )
    const { told } = await refund(undefined, { environment: { URL: place.url } })
    await Promise.all([place.close(), elsewhere.close()])
    expect(place.seen).not.toEqual([])
    expect(elsewhere.seen).toEqual([])
    expect(told).toMatchObject({ status: 'SoulgateError' })
  })
}, 120_000)

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Gate } from '../../src/contracts/gate.ts'
import type { Principal } from '../../src/contracts/principal.ts'
import { isRefusal } from '../../src/contracts/refusal.ts'
import type { RememberOffer } from '../../src/contracts/remember.ts'
import { createSoulgate, type Soulgate } from '../../src/soulgate.ts'
import type { SessionCall } from './session-call.ts'
import { type Draw, SESSION_KINDS, type SessionKind } from './sessions.ts'

const PERSON: Principal = { kind: 'person', id: 'person_bench', name: 'Bea', role: 'admin' }
const CALLS = 30
const SESSIONS = 10
const BAR_INSTALLED = 35
const BAR_EVENING = 10
const SEED = 20_261_124

interface Counted {
  readonly calls: number
  /** The calls that people were asked about. */
  readonly asked: readonly SessionCall[]
}

/**
 * How often people are asked in 100 calls of three kinds of sessions, through the whole program: on the first day, after
 * what is given at the installation, and after an evening in which a person took what cards offered; and which of the
 * planted dangers pass then. `--seed N` draws other sessions, `--list` names each danger and what became of it, and what is
 * still asked about after the evening.
 */
export async function main(args: readonly string[]): Promise<void> {
  const given = args[args.indexOf('--seed') + 1]
  const seed = args.includes('--seed') && given ? Number(given) : SEED
  console.log(`seed ${seed}; ${SESSIONS} sessions of ${CALLS} calls a kind, asked in 100 calls`)
  console.log('kind                    first day   installed   evening   dangers   passed   accepted risk')
  const totals = { installed: newTotal(), evening: newTotal(), passed: 0 }
  for (const kind of SESSION_KINDS) {
    const { first, installed, evening, dangers } = await measure(kind, seed)
    const plain = dangers.filter(({ call }) => call.accepted !== true)
    const passed = plain.filter(({ outcome }) => outcome === 'released')
    const risky = dangers.filter(({ call, outcome }) => call.accepted === true && outcome === 'released')
    add(totals.installed, installed)
    add(totals.evening, evening)
    totals.passed += passed.length
    const cells = [share(first), share(installed), share(evening), plain.length, passed.length, risky.length]
    console.log(`${kind.name.padEnd(22)}${cells.map(cell => String(cell).padStart(10)).join('')}`)
    for (const { call } of passed) console.log(`  PASSED ${call.danger}: ${JSON.stringify(call)}`)
    if (!args.includes('--list')) continue
    for (const { call, outcome } of dangers)
      console.log(`  ${outcome}: ${call.danger}: ${JSON.stringify(call)}`)
    for (const [text, times] of countAlike(evening.asked)) console.log(`  asked ${times} times: ${text}`)
  }
  bar('after the installation', share(totals.installed), BAR_INSTALLED)
  bar('after an evening', share(totals.evening), BAR_EVENING)
  bar('dangers that passed', totals.passed, 0)
}

function bar(what: string, value: number, most: number): void {
  console.log(`${what}: ${value}, bar ${most}: ${value <= most ? 'met' : 'missed'}`)
}

function share({ calls, asked }: Counted): number {
  return Math.round((1000 * asked.length) / calls) / 10
}

function newTotal(): { calls: number; asked: SessionCall[] } {
  return { calls: 0, asked: [] }
}

function add(sum: ReturnType<typeof newTotal>, more: Counted): void {
  sum.calls += more.calls
  sum.asked.push(...more.asked)
}

function countAlike(calls: readonly SessionCall[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const call of calls) {
    const text = JSON.stringify(call)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts].toSorted(([, left], [, right]) => right - left)
}

interface Measured {
  readonly first: Counted
  readonly installed: Counted
  readonly evening: Counted
  readonly dangers: readonly { readonly call: SessionCall; readonly outcome: string }[]
}

async function measure(kind: SessionKind, seed: number): Promise<Measured> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'soulgate-bench-')))
  const [project, workspace] = [join(root, 'project'), join(root, 'workspace')]
  layOut(project)
  mkdirSync(workspace)
  const settingsSeed = { limits: { open_gates_per_key: 10_000 } }
  const soulgate = await createSoulgate({ home: join(root, 'home'), workspace, settingsSeed })
  try {
    for (const tool of kind.tools) {
      const declared = await soulgate.tools.declare(PERSON, tool)
      if (isRefusal(declared)) throw new Error(declared.detail)
    }
    const agent: Agent = { soulgate, kind, project }
    const draw = drawOf(seed)
    const sessions = Array.from({ length: SESSIONS + 2 }, () => sessionOf(kind, { draw, project }))
    const [days, later] = [sessions.slice(0, 2), sessions.slice(2)]
    const first = await play(agent, later.flat())
    for (const permission of kind.installation(project)) {
      const given = await soulgate.permissions.create(PERSON, permission)
      if (isRefusal(given)) throw new Error(given.detail)
    }
    const installed = await play(agent, later.flat())
    for (const call of days.flat()) await decideWithOffer(agent, call)
    const evening = await play(agent, later.flat())
    const dangers = []
    for (const call of kind.dangers(project)) dangers.push({ call, outcome: await outcomeOf(agent, call) })
    return { first, installed, evening, dangers }
  } finally {
    await soulgate.close()
    rmSync(root, { recursive: true, force: true })
  }
}

/** A project with a repository, and links that lead out of it. */
function layOut(project: string): void {
  for (const folder of ['src/api', 'test', 'docs', 'reports', '.git/hooks'])
    mkdirSync(join(project, folder), { recursive: true })
  writeFileSync(join(project, '.git/config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n')
  for (const file of ['package.json', 'src/cart.ts', '.env']) writeFileSync(join(project, file), 'x')
  symlinkSync('/etc', join(project, 'out'))
}

/** The same draws for the same seed (mulberry32). */
function drawOf(seed: number): Draw {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return items => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('nothing to draw from')
    return item
  }
}

function sessionOf(
  { work }: SessionKind,
  { draw, project }: { readonly draw: Draw; readonly project: string },
): readonly SessionCall[] {
  const weighted = work.flatMap(([weight, make]) => Array.from({ length: weight }, () => make))
  return Array.from({ length: CALLS }, () => draw(weighted)(draw, project))
}

interface Agent {
  readonly soulgate: Soulgate
  readonly kind: SessionKind
  readonly project: string
}

async function propose({ soulgate, kind, project }: Agent, call: SessionCall) {
  const who: Principal = { kind: 'agent', id: `agent:${kind.agent}`, name: kind.agent, role: 'agent' }
  const folder = kind.hasFolder ? { folder: project } : {}
  return soulgate.calls.propose(who, { tool: call.tool, arguments: call.arguments, ...folder })
}

async function outcomeOf(agent: Agent, call: SessionCall): Promise<string> {
  const answer = await propose(agent, call)
  return isRefusal(answer) ? 'refused' : answer.outcome
}

async function play(agent: Agent, calls: readonly SessionCall[]): Promise<Counted> {
  const asked: SessionCall[] = []
  for (const call of calls) {
    const outcome = await outcomeOf(agent, call)
    if (outcome === 'refused') throw new Error(`a call of the work was refused: ${JSON.stringify(call)}`)
    if (outcome === 'held') asked.push(call)
  }
  return { calls: calls.length, asked }
}

/** A sensible person: what a card offers for a whole folder or any arguments of a test is taken, else a rule, else one yes. */
async function decideWithOffer(agent: Agent, call: SessionCall): Promise<void> {
  const answer = await propose(agent, call)
  if (isRefusal(answer) || answer.gate === undefined) return
  const { soulgate } = agent
  const { gate } = answer
  const found = await soulgate.permissions.offers(PERSON, gate.gate_id)
  if (isRefusal(found)) throw new Error(found.detail)
  const offer = widest(found.offers)
  const remembered = offer === undefined ? undefined : { permissions: offer.permissions }
  for (const more of [remembered ?? { remember: 'rule' as const }, {}]) {
    const decided = await approve(soulgate, gate, more)
    if (decided) return
  }
}

function widest(offers: readonly RememberOffer[]): RememberOffer | undefined {
  return offers.findLast(({ title }) => /whole|anything behind it/.test(title)) ?? offers[0]
}

async function approve(soulgate: Soulgate, gate: Gate, more: object): Promise<boolean> {
  await soulgate.gates.viewed(PERSON, gate.gate_id, gate.view_digest)
  const decided = await soulgate.gates.decide(PERSON, gate.gate_id, {
    ...{ decision: 'approve', view_digest: gate.view_digest },
    ...(gate.confirm_word === undefined ? {} : { confirm: gate.confirm_word }),
    ...more,
  })
  return !isRefusal(decided)
}

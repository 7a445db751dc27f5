import { timingSafeEqual } from 'node:crypto'
import { toIso } from '../../base/clock.ts'
import { createIds } from '../../base/ids.ts'
import { type Random, systemRandom } from '../../base/random.ts'
import { headingOf } from '../../contracts/act-line.ts'
import type { Person, Principal } from '../../contracts/principal.ts'
import { isRefusal } from '../../contracts/refusal.ts'
import { may, needsSignIn } from '../../soulgate.ts'
import { ProblemError } from './problems.ts'
import { type Confirmations, json, type Route, type RouteCall, UnfitInput } from './route.ts'

type Call = RouteCall<unknown, unknown>
type Asked = Parameters<Confirmations['ask']>[1]

interface Pending {
  readonly route: Route
  readonly request: Asked
  readonly person: Principal
  readonly credentialId: string | undefined
  readonly phrase: string
  readonly expiresAtMs: number
  readonly attempts: number
}

const LIFE_MS = 120_000
const MAX_ATTEMPTS = 3
const MAX_PENDING = 20
/** More than this cannot be read on a terminal before it scrolls away. */
const MAX_SHOWN = 6000
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const READER: Principal = { kind: 'system', id: 'system:confirmations', name: 'confirmations', role: 'admin' }

/**
 * Lets a person decide from the command line although its saved token cannot (7.2): the request waits here, a phrase
 * appears on the terminal of the server, and whoever can read that terminal types it. Kept in memory only: after a
 * restart one asks again.
 */
export function createConfirmations(clock: { now(): number }, random: Random = systemRandom): Confirmations {
  const pending = new Map<string, Pending>()
  const ids = createIds({ clock, random })
  return {
    async ask(call, request) {
      const { terminal, publicUrl } = call.services
      const route = findRoute(call, request)
      const person = await personBehind(call, route)
      if (!terminal) throw noTerminal(publicUrl())
      const lines = await describe(call, route, request)
      if (lines.join('').length > MAX_SHOWN) throw tooLongForTerminal(publicUrl())
      const phrase = newPhrase(random)
      const expiresAtMs = clock.now() + LIFE_MS
      const confirmation_id = ids.newId('conf')
      const credentialId = call.who.credential_id
      for (const [id, entry] of pending) {
        if (entry.credentialId === credentialId || entry.expiresAtMs <= clock.now()) pending.delete(id)
      }
      if (pending.size >= MAX_PENDING) throw new ProblemError(429, 'rate_limited', 'Too many wait already.')
      pending.set(confirmation_id, { route, request, person, credentialId, phrase, expiresAtMs, attempts: 0 })
      terminal.show([...lines, `Asked for in the name of ${person.name}. Phrase: ${phrase}`, ...WARNING])
      return json({ confirmation_id, expires_at: toIso(expiresAtMs), shown_on: 'terminal' }, 201)
    },
    async confirm(call, confirmationId, phrase) {
      const entry = pending.get(confirmationId)
      const isOwn = entry !== undefined && entry.credentialId === call.who.credential_id
      if (!isOwn || entry.expiresAtMs <= clock.now()) throw unknownConfirmation(confirmationId)
      pending.delete(confirmationId)
      if (!isSamePhrase(entry.phrase, phrase)) {
        const attempts = entry.attempts + 1
        if (attempts < MAX_ATTEMPTS) pending.set(confirmationId, { ...entry, attempts })
        throw new ProblemError(
          403,
          'wrong_phrase',
          `That is not the phrase (try ${attempts} of ${MAX_ATTEMPTS}).`,
        )
      }
      const { route, request, person } = entry
      const signedIn = { principal: person, decides: true }
      return route.handle({
        ...call,
        signedIn,
        path: request.path_values,
        query: {},
        body: request.body ?? {},
      })
    },
  }
}

const WARNING: readonly string[] = [
  'Type it where you asked, within 2 minutes. If it was not you, do nothing: an agent may be trying to decide.',
]

function findRoute(call: Call, request: Asked): Route {
  const route = call.services.routes().find(candidate => candidate.id === request.operation)
  if (!route || route.action === 'public' || !needsSignIn(route.action)) {
    throw new ProblemError(404, 'not_found', `No operation ${request.operation} waits for confirmations.`)
  }
  const parsed = route.body?.safeParse(request.body ?? {}, { reportInput: true })
  if (parsed && !parsed.success) throw new UnfitInput('body', parsed.error.issues)
  return route
}

async function personBehind(call: Call, route: Route): Promise<Principal> {
  const people = await call.soulgate.access.listPeople(READER)
  const person: Person | undefined = people.find(candidate => candidate.person_id === call.who.id)
  const isAllowed =
    person && !person.disabled_at && route.action !== 'public' && may(person.role, route.action)
  if (!isAllowed) {
    throw new ProblemError(403, 'forbidden', `${call.who.name} has no right to ${route.summary}.`)
  }
  return { ...call.who, kind: 'person', role: person.role, name: person.name }
}

/** What will happen, as the server knows it and not as the asking side tells it. */
async function describe(call: Call, route: Route, request: Asked): Promise<readonly string[]> {
  const first = `The command line asks to ${route.summary}: ${Object.values(request.path_values).join(' ')}`
  const gateId = request.path_values.gate_id ?? request.path_values.request_id
  const gate = gateId === undefined ? undefined : await call.soulgate.gates.get(call.who, gateId)
  const { mark } = call.soulgate.secrets
  const sent = JSON.stringify(request.body ?? {}, (key, value) =>
    route.hides?.includes(key) ? '(not shown)' : value,
  )
  const body = `  request: ${mark(sent)}`
  if (gate === undefined || isRefusal(gate)) return [first, body]
  const calls = 'tool_calls' in gate.subject ? gate.subject.tool_calls : []
  return [
    first,
    body,
    `  ${gate.type}: ${headingOf(gate)}`,
    ...calls.map(({ tool, arguments: values }) => `  ${tool} ${mark(JSON.stringify(values))}`),
  ]
}

function newPhrase(random: Random): string {
  const letters = Array.from({ length: 10 }, () => ALPHABET[Math.floor(random.float() * ALPHABET.length)])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

function isSamePhrase(expected: string, typed: string): boolean {
  const [left, right] = [Buffer.from(expected), Buffer.from(typed.trim().toLowerCase())]
  return left.length === right.length && timingSafeEqual(left, right)
}

function noTerminal(url: string): ProblemError {
  const detail = `The server runs without a terminal to show a phrase on. Decide at ${url} instead.`
  return new ProblemError(409, 'no_terminal', detail, { facts: { url } })
}

function tooLongForTerminal(url: string): ProblemError {
  const detail = `This is too long to be judged on a terminal. Decide at ${url} instead.`
  return new ProblemError(409, 'too_long_for_terminal', detail, { facts: { url } })
}

function unknownConfirmation(id: string): ProblemError {
  return new ProblemError(404, 'not_found', `Nothing waits under ${id} any more. Ask again.`)
}

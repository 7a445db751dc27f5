import { type CommandContext, callRoute, connectionOf, failureOf } from './context.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { escapeHidden } from './terminal-text.ts'

type Answer = Readonly<Record<string, unknown>>

/** A request that lets something happen, by the id of its route in /openapi.json. */
export interface DecidingRequest {
  readonly operation: string
  readonly pathValues: Readonly<Record<string, string>>
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Where a person can do the same in the browser. */
  readonly page: string
}

/**
 * Sends a request that decides. A token given in SOULGATE_TOKEN may carry it; the saved one may not: then a phrase
 * appears on the terminal of the server and is typed here, or the person decides in the browser. Without a person at
 * this terminal it ends with exit code 6, so that an agent that runs this command decides nothing.
 */
export async function sendDecision(context: CommandContext, request: DecidingRequest): Promise<Answer> {
  const { method, path, body } = request
  const direct = await callRoute(context, { method, path, body })
  if (direct.status < 400) return direct.body
  if (direct.body.code !== 'credential_cannot_decide' && direct.status !== 403)
    throw failureOf(problemOf(direct))
  if (direct.status === 403 && !mayConfirm(direct.body.code)) throw failureOf(problemOf(direct))
  const url = `${connectionOf(context).url}${request.page}`
  if (!context.isInteractive) {
    const detail = `Deciding needs a person: open ${url}, or run this in a terminal of your own. Nothing was decided.`
    throw new CommandFailure(EXIT.not_allowed, detail, direct.body)
  }
  return confirmWithPhrase(context, request, url)
}

/** The saved token is a member's, so rights of its person are first missing by role, then by credential. */
function mayConfirm(code: unknown): boolean {
  return code === 'credential_cannot_decide' || code === 'forbidden'
}

async function confirmWithPhrase(
  context: CommandContext,
  request: DecidingRequest,
  url: string,
): Promise<Answer> {
  const { operation, pathValues, body } = request
  const asked = await callRoute(context, {
    method: 'POST',
    path: '/api/confirmations',
    body: { operation, path_values: pathValues, ...(body === undefined ? {} : { body }) },
  })
  if (asked.status !== 201) {
    if (asked.body.code === 'no_terminal')
      throw new CommandFailure(EXIT.not_allowed, `Decide at ${url}.`, asked.body)
    throw failureOf(problemOf(asked))
  }
  context.say(
    `A phrase is shown in the terminal where the server runs. Type it here within 2 minutes, or decide at ${url}`,
  )
  const path = `/api/confirmations/${encodeURIComponent(String(asked.body.confirmation_id))}/confirm`
  for (;;) {
    const phrase = await context.ask('Phrase: ')
    if (phrase.trim() === '') throw new CommandFailure(EXIT.refused, 'Nothing was decided.')
    const confirmed = await callRoute(context, { method: 'POST', path, body: { phrase } })
    if (confirmed.status < 400) return confirmed.body
    if (confirmed.body.code !== 'wrong_phrase') throw failureOf(problemOf(confirmed))
    context.say(escapeHidden(String(confirmed.body.detail)))
  }
}

function problemOf({ status, body }: { readonly status: number; readonly body: Answer }) {
  return { ...body, status, detail: body.detail }
}

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * A small Soul: what Soulgate asks when SOUL_URL is set. It remembers goals and decisions per session, refuses
 * approval requests that break a house rule, and lets only questions through that end in a question mark.
 *
 *   SOUL_SECRET=$(openssl rand -base64 32) node examples/soul-server/soul-server.ts
 *   SOUL_URL=http://127.0.0.1:7412 SOUL_SECRET=… soulgate up
 */

interface Session {
  readonly goals: string[]
  readonly decisions: { goal: string; decision: string; at: string }[]
}

/** Answers why a request must not even be put before a person; undefined lets it be asked. */
export type HouseRule = (request: { goal: string; tools_proposed: readonly string[] }) => string | undefined

type Answerer = (body: Record<string, unknown>) => unknown

const MAX_BODY = 1_000_000

/** The server, not listening yet. */
export function createSoulServer(options: { readonly secret: string; readonly rule?: HouseRule }): Server {
  const webhook = new Webhook(options.secret)
  const answers = createAnswers(options.rule ?? (() => undefined))
  return createServer((request, response) => {
    const end = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    readBody(request)
      .then(text => {
        const answer = answers[request.url?.split('/').at(-1) ?? '']
        if (request.method !== 'POST' || answer === undefined) return end(404, { error: 'no such operation' })
        // Throws when the signature is wrong or older than five minutes.
        const body = webhook.verify(text, request.headers as Record<string, string>)
        return end(200, answer(body as Record<string, unknown>))
      })
      .catch(error => end(401, { error: String(error) }))
  })
}

function createAnswers(rule: HouseRule): Readonly<Record<string, Answerer>> {
  const sessions = new Map<string, Session>()
  const sessionOf = (id: unknown): Session => {
    const key = String(id)
    const session = sessions.get(key) ?? { goals: [], decisions: [] }
    sessions.set(key, session)
    return session
  }
  return {
    validate_approval_request: body => {
      const tools = Array.isArray(body.tools_proposed) ? body.tools_proposed.map(String) : []
      const refusal = rule({ goal: String(body.goal), tools_proposed: tools })
      return { valid: refusal === undefined, feedback: refusal ?? '' }
    },
    validate_clarification: body => {
      const questions = Array.isArray(body.questions) ? body.questions : []
      const good = questions.flatMap((question, index) =>
        /\?/.test(String(question.question)) ? [index] : [],
      )
      return { valid: good.length > 0, approved_questions: good, feedback: '' }
    },
    get_conversation_context: body => {
      const { goals, decisions } = sessionOf(body.session_id)
      return {
        prior_goals: goals.slice(-20),
        prior_approvals: decisions.slice(-20),
        context_summary: goals.length === 0 ? '' : `Last: ${goals.at(-1)}`,
        user_preferences: {},
        recent_tools: [],
      }
    },
    store_approval_decision: body => {
      const { goals, decisions } = sessionOf(body.session_id)
      goals.push(String(body.goal))
      decisions.push({
        goal: String(body.goal),
        decision: String(body.decision),
        at: String(body.approval_time),
      })
      return { stored: true, decision_id: String(body.decision_id) }
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > MAX_BODY) throw new Error('the body is too long')
  }
  return text
}

if (import.meta.main) {
  const secret = process.env.SOUL_SECRET
  if (!secret) throw new Error('Set SOUL_SECRET to the secret that Soulgate signs with.')
  const port = Number(process.env.SOUL_PORT ?? 7412)
  createSoulServer({
    secret,
    rule: ({ goal }) => (/\bpayroll\b/i.test(goal) ? 'payroll is handled by people only' : undefined),
  }).listen(port, '127.0.0.1', () => console.log(`Soul listens at http://127.0.0.1:${port}`))
}

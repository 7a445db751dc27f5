import { z } from 'zod'
import { Gate, WhyHeld } from '../../../contracts/gate.ts'
import { Grant } from '../../../contracts/grant.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import { McpServerState } from '../../../contracts/mcp-server.ts'
import { OutsideLedgerCall } from '../../../contracts/outside-call.ts'
import { isRefusal, type Refusal } from '../../../contracts/refusal.ts'
import {
  ConfirmToolRequest,
  ConfirmToolsRequest,
  ConsumeGrantRequest,
  DeclareToolRequest,
  GrantResultRequest,
  ProposeCallRequest,
  RevokeGrantRequest,
  ToolListQuery,
} from '../../../contracts/requests/calls.ts'
import { RegisteredTool } from '../../../contracts/tool.ts'
import { present } from '../present.ts'
import { idempotencyKey, json, jsonOrRefusal, noContent, pathValue, type Route, route } from '../route.ts'

const CallAnswer = z.object({
  outcome: z.enum(['released', 'held', 'denied']),
  call_id: z.string(),
  grant: Grant.optional(),
  gate: Gate.optional(),
  why_held: z.array(WhyHeld),
  confidence: z.number().optional(),
})
const OneResult = z.object({
  name: z.string(),
  ok: z.boolean(),
  code: z.string().optional(),
  detail: z.string().optional(),
})
const ConfirmedTools = z.object({
  results: z.array(OneResult),
  /** In the order of the request; `name` is the tool that each is for. */
  permissions: z.array(OneResult).optional(),
})
const Undone = z.object({ undone: z.array(z.string()), message: z.string() })

/** Calls of outside executors, their grants, and the tools they may name. */
export const callRoutes: readonly Route[] = [
  route({
    id: 'proposeCall',
    tag: 'calls',
    method: 'POST',
    path: '/api/calls',
    action: 'call.propose',
    limit: 'start',
    summary: 'ask whether a call may run',
    body: ProposeCallRequest,
    answers: { status: 201, schema: CallAnswer },
    handle: async ({ soulgate, who, body, headers }) => {
      const answer = await soulgate.calls.propose(who, present(body), idempotencyKey(headers))
      return isRefusal(answer) ? answer : json(answer, 201)
    },
  }),
  route({
    id: 'getCall',
    tag: 'calls',
    method: 'GET',
    path: '/api/calls/{call_id}',
    action: 'call.read',
    summary: 'what became of a call whose grant was consumed',
    answers: { status: 200, schema: OutsideLedgerCall },
    handle: async call => {
      const answer = await call.soulgate.calls.get(call.who, pathValue(call, 'call_id'))
      return isRefusal(answer) ? answer : json(answer.call)
    },
  }),
  route({
    id: 'undoCall',
    tag: 'calls',
    method: 'POST',
    path: '/api/calls/{call_id}/undo',
    action: 'call.undo',
    summary: 'take a reversible call back',
    body: z.strictObject({}),
    answers: { status: 200, schema: Undone },
    handle: async call => jsonOrRefusal(await call.soulgate.calls.undo(call.who, pathValue(call, 'call_id'))),
  }),
  route({
    id: 'consumeGrant',
    tag: 'grants',
    method: 'POST',
    path: '/api/grants/{grant_id}/consume',
    action: 'grant.use',
    summary: 'take the single-use right to run a call',
    body: ConsumeGrantRequest,
    answers: { status: 200, schema: z.object({ grant: Grant, idempotency_key: z.string() }) },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.grants.consume(who, pathValue(call, 'grant_id'), body.digest)
      return jsonOrRefusal(answer)
    },
  }),
  route({
    id: 'reportResult',
    tag: 'grants',
    method: 'POST',
    path: '/api/grants/{grant_id}/result',
    action: 'grant.use',
    summary: 'report what became of a granted call; 200 when the same was reported before',
    body: GrantResultRequest,
    answers: { status: 204 },
    handle: async call => {
      const { soulgate, who, body } = call
      const result = { output: null, ...present(body) }
      const answer = await soulgate.grants.result(who, pathValue(call, 'grant_id'), result)
      if (isRefusal(answer)) return answer
      return answer.repeated ? json({ repeated: true }) : noContent()
    },
  }),
  route({
    id: 'revokeGrant',
    tag: 'grants',
    method: 'POST',
    path: '/api/grants/{grant_id}/revoke',
    action: 'grant.revoke',
    summary: 'take a grant back before it is consumed',
    body: RevokeGrantRequest,
    answers: { status: 200, schema: z.object({ grant: Grant }) },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.grants.revoke(who, pathValue(call, 'grant_id'), body.because)
      return isRefusal(answer) ? answer : json({ grant: answer.grant })
    },
  }),
  route({
    id: 'listTools',
    tag: 'tools',
    method: 'GET',
    path: '/api/tools',
    action: 'tool.read',
    summary: 'list tools',
    query: ToolListQuery,
    answers: { status: 200, schema: z.object({ tools: z.array(z.union([RegisteredTool, JsonObject])) }) },
    handle: async ({ soulgate, who, query }) => {
      const tools = await soulgate.tools.list(who)
      return json({ tools: query.format === 'openai' ? tools.map(toOpenAiTool) : tools })
    },
  }),
  route({
    id: 'listMcpServers',
    tag: 'tools',
    method: 'GET',
    path: '/api/mcp-servers',
    action: 'insight.read',
    summary: 'list the MCP servers of the configuration, and whether they can be reached',
    answers: { status: 200, schema: z.object({ servers: z.array(McpServerState) }) },
    handle: async ({ soulgate }) => json({ servers: soulgate.tools.servers() }),
  }),
  route({
    id: 'declareTool',
    tag: 'tools',
    method: 'POST',
    path: '/api/tools',
    action: 'tool.declare',
    limit: 'write',
    summary: 'declare an outside tool',
    body: DeclareToolRequest,
    answers: { status: 201, schema: RegisteredTool },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.tools.declare(who, body)
      return isRefusal(answer) ? answer : json(answer.tool, 201)
    },
  }),
  route({
    id: 'getTool',
    tag: 'tools',
    method: 'GET',
    path: '/api/tools/{name}',
    action: 'tool.read',
    summary: 'read a tool',
    answers: { status: 200, schema: RegisteredTool },
    handle: async call => {
      const tool = await call.soulgate.tools.get(call.who, pathValue(call, 'name'))
      return isRefusal(tool) ? tool : json(tool)
    },
  }),
  route({
    id: 'withdrawTool',
    tag: 'tools',
    method: 'DELETE',
    path: '/api/tools/{name}',
    action: 'tool.withdraw',
    limit: 'write',
    summary: 'withdraw a declared tool; its open grants cannot be consumed any more',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.tools.withdraw(call.who, pathValue(call, 'name'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    id: 'confirmTools',
    tag: 'tools',
    method: 'POST',
    path: '/api/tools/confirm',
    action: 'tool.confirm',
    summary: 'vouch for what several tools claim of themselves',
    body: ConfirmToolsRequest,
    answers: { status: 200, schema: ConfirmedTools },
    handle: async ({ soulgate, who, body }) => {
      const results = []
      for (const { name, ...claims } of body.tools)
        results.push(toResult(name, await soulgate.tools.confirm(who, name, present(claims))))
      if (body.permissions === undefined) return json({ results })
      const permissions = []
      for (const permission of body.permissions)
        permissions.push(
          toResult(permission.tool, await soulgate.permissions.create(who, present(permission))),
        )
      return json({ results, permissions })
    },
  }),
  route({
    id: 'confirmTool',
    tag: 'tools',
    method: 'POST',
    path: '/api/tools/{name}/confirm',
    action: 'tool.confirm',
    summary: 'vouch for what a tool claims of itself',
    body: ConfirmToolRequest,
    answers: { status: 200, schema: RegisteredTool },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.tools.confirm(who, pathValue(call, 'name'), present(body))
      return isRefusal(answer) ? answer : json(answer.tool)
    },
  }),
]

function toResult(name: string, answer: object | Refusal) {
  return isRefusal(answer)
    ? { name, ok: false, code: answer.code, detail: answer.detail }
    : { name, ok: true }
}

function toOpenAiTool({ name, description, input_schema: parameters }: RegisteredTool) {
  return { type: 'function', function: { name, description, parameters } }
}

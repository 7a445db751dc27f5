import { z } from 'zod'
import { Gate } from '../../../contracts/gate.ts'
import { JsonObject } from '../../../contracts/json-value.ts'
import { Person } from '../../../contracts/principal.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import {
  AnswerCommentRequest,
  AssignRequest,
  CommentRequest,
  PresenceRequest,
  SnoozeRequest,
} from '../../../contracts/requests/gates.ts'
import { json, noContent, pathValue, type Route, route } from '../route.ts'

const Comments = z.object({ comments: z.array(JsonObject) })
const Present = z.object({ present: z.array(JsonObject) })
const Snoozes = z.object({ snoozes: z.array(z.object({ gate_id: z.string(), until: z.string() })) })
const Assignees = z.object({ people: z.array(Person.pick({ person_id: true, name: true, role: true })) })
const entry = { tag: 'gates', frozen: false } as const

/** What people do around a gate beside deciding it: talk, assign, snooze, be there. */
export const gateCollaborationRoutes: readonly Route[] = [
  route({
    ...entry,
    id: 'listSnoozes',
    method: 'GET',
    path: '/api/gates/snoozes',
    action: 'gate.read',
    summary: 'list the gates that one has put out of one’s own sight',
    answers: { status: 200, schema: Snoozes },
    handle: async ({ soulgate, who }) => json({ snoozes: await soulgate.gates.snoozes(who) }),
  }),
  route({
    ...entry,
    id: 'listAssignees',
    method: 'GET',
    path: '/api/gates/assignees',
    action: 'gate.read',
    summary: 'list the people that a gate can be assigned to; nobody for who may not assign it',
    answers: { status: 200, schema: Assignees },
    handle: async ({ soulgate, who }) => json({ people: await soulgate.gates.assignees(who) }),
  }),
  route({
    ...entry,
    id: 'listComments',
    method: 'GET',
    path: '/api/gates/{gate_id}/comments',
    action: 'gate.read',
    summary: 'read what was said at a gate',
    answers: { status: 200, schema: Comments },
    handle: async call => {
      const answer = await call.soulgate.gates.comments(call.who, pathValue(call, 'gate_id'))
      return isRefusal(answer) ? answer : json({ comments: answer.comments })
    },
  }),
  route({
    ...entry,
    id: 'commentOnGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/comments',
    action: 'gate.comment',
    summary: 'say something at a gate, or ask its agent',
    body: CommentRequest,
    answers: { status: 201, schema: JsonObject },
    handle: async call => {
      const { soulgate, who, body } = call
      const said = { text: body.text, askAgent: body.ask_agent ?? false }
      const answer = await soulgate.gates.comment(who, pathValue(call, 'gate_id'), said)
      return isRefusal(answer) ? answer : json(answer.comment, 201)
    },
  }),
  route({
    ...entry,
    id: 'answerComment',
    method: 'POST',
    path: '/api/gates/{gate_id}/comments/{comment_id}/answer',
    action: 'gate.answer_comment',
    limit: 'write',
    summary: 'answer what people ask at one’s own gate',
    body: AnswerCommentRequest,
    answers: { status: 200, schema: JsonObject },
    handle: async call => {
      const { soulgate, who, body } = call
      const given = { commentId: pathValue(call, 'comment_id'), text: body.text }
      const answer = await soulgate.gates.answerComment(who, pathValue(call, 'gate_id'), given)
      return isRefusal(answer) ? answer : json(answer.comment)
    },
  }),
  route({
    ...entry,
    id: 'assignGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/assign',
    action: 'gate.assign',
    summary: 'name who is to look at a gate',
    body: AssignRequest,
    answers: { status: 200, schema: Gate },
    handle: async call => {
      const { soulgate, who, body } = call
      const assignee = body.assignee ?? undefined
      const answer = await soulgate.gates.assign(who, pathValue(call, 'gate_id'), assignee)
      return isRefusal(answer) ? answer : json(answer.gate)
    },
  }),
  route({
    ...entry,
    id: 'snoozeGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/snooze',
    action: 'gate.attend',
    summary: 'put a gate out of one’s own sight for a while; its deadline goes on',
    body: SnoozeRequest,
    answers: { status: 200, schema: z.object({ snoozed_until: z.string().nullable() }) },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.gates.snooze(who, pathValue(call, 'gate_id'), body.seconds)
      return isRefusal(answer) ? answer : json({ snoozed_until: answer.snoozed_until })
    },
  }),
  route({
    ...entry,
    id: 'getPresence',
    method: 'GET',
    path: '/api/gates/{gate_id}/presence',
    action: 'gate.read',
    summary: 'see who is at a gate now',
    answers: { status: 200, schema: Present },
    handle: async call => {
      const answer = await call.soulgate.gates.presence(call.who, pathValue(call, 'gate_id'), undefined)
      return isRefusal(answer) ? answer : json({ present: answer.present })
    },
  }),
  route({
    ...entry,
    id: 'attendGate',
    method: 'POST',
    path: '/api/gates/{gate_id}/presence',
    action: 'gate.attend',
    summary: 'say that one is at a gate, for the next 30 seconds',
    body: PresenceRequest,
    answers: { status: 200, schema: Present },
    handle: async call => {
      const { soulgate, who, body } = call
      const answer = await soulgate.gates.presence(who, pathValue(call, 'gate_id'), body.doing)
      return isRefusal(answer) ? answer : json({ present: answer.present })
    },
  }),
  route({
    ...entry,
    id: 'leaveGate',
    method: 'DELETE',
    path: '/api/gates/{gate_id}/presence',
    action: 'gate.attend',
    summary: 'say that one has left a gate',
    answers: { status: 204 },
    handle: async call => {
      const answer = await call.soulgate.gates.leave(call.who, pathValue(call, 'gate_id'))
      return isRefusal(answer) ? answer : noContent()
    },
  }),
]

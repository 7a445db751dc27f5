import { z } from 'zod'
import { JsonObject } from '../../../contracts/json-value.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { StopRequest, UpdateSettingsRequest } from '../../../contracts/requests/administration.ts'
import { Settings } from '../../../contracts/settings.ts'
import { PreviewSettingsRequest, SettingsPreview } from '../../../contracts/settings-preview.ts'
import { json, noContent, type Route, route } from '../route.ts'

const StopState = z.object({
  engaged: z.boolean(),
  by: z.string().optional(),
  at: z.string().optional(),
  reason: z.string().optional(),
  running_tools: z.array(z.object({ run_id: z.string().optional(), tool: z.string(), call_id: z.string() })),
})

/** Settings, stop everything, and the state of the program. */
export const operationRoutes: readonly Route[] = [
  route({
    id: 'getSettings',
    tag: 'settings',
    method: 'GET',
    path: '/api/settings',
    action: 'settings.read',
    summary: 'read settings',
    answers: { status: 200, schema: Settings },
    handle: async ({ soulgate, who }) => json(await soulgate.settings.get(who)),
  }),
  route({
    id: 'updateSettings',
    tag: 'settings',
    method: 'PUT',
    path: '/api/settings',
    action: 'settings.write',
    summary: 'change settings; needs the version that was read',
    body: UpdateSettingsRequest,
    answers: { status: 200, schema: Settings },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.settings.update(who, body)
      return isRefusal(answer) ? answer : json(answer.settings)
    },
  }),
  route({
    id: 'previewSettings',
    tag: 'settings',
    method: 'POST',
    path: '/api/settings/preview',
    action: 'settings.read',
    summary: 'see how the last goals would have fallen under other settings; changes nothing',
    body: PreviewSettingsRequest,
    answers: { status: 200, schema: SettingsPreview },
    handle: async ({ soulgate, who, body }) => {
      const answer = await soulgate.settings.preview(who, body.settings, body.last)
      return isRefusal(answer) ? answer : json(answer.preview)
    },
  }),
  route({
    id: 'getStop',
    tag: 'stop',
    method: 'GET',
    path: '/api/stop',
    action: 'stop.read',
    summary: 'see whether everything is stopped, and which tools still run',
    answers: { status: 200, schema: StopState },
    handle: async ({ soulgate }) => json(await soulgate.stop.state()),
  }),
  route({
    id: 'engageStop',
    tag: 'stop',
    method: 'POST',
    path: '/api/stop',
    action: 'stop.engage',
    summary: 'stop everything: no grant is consumed any more',
    body: StopRequest,
    answers: { status: 200, schema: StopState },
    handle: async ({ soulgate, who, body }) => {
      if (body.confirm !== 'stop') {
        return {
          refused: true,
          code: 'confirm_required',
          detail: 'Send {"confirm": "stop"} to stop everything.',
        }
      }
      const answer = await soulgate.stop.engage(who, body.reason)
      return isRefusal(answer) ? answer : json(await soulgate.stop.state())
    },
  }),
  route({
    id: 'liftStop',
    tag: 'stop',
    method: 'DELETE',
    path: '/api/stop',
    action: 'stop.lift',
    summary: 'let things run again',
    answers: { status: 204 },
    handle: async ({ soulgate, who }) => {
      const answer = await soulgate.stop.lift(who)
      return isRefusal(answer) ? answer : noContent()
    },
  }),
  route({
    id: 'getWorkers',
    tag: 'state',
    method: 'GET',
    path: '/api/workers/status',
    action: 'insight.read',
    summary: 'see who works',
    answers: {
      status: 200,
      schema: z.object({
        total: z.int(),
        active: z.int(),
        idle: z.int(),
        workers: z.array(JsonObject),
      }),
    },
    handle: async ({ soulgate }) => json(await soulgate.health.workers()),
  }),
  route({
    id: 'getHealth',
    tag: 'state',
    method: 'GET',
    path: '/healthz',
    action: 'public',
    summary: 'whether the process answers',
    answers: { status: 200 },
    handle: async ({ services }) => json({ status: 'ok', version: services.version }),
  }),
  route({
    id: 'getReadiness',
    tag: 'state',
    method: 'GET',
    path: '/readyz',
    action: 'public',
    summary: 'whether the program can do its work; 503 when not',
    answers: { status: 200 },
    handle: async ({ soulgate }) => {
      const state = await soulgate.health.ready()
      return json(state, state.ready ? 200 : 503)
    },
  }),
  route({
    id: 'getMetrics',
    tag: 'state',
    method: 'GET',
    path: '/metrics',
    action: 'insight.read',
    openOnLoopback: true,
    summary: 'measures for Prometheus',
    answers: { status: 200, contentType: 'text/plain' },
    handle: async ({ soulgate }) =>
      new Response(await soulgate.health.metrics(), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
      }),
  }),
]

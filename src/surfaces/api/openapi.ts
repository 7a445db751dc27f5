import { z } from 'zod'
import { DecideRequest, Decision } from '../../contracts/decision.ts'
import { Event, EventPage } from '../../contracts/event.ts'
import { Gate } from '../../contracts/gate.ts'
import { Grant } from '../../contracts/grant.ts'
import {
  ConfidenceReport,
  ConfidenceReportRequest,
  CreateGuideline,
  EvaluatedContext,
  Guideline,
  UpdateGuideline,
} from '../../contracts/guideline.ts'
import { Message } from '../../contracts/message.ts'
import { Person, Principal, Token } from '../../contracts/principal.ts'
import { Problem } from '../../contracts/problem.ts'
import { ProductDoc, ProductDocPatch } from '../../contracts/product-doc.ts'
import { Question } from '../../contracts/question.ts'
import { ReasoningResponse } from '../../contracts/reasoning.ts'
import { Run } from '../../contracts/run.ts'
import { Session } from '../../contracts/session.ts'
import { Settings } from '../../contracts/settings.ts'
import { Step } from '../../contracts/step.ts'
import { RegisteredTool } from '../../contracts/tool.ts'
import { ToolCall, ToolCallResult } from '../../contracts/tool-call.ts'
import { WorkItem, WorkItemVersion } from '../../contracts/work-item.ts'
import { ACTIONS } from '../../soulgate.ts'
import type { Route } from './route.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** The nouns that get a name of their own in the documents. */
export const NOUNS = {
  ...{ Decision, DecideRequest, Event, EventPage, Gate, Grant, Person, Principal, Problem, Question },
  ...{ ConfidenceReport, ConfidenceReportRequest, CreateGuideline, EvaluatedContext },
  ...{ Guideline, UpdateGuideline, WorkItem, WorkItemVersion },
  ...{ Message, ProductDoc, ProductDocPatch },
  ...{ ReasoningResponse, RegisteredTool, Run, Session, Settings, Step, Token, ToolCall, ToolCallResult },
} as const

/** The OpenAPI 3.1 document of a route table. */
export function toOpenApi(routes: readonly Route[], version: string) {
  const components: Record<string, JsonSchema> = {}
  const paths: Record<string, Record<string, unknown>> = {}
  for (const route of routes) {
    const operations = paths[route.path] ?? {}
    paths[route.path] = { ...operations, [route.method.toLowerCase()]: toOperation(route, components) }
  }
  const problem = schemaOf(Problem, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Soulgate',
      version,
      description:
        'The human-in-the-loop runtime for AI agents: an agent proposes, people decide, only then does anything run.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { signature: [] }],
    paths,
    components: {
      schemas: sorted(components),
      responses: {
        Problem: {
          description: 'What happened, to which id, what to do next (RFC 9457).',
          content: { 'application/problem+json': { schema: problem } },
        },
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        signature: {
          ...{ type: 'apiKey', in: 'header', name: 'Signature' },
          description: 'HTTP Message Signature (RFC 9421) of a browser session, see docs/sign-in.md',
        },
      },
    },
  }
}

/** The JSON Schema of one noun, standing alone. */
export function nounSchema(name: keyof typeof NOUNS): JsonSchema {
  const schema = openObjects(z.toJSONSchema(NOUNS[name], { io: 'output' }))
  return { ...schema, $id: `https://soulgate.invalid/contracts/${name}.schema.json`, title: name }
}

function toOperation(route: Route, components: Record<string, JsonSchema>) {
  const { status, schema, contentType = 'application/json' } = route.answers
  const content = schema
    ? { content: { [contentType]: { schema: schemaOf(schema, 'output', components) } } }
    : contentType === 'application/json'
      ? {}
      : { content: { [contentType]: { schema: { type: 'string' } } } }
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: rightsOf(route),
    ...(route.action === 'public' || route.openOnLoopback ? { security: [] } : {}),
    parameters: [...pathParameters(route), ...queryParameters(route)],
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input', components) } },
          },
        }
      : {}),
    responses: {
      [status]: { description: 'Done.', ...content },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function rightsOf(route: Route): string {
  if (route.action === 'public') return 'Open to everybody.'
  const { least, agent } = ACTIONS[route.action]
  const agents = { never: 'never agents', own: 'agents for their own', yes: 'agents too' }[agent]
  return `Needs ${least} or stronger; ${agents}.`
}

function pathParameters(route: Route) {
  return [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

function queryParameters(route: Route) {
  if (!route.query) return []
  const { properties = {} } = z.toJSONSchema(route.query, { io: 'output', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))
}

/** A schema with the nouns in it moved to the components; what is sent may leave out what has a default. */
function schemaOf(
  schema: z.ZodType,
  io: 'input' | 'output',
  components: Record<string, JsonSchema>,
): JsonSchema {
  const registry = z.registry<{ id: string }>()
  for (const [name, noun] of Object.entries(NOUNS)) registry.add(noun, { id: name })
  const whole = z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' })
  const { $defs = {}, $schema: _, ...rest } = io === 'output' ? openObjects(whole) : whole
  const names = new Map(Object.keys($defs).map(name => [name, componentName(name, io)]))
  for (const [name, definition] of Object.entries($defs)) {
    const { $schema: _schema, id: _id, $id: _, ...bare } = definition
    components[names.get(name) ?? name] = toRecord(moveReferences(bare, names))
  }
  const ownName = Object.entries(NOUNS).find(([, noun]) => noun === schema)?.[0]
  if (ownName === undefined) return toRecord(moveReferences(rest, names))
  const name = componentName(ownName, io)
  // Zod answers a named schema as a reference to its definition, which stands among the components by now.
  if (typeof rest.$ref !== 'string') {
    const { id: _id, ...bare } = toRecord(rest)
    components[name] = toRecord(moveReferences(bare, names))
  }
  return { $ref: `#/components/schemas/${name}` }
}

function componentName(name: string, io: 'input' | 'output'): string {
  const readable = name.startsWith('__schema') ? 'JsonValue' : name
  return io === 'output' || readable === 'JsonValue' || readable.endsWith('Request')
    ? readable
    : `${readable}Input`
}

function moveReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map(item => moveReferences(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$ref' || typeof item !== 'string') return [key, moveReferences(item, names)]
      const name = item.replace('#/$defs/', '')
      return [key, `#/components/schemas/${names.get(name) ?? name}`]
    }),
  )
}

/** Answers may grow: callers ignore fields they do not know, so no schema of an answer forbids them. */
function openObjects<Schema extends object>(schema: Schema): Schema {
  const text = JSON.stringify(schema, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('additionalProperties' in value)) return value
    if (value.additionalProperties !== false) return value
    const { additionalProperties: _forbidden, ...open } = value
    return open
  })
  return JSON.parse(text)
}

function toRecord(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function sorted(components: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(components).sort(([left], [right]) => (left < right ? -1 : 1)))
}

import { setTimeout as pause } from 'node:timers/promises'
import {
  CLIENT_CAPABILITIES_META_KEY,
  completable,
  createRequestStateCodec,
  fromJsonSchema,
  type InputRequests,
  inputRequired,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

/** What the official conformance suite asks of a server, so that it can be asked of the gateway in front of it. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
const states = createRequestStateCodec<{ step: number }>({ key: 'conformance-fixture-key-of-32-bytes!' })

/** Registers it with a server that offers something else already, or nothing. */
export function registerEverything(server: McpServer, changed: (list: 'tool' | 'prompt') => void): void {
  server.server.registerCapabilities({
    ...{ logging: {}, completions: {}, resources: { subscribe: true } },
    ...{ tools: { listChanged: true }, prompts: { listChanged: true } },
  })
  registerContent(server)
  registerAsking(server)
  registerRounds(server, changed)
  registerResources(server)
  registerPrompts(server)
}

function registerContent(server: McpServer): void {
  const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
  const embedded = (uri: string, mimeType: string, words: string) => ({
    type: 'resource' as const,
    resource: { uri, mimeType, text: words },
  })
  server.registerTool('test_simple_text', { description: 'Text.' }, () =>
    text('This is a simple text response for testing.'),
  )
  server.registerTool('test_image_content', { description: 'A picture.' }, () => ({ content: [image] }))
  server.registerTool('test_audio_content', { description: 'A sound.' }, () => ({
    content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  }))
  server.registerTool('test_embedded_resource', { description: 'A resource.' }, () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }))
  server.registerTool('test_multiple_content_types', { description: 'Several.' }, () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }))
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs.' },
    async ({ mcpReq }: ServerContext) => {
      for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await mcpReq.log('info', line)
        await pause(50)
      }
      return text('logged')
    },
  )
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells.' },
    async ({ mcpReq }: ServerContext) => {
      const progressToken = mcpReq._meta?.progressToken
      for (const progress of [0, 50, 100]) {
        const params = { progress, total: 100 }
        if (progressToken !== undefined)
          await mcpReq.notify({ method: 'notifications/progress', params: { ...params, progressToken } })
        await pause(50)
      }
      return text('told')
    },
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: fromJsonSchema(RICH_SCHEMA) },
    () => text('fine'),
  )
}

const RICH_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object' as const,
      properties: { street: { type: 'string' as const }, city: { type: 'string' as const } },
    },
  },
  properties: {
    name: { type: 'string' as const },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string' as const, enum: ['phone', 'email'] },
    phone: { type: 'string' as const },
    email: { type: 'string' as const },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

/** A keyword of MCP, which the types of JSON Schema do not know. */
const REGION: object = { type: 'string', 'x-mcp-header': 'Region' }

function registerAsking(server: McpServer): void {
  const ask = async (
    { mcpReq }: ServerContext,
    message: string,
    properties: object,
    required: string[] = [],
  ) => {
    const requestedSchema = { type: 'object' as const, properties: properties as never, required }
    const { action, content } = await mcpReq.elicitInput({ message, requestedSchema })
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`)
  }
  server.registerTool(
    'test_sampling',
    { description: 'Asks a model.', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }]
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 })
      return text(`LLM response: ${'text' in content ? content.text : ''}`)
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Asks a person.', inputSchema: z.object({ message: z.string() }) },
    ({ message }, context) =>
      ask(
        context,
        message,
        {
          username: { type: 'string', description: "User's response" },
          email: { type: 'string', description: "User's email address" },
        },
        ['username', 'email'],
      ),
  )
  server.registerTool(
    'test_elicitation_sep1034_defaults',
    { description: 'Asks.' },
    (context: ServerContext) =>
      ask(context, 'Please review', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      }),
  )
  server.registerTool('test_elicitation_sep1330_enums', { description: 'Asks.' }, (context: ServerContext) =>
    ask(context, 'Please choose', {
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
    }),
  )
}

function titled(prefix: string, word: string) {
  return ['First', 'Second', 'Third'].map((title, at) => ({
    const: `${prefix}${at + 1}`,
    title: `${title} ${word}`,
  }))
}

const elicit = (message: string, name: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [name]: type === 'string' ? { type } : { type } },
      required: [name],
    },
  })
const sample = (words: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens,
  })

function registerRounds(server: McpServer, changed: (list: 'tool' | 'prompt') => void): void {
  /** Asks until all of it was answered under the right names. */
  const asking = (name: string, asks: () => InputRequests, withState = false) =>
    server.registerTool(
      `test_input_required_result_${name}`,
      { description: 'Asks first.' },
      async ({ mcpReq }: ServerContext) => {
        const inputRequests = asks()
        const answers = mcpReq.inputResponses ?? {}
        const isAnswered = Object.keys(inputRequests).every(key => isAnswer(answers[key]))
        const state = await readState(mcpReq.requestState<string>())
        if (isAnswered && (!withState || state)) return text(`state-ok ${JSON.stringify(answers)}`)
        const requestState = withState ? { requestState: await states.mint({ step: 1 }) } : {}
        return inputRequired({ inputRequests, ...requestState })
      },
    )
  asking('elicitation', () => ({ user_name: elicit('What is your name?', 'name') }))
  asking('sampling', () => ({ capital_question: sample('What is the capital of France?', 100) }))
  asking('list_roots', () => ({ client_roots: inputRequired.listRoots() }))
  asking('request_state', () => ({ confirm: elicit('Please confirm', 'ok', 'boolean') }), true)
  asking('tampered_state', () => ({ confirm: elicit('Please confirm', 'ok', 'boolean') }), true)
  const all = () => ({
    user_name: elicit('What is your name?', 'name'),
    greeting: sample('Generate a greeting', 50),
    client_roots: inputRequired.listRoots(),
  })
  asking('multiple_inputs', all, true)
  server.registerTool(
    'test_input_required_result_multi_round',
    { description: 'Asks twice.' },
    async ({ mcpReq }: ServerContext) => {
      const step = (await readState(mcpReq.requestState<string>()))?.step ?? 0
      if (step >= 2 && isAnswer(mcpReq.inputResponses?.step2)) return text('both answered')
      const isFirst = step === 0 || !isAnswer(mcpReq.inputResponses?.step1)
      const inputRequests: InputRequests = isFirst
        ? { step1: elicit('Step 1: What is your name?', 'name') }
        : { step2: elicit('Step 2: What is your favorite color?', 'color') }
      return inputRequired({ inputRequests, requestState: await states.mint({ step: isFirst ? 1 : 2 }) })
    },
  )
  server.registerTool('test_missing_capability', { description: 'Needs a model.' }, () =>
    inputRequired({ inputRequests: { greeting: sample('Generate a greeting', 50) } }),
  )
  server.registerTool('test_streaming_elicitation', { description: 'Tells, then asks.' }, async context => {
    const { mcpReq } = context as ServerContext
    const progressToken = mcpReq._meta?.progressToken ?? 'none'
    await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
    return inputRequired({ inputRequests: { user_name: elicit('What is your name?', 'name') } })
  })
  server.registerTool('test_logging_tool', { description: 'Logs if asked to.' }, async context => {
    await (context as ServerContext).mcpReq.log('info', 'logged')
    return text('logged')
  })
  for (const list of ['tool', 'prompt'] as const) {
    server.registerTool(`test_trigger_${list}_change`, { description: 'Changes a list.' }, async () => {
      changed(list)
      return text('changed')
    })
  }
  server.registerTool(
    'test_headers',
    {
      description: 'Has an argument that is a header too.',
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { region: REGION },
      }),
    },
    () => text('fine'),
  )
  server.registerTool(
    'test_input_required_result_capabilities',
    { description: 'Asks what its client can answer.' },
    ({ mcpReq }: ServerContext) => {
      const declared = Declared.parse(mcpReq.envelope ?? {})[CLIENT_CAPABILITIES_META_KEY] ?? {}
      if (Object.keys(mcpReq.inputResponses ?? {}).length > 0) return text('answered')
      return inputRequired({
        inputRequests: {
          ...(declared.elicitation ? { user_name: elicit('What is your name?', 'name') } : {}),
          ...(declared.sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
        },
        requestState: 'seen',
      })
    },
  )
}

/** Throws for a state that this did not make. */
export async function verifyEverything(state: string): Promise<void> {
  if (state !== 'seen') await readState(state)
}

async function readState(state: string | undefined): Promise<{ step: number } | undefined> {
  if (state === undefined) return undefined
  try {
    return await states.verify(state, undefined as never)
  } catch {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState')
  }
}

const Declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z
    .looseObject({ elicitation: z.unknown().optional(), sampling: z.unknown().optional() })
    .optional(),
})

function isAnswer(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && ('content' in value || 'roots' in value || 'role' in value)
  )
}

function registerResources(server: McpServer): void {
  const told = { description: 'A resource.', mimeType: 'text/plain' }
  server.registerResource('static-text', 'test://static-text', told, uri => ({
    contents: [
      { uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }))
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'A picture.', mimeType: 'image/png' },
    uri => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }] }),
  )
  server.registerResource('watched-resource', 'test://watched-resource', told, uri => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Watched.' }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'One of many.', mimeType: 'application/json' },
    (uri, { id }) => {
      const body = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: body }] }
    },
  )
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    server.server.setRequestHandler(method, () => ({}))
}

function registerPrompts(server: McpServer): void {
  const say = (words: string) => ({ role: 'user' as const, content: { type: 'text' as const, text: words } })
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () => ({
    messages: [say('This is a simple prompt for testing.')],
  }))
  const word = completable(z.string(), value =>
    ['paris', 'park', 'party'].filter(item => item.startsWith(value)),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: z.object({ arg1: word, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [say(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' }
      return {
        messages: [
          { role: 'user', content: { type: 'resource', resource } },
          say('Please process the embedded resource above.'),
        ],
      }
    },
  )
  server.registerPrompt('test_prompt_with_image', { description: 'With a picture.' }, () => ({
    messages: [
      { role: 'user', content: { type: 'image', data: PNG, mimeType: 'image/png' } },
      say('Please analyze the image above.'),
    ],
  }))
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Asks first.' },
    ({ mcpReq }: ServerContext) => {
      if (isAnswer(mcpReq.inputResponses?.user_context)) return { messages: [say('With your context.')] }
      const inputRequests = { user_context: elicit('What context should the prompt use?', 'context') }
      return inputRequired({ inputRequests })
    },
  )
}

import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { ROUTES, toOpenApi } from '../../src/surfaces/api/api.ts'
import { describeRange } from '../../src/surfaces/cli/environment.ts'
import { EXIT_HELP } from '../../src/surfaces/cli/exit-codes.ts'
import { EXAMPLES } from '../../src/surfaces/cli/help.ts'
import { createProgram } from '../../src/surfaces/cli/program.ts'
import { VARIABLES } from '../../src/surfaces/cli/variables.ts'

/** docs/reference: every route, command and variable, as the program has them. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return new Map([
    ['docs/reference/http.md', httpPage(JSON.parse(JSON.stringify(toOpenApi(ROUTES, version))))],
    ['docs/reference/cli.md', commandPage(createProgram(SILENT, version))],
    ['docs/reference/configuration.md', configurationPage()],
  ])
}

const SILENT = {
  ...{ environment: {}, workingFolder: '/', isTerminal: false },
  ...{ write: () => undefined, writeError: () => undefined, setExitCode: () => undefined },
  ask: async () => '',
}

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly format?: string
}

interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
  >
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

function httpPage({ paths }: Document): string {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tags = [...new Set(routes.map(({ operation }) => operation.tags[0] ?? 'other'))]
  const lines = [
    '# Every route',
    '',
    'Generated from the contracts by `npm run generate`. The same as a document for programs:',
    '[openapi.json](../contracts/openapi.json), and at `/openapi.json` and `/docs` of every server. Send a key as',
    '`authorization: Bearer …`. Errors are RFC 9457 problem documents with a `code`; a list goes on with `cursor`. Who may',
    'call what: [roles](../roles.md). `*` marks what must be there.',
    '',
    tags.map(tag => `[${tag}](#${tag.replaceAll(' ', '-')})`).join(' · '),
    '',
  ]
  for (const tag of tags) {
    lines.push(`## ${tag}`, '')
    for (const { path, method, operation } of routes.filter(route => route.operation.tags[0] === tag))
      lines.push(...routeLines(method, path, operation))
  }
  return `${lines.join('\n').trimEnd()}\n`
}

function routeLines(method: string, path: string, operation: Operation): readonly string[] {
  const query = (operation.parameters ?? []).filter(parameter => parameter.in !== 'path')
  const body = schemaOf(operation.requestBody?.content)
  const [status, answer] = Object.entries(operation.responses).find(([code]) => code.startsWith('2')) ?? []
  const fields = [
    ...(query.length === 0 ? [] : [`- query: ${query.map(parameterText).join(', ')}`]),
    ...(body === undefined ? [] : [`- body: ${shapeText(body)}`]),
    ...(status === undefined ? [] : [`- ${status}: ${answerText(answer?.content)}`]),
  ]
  return [
    `### \`${method} ${path}\``,
    '',
    `${sentence(operation.summary)} ${operation.description ?? ''}`.trim(),
    '',
    ...fields,
    '',
  ]
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}

function schemaOf(
  content: Readonly<Record<string, { readonly schema?: Schema }>> | undefined,
): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema
}

function answerText(content: Readonly<Record<string, { readonly schema?: Schema }>> | undefined): string {
  const schema = schemaOf(content)
  const kinds = Object.keys(content ?? {}).filter(kind => kind !== 'application/json')
  const text = schema === undefined ? '' : shapeText(schema)
  return [text, ...kinds.map(kind => `\`${kind}\``)].filter(part => part !== '').join(' · ') || 'nothing'
}

function parameterText({
  name,
  required,
  schema,
}: {
  readonly name: string
  readonly required?: boolean
  readonly schema: Schema
}): string {
  return `\`${name}${required === true ? '*' : ''}\` ${typeText(schema)}`
}

/** The fields of an object, one level deep; a noun is a link to its schema. */
function shapeText(schema: Schema): string {
  const { properties, required = [] } = schema
  if (properties === undefined || Object.keys(properties).length === 0) return typeText(schema)
  return Object.entries(properties)
    .map(([name, value]) => `\`${name}${required.includes(name) ? '*' : ''}\` ${typeText(value)}`)
    .join(', ')
}

function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return `*${schema.$ref.split('/').at(-1)}*`
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map(value => `\`${String(value)}\``).join(' or ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ')
  if (schema.allOf !== undefined) return schema.allOf.map(typeText).join(' and ')
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : schema.type
  if (type === 'array') return `list of ${typeText(schema.items ?? {})}`
  if (type === 'object')
    return Object.keys(schema.properties ?? {}).length === 0 ? 'object' : `{ ${shapeText(schema)} }`
  return `${type ?? 'anything'}${rangeText(schema)}`
}

function rangeText({ minimum, maximum, maxLength, format, default: standing }: Schema): string {
  const isBounded = minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  const parts = [
    ...(isBounded ? [`${minimum}–${maximum}`] : []),
    ...(maxLength === undefined || maxLength < 200 ? [] : [`≤ ${maxLength} characters`]),
    ...(format === undefined ? [] : [format]),
    ...(standing === undefined ? [] : [`default ${JSON.stringify(standing)}`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function commandPage(program: Command): string {
  const lines = [
    '# Every command',
    '',
    'Generated from the program by `npm run generate`; `soulgate --help` and `soulgate COMMAND --help` say the same. Every',
    'command takes `--json`, which prints one JSON document and nothing else. Colours appear on a terminal only, and not with',
    '`NO_COLOR` or `TERM=dumb`.',
    '',
    EXIT_HELP,
    '',
    '| code | when |',
    '|---|---|',
    '| 0 | it is done |',
    '| 1 | it failed for a reason of its own; the message says which |',
    '| 2 | the command is wrong: no such command, option, id or value |',
    '| 3 | it waits for a person: open the gate that is named |',
    '| 4 | a person, a rule or the program refused; nothing ran |',
    '| 5 | no server answered: start it, or set `SOULGATE_URL` |',
    '| 6 | this credential may not: decide in the browser, or on a terminal of your own |',
    '',
  ]
  for (const command of program.commands) lines.push(...commandLines(command, command.name(), 2))
  return `${lines.join('\n').trimEnd()}\n`
}

function commandLines(command: Command, path: string, depth: number): readonly string[] {
  if (command.name() === 'help') return []
  const options = command.options.filter(option => option.long !== '--json' && !option.hidden)
  const examples = depth === 2 ? (EXAMPLES[path] ?? []) : []
  return [
    `${'#'.repeat(Math.min(depth, 4))} \`soulgate ${`${path} ${argumentsOf(command)}`.trim()}\``,
    '',
    sentence(command.description()),
    '',
    ...options.map(({ flags, description, defaultValue }) => {
      const standing = defaultValue === undefined ? '' : ` (default ${JSON.stringify(defaultValue)})`
      return `- \`${flags}\` ${description}${standing}`
    }),
    ...(options.length === 0 ? [] : ['']),
    ...(examples.length === 0 ? [] : ['```sh', ...examples, '```', '']),
    ...command.commands.flatMap(inner => commandLines(inner, `${path} ${inner.name()}`, depth + 1)),
  ]
}

function argumentsOf(command: Command): string {
  return command.registeredArguments
    .map(argument => {
      const name = `${argument.name()}${argument.variadic ? '…' : ''}`.toUpperCase()
      return argument.required ? name : `[${name}]`
    })
    .join(' ')
}

function configurationPage(): string {
  return [
    '# Every variable and setting',
    '',
    'Generated from `src/surfaces/cli/variables.ts` by `npm run generate`. A value out of range stops the start and names the',
    'variable. Variables marked ● seed the stored settings on the first start; from then on the stored setting counts',
    '(`soulgate settings`, or the settings room), and `soulgate doctor` says where the two differ.',
    '',
    '| variable | sets | default | may be | |',
    '|---|---|---|---|---|',
    ...VARIABLES.map(({ name, setting, fallback, range, seeds }) => {
      const place = seeds === true ? `\`${setting}\`` : setting
      return `| \`${name}\` | ${cell(place)} | ${cell(fallback)} | ${cell(describeRange(range))} | ${seeds === true ? '●' : ''} |`
    }),
    '',
  ].join('\n')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

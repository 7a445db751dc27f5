import { digest, sha256Hex } from '../../base/digest.ts'
import { SoulgateError } from '../../base/errors.ts'
import { JsonObject } from '../../contracts/json-value.ts'
import type { Role } from '../../contracts/principal.ts'
import { type RegisteredTool, Tool } from '../../contracts/tool.ts'
import { type ArgumentError, findSchemaError } from './argument-validation.ts'
import { findDisplayProblem } from './display.ts'
import type { ExecutableTool } from './executable-tool.ts'
import { findNameProblem, foldToolName } from './tool-names.ts'
import { redeclareTool } from './trust.ts'

export { type ArgumentMeaning, extractMeanings } from './argument-meaning.ts'
export {
  type ArgumentError,
  type ArgumentValidation,
  findSchemaError,
  validateArguments,
} from './argument-validation.ts'
export { displayOf, templateHash } from './display.ts'
export type {
  ChangedTarget,
  ExecutableTool,
  PlannedChange,
  ToolExecution,
  ToolOutcome,
  UndoOptions,
  UndoOutcome,
  UndoStore,
} from './executable-tool.ts'
export type { Meaning } from './meaning-names.ts'
export { createSecretAccess, type SecretAccess } from './secret-access.ts'
export {
  hasSecretForm,
  holdsUnreadable,
  isSecretName,
  mayHoldSecret,
  SECRET_PIECES,
  secretNamesOf,
  UNREADABLE,
  unreadableDetail,
} from './secret-forms.ts'
export {
  fillSecretReferences,
  findSecretReferences,
  type ResolveSecrets,
  type SecretReference,
  type SecretResolution,
} from './secret-references.ts'
export {
  type ConfirmationOutcome,
  confirmTool,
  type EffectiveAnnotations,
  effectiveAnnotations,
  findStandingObjection,
  markedSchemas,
  redeclareTool,
  type ToolConfirmation,
} from './trust.ts'

/** A tool as someone declares it. `claimed` is true when it comes from an agent's key or a remote server. */
export interface ToolDeclaration {
  readonly definition: unknown
  readonly origin: RegisteredTool['origin']
  readonly claimed: boolean
  readonly declaredBy: string
  /** The role it was declared under; what is higher is not replaced by what is lower. */
  readonly declaredRole?: Role
  /** Present when the tool runs in this process. */
  readonly executable?: ExecutableTool
}

export type RegistrationOutcome =
  | { readonly ok: true; readonly tool: RegisteredTool }
  | { readonly ok: false; readonly errors: readonly { readonly field: string; readonly message: string }[] }

/** The tools a process knows, by name. Definitions in it are frozen copies. */
export interface ToolRegistry {
  /** What declaring a tool would answer, without what stands under its name; changes nothing. */
  examine(declaration: ToolDeclaration): RegistrationOutcome
  /** Declares a tool, or declares it again; a built-in name cannot be taken. */
  register(declaration: ToolDeclaration): RegistrationOutcome
  /** Puts back an entry as it stands in the store, with its confirmation. */
  restore(tool: RegisteredTool): void
  /** Forgets a declared tool: from then on it is unknown. Built-in ones stay. */
  forget(name: string): void
  get(name: string): RegisteredTool | undefined
  /** The running side of a tool; undefined for tools that run elsewhere. */
  executable(name: string): ExecutableTool | undefined
  /** Ordered by name. */
  list(): readonly RegisteredTool[]
}

/**
 * A registry holding the given built-in tools, which need no confirmation.
 * Throws `invalid_tool` when one of them is malformed or two share a name.
 */
export function createToolRegistry(options: { readonly tools: readonly ExecutableTool[] }): ToolRegistry {
  const entries = new Map<string, RegisteredTool>()
  const executables = new Map<string, ExecutableTool>()
  // The same list as long as nothing changes: who prepares tools for searching keeps that by the list's identity.
  let listed: readonly RegisteredTool[] | undefined

  const examine = (declaration: ToolDeclaration): RegistrationOutcome => {
    const outcome = readDeclaration(declaration)
    if (!outcome.ok) return outcome
    const { name } = outcome.tool
    const standing = entries.get(name)
    if (standing?.origin === 'built_in') {
      return refusal('name', `${name} is a built-in tool. Declare yours under another name.`)
    }
    const alike = standing ? undefined : findAlike(entries.keys(), name)
    if (alike === undefined) return outcome
    return refusal(
      'name',
      `${name} and ${alike}, which is declared, differ in letter case alone. Take another name.`,
    )
  }
  const register = (declaration: ToolDeclaration): RegistrationOutcome => {
    const outcome = examine(declaration)
    if (!outcome.ok) return outcome
    const { name } = outcome.tool
    const standing = entries.get(name)
    const tool = redeclareTool(standing, outcome.tool)
    entries.set(name, tool)
    listed = undefined
    if (declaration.executable !== undefined) executables.set(name, declaration.executable)
    else if (tool !== standing) executables.delete(name)
    return { ok: true, tool }
  }

  for (const executable of options.tools) {
    const { definition } = executable
    requireRegistered(
      register({ definition, origin: 'built_in', claimed: false, declaredBy: 'system', executable }),
      definition.name,
    )
  }
  return {
    examine,
    register,
    restore: tool => {
      if (entries.get(tool.name)?.origin === 'built_in') return
      entries.set(tool.name, deepFreeze(structuredClone(tool)))
      listed = undefined
    },
    forget: name => {
      if (entries.get(name)?.origin === 'built_in') return
      entries.delete(name)
      executables.delete(name)
      listed = undefined
    },
    get: name => entries.get(name),
    executable: name => executables.get(name),
    list: () => {
      listed ??= [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
      return listed
    },
  }
}

/**
 * The digest of what a tool says it is: name, description, input schema, annotations, reversibility and display, in the
 * domain `soulgate.tool.v1`. Throws `invalid_json_value` when the schema holds what JSON cannot carry.
 */
export function definitionHash(
  tool: Pick<Tool, 'name' | 'description' | 'input_schema' | 'annotations' | 'reversibility' | 'display'>,
): string {
  const { name, description, annotations, reversibility, display } = tool
  const inputSchema = JsonObject.parse(tool.input_schema)
  return digest('soulgate.tool.v1', {
    name,
    description,
    input_schema: inputSchema,
    annotations: { ...annotations },
    reversibility,
    ...(display === undefined ? {} : { display: JsonObject.parse(display) }),
  })
}

/** Nobody confirms a built-in tool, so that another wording of its line makes it no other tool. */
function hashedOf(origin: RegisteredTool['origin'], definition: Tool): Tool {
  const { display: _display, ...rest } = definition
  return origin === 'built_in' ? rest : definition
}

/** Why no program carries a tool that is defined so, and the field that says so; undefined where it does. */
export function findDefinitionProblem(definition: Tool): ArgumentError | undefined {
  const message = findNameProblem(definition.name)
  if (message !== undefined) return { field: 'name', message }
  return findSchemaError(definition.input_schema) ?? findDisplayProblem(definition)
}

/** A tool in the form of OpenAI's chat completions API. */
export interface OpenAiTool {
  readonly type: 'function'
  readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown }
}

/** The tool in OpenAI's form; our schema keyword is left out, the name is `toOpenAiName`. */
export function toOpenAiFormat(tool: Pick<Tool, 'name' | 'description' | 'input_schema'>): OpenAiTool {
  const { description, input_schema: schema } = tool
  const parameters = withoutKeyword({ type: 'object', ...schema })
  return { type: 'function', function: { name: toOpenAiName(tool.name), description, parameters } }
}

/**
 * A name that OpenAI's API takes (`[A-Za-z0-9_-]{1,64}`). Names that fit stay; others get `_` for what is not
 * allowed and the first 8 digits of their SHA-256, so that two names never become one.
 */
export function toOpenAiName(name: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 55)}_${sha256Hex(name).slice(0, 8)}`
}

function readDeclaration(declaration: ToolDeclaration): RegistrationOutcome {
  const parsed = Tool.safeParse(declaration.definition)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
    return { ok: false, errors }
  }
  const definition = structuredClone(parsed.data)
  const problem = findDefinitionProblem(definition)
  if (problem !== undefined) return { ok: false, errors: [problem] }
  try {
    const tool: RegisteredTool = {
      ...definition,
      origin: declaration.origin,
      claimed: declaration.claimed || declaration.origin === 'remote',
      declared_by: declaration.declaredBy,
      ...(declaration.declaredRole === undefined ? {} : { declared_role: declaration.declaredRole }),
      definition_hash: definitionHash(hashedOf(declaration.origin, definition)),
    }
    return { ok: true, tool: deepFreeze(tool) }
  } catch (cause) {
    return refusal('input_schema', cause instanceof Error ? cause.message : String(cause))
  }
}

function findAlike(names: Iterable<string>, name: string): string | undefined {
  const folded = foldToolName(name)
  for (const known of names) if (foldToolName(known) === folded) return known
  return undefined
}

function refusal(field: string, message: string): RegistrationOutcome {
  return { ok: false, errors: [{ field, message }] }
}

function requireRegistered(outcome: RegistrationOutcome, name: string): void {
  if (outcome.ok) return
  const [first] = outcome.errors
  throw new SoulgateError(
    'invalid_tool',
    `Tool ${name} cannot be built in: ${first?.field} ${first?.message}`,
  )
}

function withoutKeyword(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutKeyword)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(
    ([key, value]) => !/^x-soulgate(-|$)/.test(key) || typeof value === 'object',
  )
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutKeyword(value)]))
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

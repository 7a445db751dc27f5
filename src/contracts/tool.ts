import { z } from 'zod'
import { Role } from './principal.ts'
import { ToolDisplay } from './tool-display.ts'

/** Facts about what a tool does, declared by whoever registers it. Absent facts are read pessimistically. */
export const ToolAnnotations = z.object({
  read_only: z.boolean().default(false),
  idempotent: z.boolean().default(false),
  destructive: z.boolean().default(false),
  open_world: z.boolean().default(false),
})
export type ToolAnnotations = z.infer<typeof ToolAnnotations>

/** How far the effect of a call can be taken back. */
export const Reversibility = z.enum(['read_only', 'reversible', 'externally_reversible', 'irreversible'])
export type Reversibility = z.infer<typeof Reversibility>

/**
 * A JSON Schema (2020-12) object. Property keyword `x-soulgate: path|host|recipient|amount|secret` marks meaning;
 * of an amount `x-soulgate-currency` (or `x-soulgate-currency-argument`) and `x-soulgate-scale` say how it is read.
 */
export const JsonSchema = z.record(z.string(), z.unknown())
export type JsonSchema = z.infer<typeof JsonSchema>

/** The name of a tool, with its source before a slash (`server/tool`). */
export const ToolName = z
  .string()
  .regex(/^[A-Za-z0-9_.:/-]{1,128}$/, 'a tool name has 1–128 of the characters A–Z a–z 0–9 _ . : / -')

/** What a tool is called, what it does, what it takes, and how dangerous it is. */
export const Tool = z.object({
  name: ToolName,
  description: z.string().max(4000),
  input_schema: JsonSchema,
  annotations: ToolAnnotations,
  reversibility: Reversibility,
  /** Names of facts that must have been produced before this tool makes sense. */
  prerequisites: z.array(z.string()).default([]),
  /** Names of facts that a successful call makes true. */
  produces: z.array(z.string()).default([]),
  /** How a call is shown; part of the definition, and unused until a person has confirmed the tool. */
  display: ToolDisplay.optional(),
  /**
   * The source of the function that predicts what a call would do; part of the definition. It runs where people look at a
   * call, for tools of the program's own configuration that a person confirmed.
   */
  simulation: z.string().max(20_000).optional(),
})
export type Tool = z.infer<typeof Tool>

/**
 * A tool as the registry holds it. `claimed` is true while annotations come from an agent's key or a remote
 * server and no reviewer has confirmed them; such a tool is treated as undeclared and not idempotent.
 */
export const RegisteredTool = Tool.extend({
  origin: z.enum(['built_in', 'declared', 'remote']),
  claimed: z.boolean(),
  definition_hash: z.string(),
  declared_by: z.string(),
  /** The role it was declared under; absent for tools declared before roles were kept. */
  declared_role: Role.optional(),
  /** Input schemas of earlier declarations of this name; the meanings they mark count too. */
  earlier_schemas: z.array(JsonSchema).optional(),
  confirmed_by: z.string().optional(),
  confirmed_at: z.string().optional(),
})
export type RegisteredTool = z.infer<typeof RegisteredTool>

/** What a tool answered. Tools never throw across this border: a failure is `success: false` with `error`. */
export const ToolResult = z.object({
  success: z.boolean(),
  output: z.unknown(),
  error: z.string().optional(),
  /** `surroundings`: it failed for what the call had no part in, or before it changed anything. */
  fault: z.enum(['call', 'surroundings']).optional(),
  artifacts: z
    .array(z.object({ path: z.string(), type: z.enum(['file', 'diff', 'log', 'report']) }))
    .optional(),
})
export type ToolResult = z.infer<typeof ToolResult>

import { z } from 'zod'
import { JsonObject, JsonValue } from '../json-value.ts'
import { CreatePermission } from '../permission.ts'
import { Session } from '../session.ts'
import { Reversibility, Tool, ToolAnnotations, ToolName, ToolResult } from '../tool.ts'

/** Body of `POST /api/calls`: may this call run? */
export const ProposeCallRequest = z.strictObject({
  tool: ToolName,
  arguments: JsonObject,
  session_id: Session.shape.session_id.optional(),
  run_id: z.string().min(1).max(100).optional(),
  goal: z.string().max(20_000).optional(),
  reason: z.string().max(10_000).optional(),
  /** The absolute folder from which its relative paths are seen; a claim of the executor, as its arguments are. */
  folder: z.string().startsWith('/').max(1000).optional(),
})
export type ProposeCallRequest = z.infer<typeof ProposeCallRequest>

export const ConsumeGrantRequest = z.strictObject({
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'is 64 lower-case hexadecimal digits'),
})

export const GrantResultRequest = ToolResult.extend({ output: JsonValue.optional() }).strict()

export const RevokeGrantRequest = z.strictObject({ because: z.string().max(2000).optional() })

/** Body of `POST /api/tools`. What an agent's key says of a tool is a claim until a reviewer confirms it. */
export const DeclareToolRequest = Tool.extend({
  annotations: ToolAnnotations.default({
    read_only: false,
    idempotent: false,
    destructive: false,
    open_world: false,
  }),
  reversibility: Reversibility.default('irreversible'),
}).strict()

export const ConfirmToolRequest = z.strictObject({
  definition_hash: z.string().min(1).max(200),
  reversibility: Reversibility.optional(),
  annotations: ToolAnnotations.optional(),
})

/**
 * Several at once: each is confirmed by itself, and the answer says which were not. `permissions` are given after that, in
 * the same decision of the person; a reviewer may.
 */
export const ConfirmToolsRequest = z.strictObject({
  tools: z
    .array(ConfirmToolRequest.extend({ name: ToolName }))
    .min(1)
    .max(100),
  permissions: z.array(CreatePermission).max(10).optional(),
})

export const ToolListQuery = z.object({ format: z.enum(['soulgate', 'openai']).default('soulgate') })

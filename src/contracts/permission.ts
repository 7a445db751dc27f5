import { z } from 'zod'
import { Reversibility, ToolName } from './tool.ts'

/** How far the effect of a classified call can be taken back; each is weaker than the one before it. */
export const CallClass = z.enum([
  /** It changes nothing and nothing leaves. */
  'read_only',
  /** A tested round trip, and nobody outside could notice in between. */
  'reversible',
  /** Its effects stay in named roots, nothing leaves the machine, and what was there is restorable. */
  'contained',
  /** It may do more than can be known; a person takes the risk. */
  'accepted_risk',
])
export type CallClass = z.infer<typeof CallClass>

const argument = z.string().min(1).max(200)
const roots = z
  .array(
    z
      .string()
      .regex(/^(?:\/|[A-Za-z0-9_.])/, 'a root is a folder, absolute or below the workspace')
      .max(1000),
  )
  .min(1)
  .max(50)
const texts = z.array(z.string().min(1).max(200)).min(1).max(100)

/** Commands with their allowed options. Every command of a line must be one that a permission of the tool allows. */
export const CommandShape = z.strictObject({
  kind: z.literal('commands'),
  profile: z.enum(['read_only_shell', 'git_local', 'test_and_build']),
  /** Absolute folders on the machine of the server; every path of a command must lie inside, links followed. */
  roots: z.array(z.string().startsWith('/').max(1000)).min(1).max(50),
  argument: argument.default('command'),
  /** The argument that says where the line runs, as an absolute folder; a call that does not say so keeps its declared class. */
  folder_argument: argument.default('cwd'),
  /** For test_and_build: how the commands begin, such as `npm test`. */
  commands: texts.optional(),
  /** For test_and_build: only these commands as they stand, with nothing after them. */
  exact: z.boolean().optional(),
  /** The host runs commands in a sandbox without network: then test_and_build counts as contained. */
  sandboxed: z.boolean().optional(),
})

/** One statement of the named dialect that only reads and calls none but the named functions beside the common ones. */
export const SqlShape = z.strictObject({
  kind: z.literal('sql'),
  argument: argument.default('sql'),
  dialect: z.literal('postgresql'),
  functions: texts.optional(),
})

export const HttpShape = z.strictObject({
  kind: z.literal('http'),
  url_argument: argument.default('url'),
  method_argument: argument.default('method'),
  /** A call without a method counts as GET. */
  methods: z.array(z.enum(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])).min(1),
  hosts: texts,
  class: CallClass,
})

/** Each path of the call lies below a root, and in no folder that runs code (`.git`, `node_modules`, `.claude` …). */
export const PathShape = z.strictObject({
  kind: z.literal('paths'),
  roots,
  /**
   * The absolute folder, with links followed, from which relative roots and paths are seen; calls from another folder keep
   * their class. Without it they are seen from wherever their executor stands.
   */
  folder: z.string().startsWith('/').max(1000).optional(),
  class: CallClass,
})

/** Above the limit the call keeps the class of its tool. */
export const AmountShape = z.strictObject({
  kind: z.literal('amount'),
  argument,
  at_most: z.number().min(0),
  class: CallClass,
})

/** A value that may be reached or addressed although nobody said it: ends the question of provenance for it alone. */
export const TrustShape = z.strictObject({
  kind: z.literal('trust'),
  of: z.enum(['root', 'host', 'recipient']),
  /** A folder, a host (`*.example.com` for those below it), or a recipient as calls name it. */
  value: z.string().min(1).max(1000),
})

export const PermissionShape = z.discriminatedUnion('kind', [
  CommandShape,
  SqlShape,
  HttpShape,
  PathShape,
  AmountShape,
  TrustShape,
])
export type PermissionShape = z.infer<typeof PermissionShape>
export type CommandShape = z.infer<typeof CommandShape>

/** Body of `POST /api/permissions`. */
export const CreatePermission = z.strictObject({
  /** For trusted values `*` stands for every tool. */
  tool: ToolName.or(z.literal('*')),
  /** Name of the one agent it is for; every agent when absent. */
  agent: z.string().min(1).max(200).optional(),
  shape: PermissionShape,
  /**
   * Such calls run without being asked, as by a release rule for them alone. Without it a class that is not read_only
   * still needs a rule or a contract.
   */
  lets_run: z.boolean().optional(),
  note: z.string().max(500).optional(),
  /** Lasts until somebody revokes it when absent. */
  expires_at: z.iso.datetime().optional(),
})
export type CreatePermission = z.infer<typeof CreatePermission>

/**
 * What a reviewer lets count for calls of a tool: a class for calls of one shape, or a trusted value. It lowers
 * reversibility or answers for one value, and lifts nothing else. Bound to the definition of the tool as it stood.
 */
export const Permission = CreatePermission.extend({
  id: z.string(),
  /** Of the tool when it was given; another definition ends it. Absent for `*`. */
  definition_hash: z.string().optional(),
  created_at: z.string(),
  created_by: z.string(),
  created_by_name: z.string().optional(),
  /** The gate with whose approval it was given. */
  gate_id: z.string().optional(),
  /** From then on lists ask whether it is still wanted. */
  review_at: z.string(),
  /** Calls that ran by it. */
  released: z.int().min(0),
  last_released_at: z.string().optional(),
  suspended: z.object({ because: z.string(), at: z.string() }).optional(),
})
export type Permission = z.infer<typeof Permission>

export const PermissionList = z.object({ permissions: z.array(Permission) })
export type PermissionList = z.infer<typeof PermissionList>

/** The class that a call was given, and by which permissions. */
export const ClassedAs = z.object({
  class: CallClass,
  permission_ids: z.array(z.string()),
  /** What the tool itself is declared as. */
  declared: Reversibility,
})
export type ClassedAs = z.infer<typeof ClassedAs>

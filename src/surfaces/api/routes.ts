import type { Route } from './route.ts'
import { accessRoutes } from './routes/access.ts'
import { artifactRoutes } from './routes/artifacts.ts'
import { auditRoutes } from './routes/audit.ts'
import { autonomyRoutes } from './routes/autonomy.ts'
import { callRoutes } from './routes/calls.ts'
import { chatRoutes } from './routes/chat.ts'
import { confidenceRoutes } from './routes/confidence.ts'
import { documentationRoutes } from './routes/documentation.ts'
import { gateCollaborationRoutes } from './routes/gate-collaboration.ts'
import { gateRoutes } from './routes/gates.ts'
import { guardrailRoutes } from './routes/guardrails.ts'
import { insightRoutes } from './routes/insights.ts'
import { iterationRoutes } from './routes/iterations.ts'
import { mcpRoutes } from './routes/mcp.ts'
import { modelRoutes } from './routes/models.ts'
import { oidcRoutes } from './routes/oidc.ts'
import { operationRoutes } from './routes/operation.ts'
import { pageRoutes } from './routes/pages.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { permissionRoutes } from './routes/permissions.ts'
import { planRoutes } from './routes/plans.ts'
import { policyRoutes } from './routes/policy.ts'
import { reasoningRoutes } from './routes/reasoning.ts'
import { runRoutes } from './routes/runs.ts'
import { scheduleRoutes } from './routes/schedules.ts'
import { secretRoutes } from './routes/secrets.ts'
import { sessionMemoryRoutes } from './routes/session-memory.ts'
import { triggerRoutes } from './routes/triggers.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { workItemRoutes } from './routes/work-items.ts'
import { workerRoutes } from './routes/workers.ts'

/** Every route there is. A fixed path stands before one with a parameter in its place. */
export const ROUTES: readonly Route[] = [
  ...reasoningRoutes,
  ...gateCollaborationRoutes,
  ...gateRoutes,
  ...runRoutes,
  ...scheduleRoutes,
  ...triggerRoutes,
  ...chatRoutes,
  ...sessionMemoryRoutes,
  ...pageRoutes,
  ...callRoutes,
  ...guardrailRoutes,
  ...autonomyRoutes,
  ...policyRoutes,
  ...permissionRoutes,
  ...confidenceRoutes,
  ...workItemRoutes,
  ...workerRoutes,
  ...planRoutes,
  ...artifactRoutes,
  ...iterationRoutes,
  ...insightRoutes,
  ...auditRoutes,
  ...operationRoutes,
  ...secretRoutes,
  ...modelRoutes,
  ...webhookRoutes,
  ...passkeyRoutes,
  ...oidcRoutes,
  ...accessRoutes,
  ...mcpRoutes,
  ...documentationRoutes,
]

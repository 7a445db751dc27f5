import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { InboxRoom } from '../inbox/inbox-room.tsx'
import { FailureState, LoadingState } from '../states/states.tsx'
import { Home } from './home.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const at = <Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

const inbox = createRoute({
  ...at('/inbox'),
  // The room that people come for is part of the first download; all others are fetched when they are entered.
  component: InboxRoom,
})
const studio = createRoute({
  ...at('/studio'),
  component: lazyRouteComponent(() => import('../studio/studio-room.tsx'), 'StudioRoom'),
})
const agents = createRoute({
  ...at('/agents'),
  component: lazyRouteComponent(() => import('../agents/agents-room.tsx'), 'AgentsRoom'),
})
const tools = createRoute({
  ...at('/tools'),
  component: lazyRouteComponent(() => import('../tools/tools-room.tsx'), 'ToolsRoom'),
})

const routes = root.addChildren([
  createRoute({
    ...at('/workers'),
    component: lazyRouteComponent(() => import('../agents/workers-room.tsx'), 'WorkersRoom'),
  }),
  createRoute({
    ...at('/triggers'),
    component: lazyRouteComponent(() => import('../agents/triggers-room.tsx'), 'TriggersRoom'),
  }),
  createRoute({
    ...at('/schedules'),
    beforeLoad: () => {
      throw redirect({ to: '/triggers' })
    },
  }),
  agents.addChildren([createRoute({ getParentRoute: () => agents, path: '$name' })]),
  tools.addChildren([createRoute({ getParentRoute: () => tools, path: '$name' })]),
  createRoute({ ...at('/'), component: Home }),
  inbox.addChildren([createRoute({ getParentRoute: () => inbox, path: '$gateId' })]),
  createRoute({
    ...at('/ask'),
    component: lazyRouteComponent(() => import('../ask/ask-room.tsx'), 'AskRoom'),
  }),
  studio.addChildren([createRoute({ getParentRoute: () => studio, path: '$sessionId' })]),
  createRoute({
    ...at('/studio/$sessionId/preview'),
    // Which page; the first when it is not named.
    validateSearch: (search: Record<string, unknown>): { page?: string } =>
      typeof search.page === 'string' ? { page: search.page } : {},
    staticData: { isAlone: true },
    component: lazyRouteComponent(() => import('../studio/pages/preview-window.tsx'), 'PreviewWindow'),
  }),
  createRoute({
    ...at('/runs'),
    component: lazyRouteComponent(() => import('../runs/runs-room.tsx'), 'RunsRoom'),
  }),
  createRoute({
    ...at('/runs/$runId'),
    component: lazyRouteComponent(() => import('../runs/run-room.tsx'), 'RunRoom'),
  }),
  createRoute({
    ...at('/work-items'),
    component: lazyRouteComponent(() => import('../work-items/work-room.tsx'), 'WorkRoom'),
  }),
  createRoute({
    ...at('/work-items/$itemId'),
    component: lazyRouteComponent(() => import('../work-items/work-item-room.tsx'), 'WorkItemRoom'),
  }),
  createRoute({
    ...at('/plans'),
    component: lazyRouteComponent(() => import('../plans/plans-room.tsx'), 'PlansRoom'),
  }),
  createRoute({
    ...at('/plans/iterations/$sessionId'),
    // Which run, where a session has several.
    validateSearch: (search: Record<string, unknown>): { run?: string } =>
      typeof search.run === 'string' ? { run: search.run } : {},
    component: lazyRouteComponent(() => import('../plans/iterations/iteration-room.tsx'), 'IterationRoom'),
  }),
  createRoute({
    ...at('/plans/$planId'),
    // Which side of the plan is shown.
    validateSearch: (search: Record<string, unknown>): { view?: string } =>
      typeof search.view === 'string' ? { view: search.view } : {},
    component: lazyRouteComponent(() => import('../plans/plan-room.tsx'), 'PlanRoom'),
  }),
  createRoute({
    ...at('/guardrails'),
    component: lazyRouteComponent(() => import('../guardrails/guardrails-room.tsx'), 'GuardrailsRoom'),
  }),
  createRoute({
    ...at('/guardrails/new'),
    component: lazyRouteComponent(() => import('../guardrails/rule-room.tsx'), 'RuleRoom'),
  }),
  createRoute({
    ...at('/guardrails/$guidelineId'),
    component: lazyRouteComponent(() => import('../guardrails/rule-room.tsx'), 'RuleRoom'),
  }),
  createRoute({
    ...at('/autonomy'),
    component: lazyRouteComponent(() => import('../autonomy/autonomy-room.tsx'), 'AutonomyRoom'),
  }),
  createRoute({
    ...at('/insight'),
    component: lazyRouteComponent(() => import('../insight/insight-room.tsx'), 'InsightRoom'),
  }),
  createRoute({
    ...at('/audit'),
    component: lazyRouteComponent(() => import('../audit/audit-room.tsx'), 'AuditRoom'),
  }),
  createRoute({
    ...at('/settings'),
    component: lazyRouteComponent(() => import('../settings/settings-room.tsx'), 'SettingsRoom'),
  }),
  // Who is not signed in sees the sign-in page at every address; the others are led on.
  createRoute({ ...at('/signin'), component: Home }),
  createRoute({ ...at('/sign-in'), component: Home }),
])

export const router = createRouter({
  routeTree: routes,
  defaultPreload: 'intent',
  defaultPendingComponent: () => <LoadingState label="Opening the room" />,
  defaultErrorComponent: ({ error, reset }) => <FailureState error={error} onRetry={reset} />,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown without navigation and top bar, in a window of its own. */
    readonly isAlone?: boolean
  }
  interface Register {
    router: typeof router
  }
}

import { AutonomyQuery, AutonomyScopes } from '../../../contracts/autonomy.ts'
import { isRefusal } from '../../../contracts/refusal.ts'
import { json, type Route, route } from '../route.ts'

const DAY_MS = 86_400_000

/** What people’s decisions say about the calls of agents. */
export const autonomyRoutes: readonly Route[] = [
  route({
    id: 'listAutonomyScopes',
    tag: 'autonomy',
    method: 'GET',
    path: '/api/autonomy/scopes',
    action: 'autonomy.read',
    summary: 'list how often people agreed with the calls of each requester, tool and shape of arguments',
    query: AutonomyQuery,
    answers: { status: 200, schema: AutonomyScopes },
    handle: async ({ soulgate, who, query: { window } }) => {
      const scopes = await soulgate.autonomy.scopes(who, Number(window.slice(0, -1)) * DAY_MS)
      return isRefusal(scopes) ? scopes : json(scopes)
    },
  }),
]

import { readFile } from 'node:fs/promises'
import { ACTION_NAMES, ACTIONS, isDecision, may, needsSignIn, ROLE_HIERARCHY } from '../../src/soulgate.ts'
import { hitlContract, NOUNS, nounSchema, ROUTES, toOpenApi } from '../../src/surfaces/api/api.ts'

const ROLES = [...ROLE_HIERARCHY, 'agent', 'worker'] as const

/** Writes OpenAPI, the JSON Schema of every noun, and the table route × role. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const files = new Map<string, string>()
  files.set('docs/contracts/openapi.json', print(toOpenApi(ROUTES, version)))
  for (const name of nounNames()) files.set(`docs/contracts/${name}.schema.json`, print(nounSchema(name)))
  files.set('docs/contracts/hitl_api/v1.1.0.json', print(hitlContract(ROUTES)))
  files.set(
    'docs/contracts/hitl_api/v1.0.0.json',
    await readFile(new URL('../../src/surfaces/api/assets/hitl_api/v1.0.0.json', import.meta.url), 'utf8'),
  )
  files.set('docs/roles.md', rolesPage())
  return files
}

function nounNames(): readonly (keyof typeof NOUNS)[] {
  return Object.keys(NOUNS).filter((name): name is keyof typeof NOUNS => name in NOUNS)
}

function rolesPage(): string {
  return [
    '# Who may do what',
    '',
    'Generated from `src/engine/access/roles.ts` and the route table of `src/surfaces/api`. A service may narrow a right',
    '(only one’s own runs, only one’s own gates), never widen it. `own` = only what that agent asked for itself.',
    'Actions marked ● let something happen: a credential that lies on a disk, such as the one the command line saves,',
    'never carries them, whatever its role. Those marked ○ speak, vouch or hide something in a person’s name: such a',
    'credential of a person does not carry them either; an agent’s own key may.',
    '',
    '## Actions',
    '',
    '| action | lets one | | viewer | member | reviewer | admin | agent | worker |',
    '|---|---|---|---|---|---|---|---|---|',
    ...ACTION_NAMES.map(action => {
      const mark = isDecision(action) ? '●' : needsSignIn(action) ? '○' : ''
      return `| \`${action}\` | ${ACTIONS[action].summary} | ${mark} | ${cells(action)} |`
    }),
    '',
    '## Routes',
    '',
    '| route | action | viewer | member | reviewer | admin | agent | worker |',
    '|---|---|---|---|---|---|---|---|',
    ...ROUTES.map(route => {
      const rights = route.action === 'public' ? ROLES.map(() => 'yes').join(' | ') : cells(route.action)
      const loopback = route.openOnLoopback ? ' (on loopback: everybody)' : ''
      return `| \`${route.method} ${route.path}\` | ${route.action}${loopback} | ${rights} |`
    }),
    '',
  ].join('\n')
}

function cells(action: keyof typeof ACTIONS): string {
  return ROLES.map(role => {
    if (!may(role, action)) return '–'
    return role === 'agent' && ACTIONS[action].agent === 'own' ? 'own' : 'yes'
  }).join(' | ')
}

function print(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

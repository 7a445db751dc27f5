import type { CreatePermission } from '../../src/contracts/permission.ts'
import type { Tool } from '../../src/contracts/tool.ts'
import { permissionsFor } from '../../src/surfaces/cli/commands/hook-permissions.ts'
import { HOST_TOOLS } from '../../src/surfaces/hooks/hooks.ts'
import { CODING_DANGERS, DATA_DANGERS, SUPPORT_DANGERS } from './dangers.ts'
import type { SessionCall } from './session-call.ts'

/** One kind of agent at work, with what its installation offers. */
export interface SessionKind {
  readonly name: string
  readonly agent: string
  readonly tools: readonly Tool[]
  /** Relative paths are seen from the project. */
  readonly hasFolder: boolean
  /** How often each call comes in a day of work; drawn anew for each session. */
  readonly work: readonly (readonly [weight: number, make: (draw: Draw, root: string) => SessionCall])[]
  readonly dangers: (root: string) => readonly SessionCall[]
  /** What is given before the first day: what only reads, and changes of the project’s own files with git in it. */
  readonly installation: (root: string) => readonly CreatePermission[]
}

export type Draw = <Item>(items: readonly Item[]) => Item

const bash =
  (...lines: string[]) =>
  (draw: Draw, cwd: string): SessionCall => ({
    tool: 'Bash',
    arguments: { command: draw(lines), cwd, description: 'As planned' },
  })
const FILES = ['src/cart.ts', 'src/api/orders.ts', 'src/api/users.ts', 'test/cart.test.ts', 'docs/usage.md']

const coding: SessionKind = {
  name: 'coding',
  agent: 'coder',
  tools: HOST_TOOLS,
  hasFolder: true,
  work: [
    [22, draw => ({ tool: 'Read', arguments: { file_path: draw(FILES) } })],
    [9, draw => ({ tool: 'Grep', arguments: { pattern: draw(['total', 'TODO', 'async']), path: 'src' } })],
    [4, () => ({ tool: 'Glob', arguments: { pattern: '**/*.ts' } })],
    [20, draw => ({ tool: 'Edit', arguments: { file_path: draw(FILES), old_string: 'a', new_string: 'b' } })],
    [4, draw => ({ tool: 'Write', arguments: { file_path: `src/new-${draw([1, 2, 3])}.ts`, content: 'x' } })],
    [
      12,
      bash(
        ...['git status --short', 'git diff', 'git log --oneline -5', 'ls -la src', 'cat package.json'],
        ...["rg -n 'total' src", 'wc -l src/cart.ts', "sed -n '1,40p' src/cart.ts", 'git diff HEAD~1 -- src'],
      ),
    ],
    [
      14,
      bash(
        ...['npm test', 'npm test -- cart', 'npx vitest run test/cart.test.ts', 'npm test 2>&1 | tail -20'],
        ...['npm run lint', 'npx tsc --noEmit', 'npm run build', 'npx tsc --noEmit && npm test'],
      ),
    ],
    [
      6,
      bash(
        'git add -A',
        'git add src/cart.ts',
        'git commit -m "Fix totals"',
        'git add -A && git commit -m "x"',
      ),
    ],
    [
      5,
      bash(
        ...['npm install lodash', 'git push origin main', 'mkdir -p src/new', 'node scripts/seed.js'],
        ...['docker compose up -d', 'curl -s http://localhost:3000/health', 'rm -r build'],
      ),
    ],
    [
      1,
      draw => ({
        tool: 'WebFetch',
        arguments: { url: draw(['https://docs.example/a', 'https://docs.example/b']) },
      }),
    ],
  ],
  dangers: CODING_DANGERS,
  installation: folder => permissionsFor('edits', { agent: 'coder', folder }),
}

function give(agent: string, tool: string, shape: CreatePermission['shape']): CreatePermission {
  return { tool, agent, shape }
}

type How = 'reads' | 'reads_web' | 'reversible' | 'irreversible' | 'outside'

function tool(name: string, how: How, properties: Tool['input_schema'] = {}): Tool {
  const isRead = how === 'reads' || how === 'reads_web'
  return {
    ...{ name, description: name.replaceAll('_', ' ') },
    input_schema: { type: 'object', properties },
    ...{ prerequisites: [], produces: [] },
    annotations: {
      ...{ read_only: isRead, idempotent: isRead, destructive: how === 'irreversible' },
      open_world: how === 'reads_web' || how === 'outside' || name === 'http_request',
    },
    reversibility: isRead
      ? 'read_only'
      : how === 'outside'
        ? 'externally_reversible'
        : (how as 'reversible' | 'irreversible'),
  }
}

const TICKETS = ['t_101', 't_102', 't_103', 't_104', 't_105', 't_106']

const support: SessionKind = {
  name: 'support',
  agent: 'support',
  tools: [
    ...['get_customer', 'get_order', 'search_articles', 'list_tickets'].map(name => tool(name, 'reads')),
    tool('update_ticket', 'reversible', { status: { enum: ['open', 'pending', 'solved'] } }),
    tool('assign_ticket', 'reversible', { group: { enum: ['billing', 'parcels'] } }),
    ...['add_note', 'apply_discount'].map(name => tool(name, 'reversible')),
    tool('refund_payment', 'irreversible'),
    tool('send_reply', 'outside'),
  ],
  hasFolder: false,
  work: [
    [18, draw => ({ tool: 'get_customer', arguments: { customer_id: draw(['c_1', 'c_2', 'c_3']) } })],
    [18, draw => ({ tool: 'get_order', arguments: { order_id: draw(['o_1', 'o_2', 'o_3']) } })],
    [
      14,
      draw => ({ tool: 'search_articles', arguments: { query: draw(['refund', 'delivery', 'invoice']) } }),
    ],
    [10, () => ({ tool: 'list_tickets', arguments: { status: 'open' } })],
    [
      14,
      draw => ({
        tool: 'update_ticket',
        arguments: { ticket_id: draw(TICKETS), status: draw(['open', 'solved']) },
      }),
    ],
    [
      10,
      draw => ({
        tool: 'add_note',
        arguments: { ticket_id: draw(TICKETS), text: draw(['Called back.', 'Waiting.']) },
      }),
    ],
    [
      5,
      draw => ({
        tool: 'assign_ticket',
        arguments: { ticket_id: draw(TICKETS), group: draw(['billing', 'parcels']) },
      }),
    ],
    [
      4,
      draw => ({
        tool: 'apply_discount',
        arguments: { order_id: draw(['o_1', 'o_2']), amount: draw([5, 8, 10]) },
      }),
    ],
    [
      4,
      draw => ({
        tool: 'send_reply',
        arguments: { to: draw(['ana@mail.example', 'bo@mail.example']), body: 'Done.' },
      }),
    ],
    [
      3,
      draw => ({
        tool: 'refund_payment',
        arguments: { order_id: draw(['o_1', 'o_2']), amount: draw([12, 20]) },
      }),
    ],
  ],
  dangers: SUPPORT_DANGERS,
  installation: () => [],
}

const QUERIES = [
  'select count(*) from orders where created_at > now() - interval $$7 days$$',
  'select lower(email), sum(total) from orders group by 1 order by 2 desc limit 20',
  'with late as (select * from orders where shipped_at is null) select count(*) from late',
  'select date_trunc($$day$$, created_at), count(*) from orders group by 1',
]

const data: SessionKind = {
  name: 'data and operations',
  agent: 'analyst',
  tools: [
    tool('run_sql', 'irreversible'),
    tool('http_request', 'irreversible'),
    tool('read_report', 'reads'),
    tool('write_report', 'reversible'),
    tool('restart_service', 'irreversible'),
  ],
  hasFolder: true,
  work: [
    [46, draw => ({ tool: 'run_sql', arguments: { sql: draw(QUERIES) } })],
    [
      18,
      draw => ({
        tool: 'http_request',
        arguments: { method: 'GET', url: `https://metrics.internal/${draw(['cpu', 'queue', 'errors'])}` },
      }),
    ],
    [12, draw => ({ tool: 'read_report', arguments: { path: draw(['reports/week.md', 'reports/day.md']) } })],
    [
      16,
      draw => ({
        tool: 'write_report',
        arguments: { path: draw(['reports/week.md', 'reports/day.md']), content: 'x' },
      }),
    ],
    [3, draw => ({ tool: 'restart_service', arguments: { service: draw(['worker', 'api']) } })],
    [3, () => ({ tool: 'run_sql', arguments: { sql: 'update jobs set state = $$retry$$ where id = 7' } })],
    [
      2,
      () => ({
        tool: 'http_request',
        arguments: { method: 'POST', url: 'https://metrics.internal/silence' },
      }),
    ],
  ],
  dangers: DATA_DANGERS,
  installation: root => [
    give('analyst', 'run_sql', { kind: 'sql', argument: 'sql', dialect: 'postgresql' }),
    {
      ...give('analyst', 'write_report', {
        ...{ kind: 'paths', roots: ['reports'], folder: root, class: 'contained' },
      }),
      lets_run: true,
    },
  ],
}

export const SESSION_KINDS: readonly SessionKind[] = [coding, support, data]

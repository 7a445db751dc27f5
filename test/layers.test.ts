import { describe, expect, test } from 'vitest'
import { bans, baseFiles } from '../bans.ts'
import { layers, packageNames } from '../layers.ts'
import { findViolations } from '../scripts/layers/find-violations.ts'
import type { Layer } from '../scripts/layers/layer-rows.ts'

type Plant = readonly [law: string, path: string, text: string]

/** One forbidden import per row of the law. */
const forbiddenImports: readonly Plant[] = [
  ['contracts', 'src/contracts/gate.ts', "import { newId } from '../base/ids.ts'"],
  ['base', 'src/base/ids.ts', "import { z } from 'zod'"],
  ['store', 'src/store/store.ts', "import { openSqlite } from './sqlite/sqlite.ts'"],
  ['store/sql', 'src/store/sql/rows.ts', "import { openSqlite } from '../sqlite/sqlite.ts'"],
  ['store/sqlite', 'src/store/sqlite/sqlite.ts', "import type { Pool } from '../postgres/postgres.ts'"],
  [
    'store/postgres',
    'src/store/postgres/postgres.ts',
    "import { decideGate } from '../../engine/gate/gate.ts'",
  ],
  ['dispatch', 'src/dispatch/dispatch.ts', "import { inProcess } from './in-process/in-process.ts'"],
  [
    'dispatch/in-process',
    'src/dispatch/in-process/in-process.ts',
    "import { run } from '../../engine/run/run.ts'",
  ],
  ['dispatch/pg-boss', 'src/dispatch/pg-boss/pg-boss.ts', "export * from '../in-process/in-process.ts'"],
  ['llm', 'src/llm/llm.ts', "const load = () => import('./offline/offline.ts')"],
  ['llm/ai-sdk', 'src/llm/ai-sdk/ai-sdk.ts', "import '../offline/offline.ts'"],
  ['llm/offline', 'src/llm/offline/offline.ts', "import { pages } from '../../engine/pages/pages.ts'"],
  ['llm/scripted', 'src/llm/scripted/scripted.ts', "import { store } from '../../store/store.ts'"],
  ['llm/tokenizer', 'src/llm/tokenizer/tokenizer.ts', "import '../scripted/scripted.ts'"],
  [
    'engine/confidence',
    'src/engine/confidence/confidence.ts',
    "import type { Store } from '../../store/store.ts'",
  ],
  ['engine/tools', 'src/engine/tools/tools.ts', "import type { Model } from '../../llm/llm.ts'"],
  ['engine/access', 'src/engine/access/access.ts', "import { stop } from '../stop/stop.ts'"],
  ['engine/settings', 'src/engine/settings/settings.ts', "import { run } from '../run/run.ts'"],
  ['engine/stop', 'src/engine/stop/stop.ts', "import { run } from '../run/run.ts'"],
  ['engine/secrets', 'src/engine/secrets/secrets.ts', "import { run } from '../run/run.ts'"],
  ['engine/models', 'src/engine/models/secrets.ts', "import { run } from '../run/run.ts'"],
  ['engine/webhooks', 'src/engine/webhooks/webhooks.ts', "import { run } from '../run/run.ts'"],
  [
    'engine/guardrails',
    'src/engine/guardrails/guardrails.ts',
    "import type { Model } from '../../llm/llm.ts'",
  ],
  ['engine/audit', 'src/engine/audit/audit.ts', "import type { Gate } from '../gate/gate.ts'"],
  ['engine/autonomy', 'src/engine/autonomy/autonomy.ts', "import { createRunEngine } from '../run/run.ts'"],
  [
    'engine/permissions',
    'src/engine/permissions/permissions.ts',
    "import type { Gate } from '../gate/gate.ts'",
  ],
  ['engine/shell', 'src/engine/shell/shell.ts', "import type { Gate } from '../gate/gate.ts'"],
  ['engine/gate', 'src/engine/gate/gate.ts', "import type { RunContext } from '../run/run.ts'"],
  ['engine/policy', 'src/engine/policy/policy.ts', "import { createRunEngine } from '../run/run.ts'"],
  ['engine/run', 'src/engine/run/run.ts', "type Model = import('../../llm/llm.ts').Model"],
  ['engine/calls', 'src/engine/calls/calls.ts', "import { run } from '../run/run.ts'"],
  ['engine/catalog', 'src/engine/catalog/catalog.ts', "import { run } from '../run/run.ts'"],
  ['engine/soul', 'src/engine/soul/soul.ts', "import { loop } from '../loop/loop.ts'"],
  ['engine/memory', 'src/engine/memory/memory.ts', "import { planning } from '../planning/planning.ts'"],
  ['engine/insight', 'src/engine/insight/insight.ts', "import { api } from '../../surfaces/api/api.ts'"],
  ['engine/reasoning', 'src/engine/reasoning/reasoning.ts', "import { run } from '../run/run.ts'"],
  ['engine/loop', 'src/engine/loop/loop.ts', "import { planning } from '../planning/planning.ts'"],
  ['engine/pages', 'src/engine/pages/pages.ts', "import { loop } from '../loop/loop.ts'"],
  [
    'engine/planning/scheduler',
    'src/engine/planning/scheduler/scheduler.ts',
    "import type { Store } from '../../../store/store.ts'",
  ],
  ['engine/planning', 'src/engine/planning/planning.ts', "import { pages } from '../pages/pages.ts'"],
  ['engine/workitem', 'src/engine/workitem/workitem.ts', "import { plan } from '../planning/planning.ts'"],
  ['engine/iterations', 'src/engine/iterations/iterations.ts', "import { loop } from '../loop/loop.ts'"],
  ['engine/schedules', 'src/engine/schedules/schedules.ts', "import { createLlm } from '../../llm/llm.ts'"],
  ['engine/triggers', 'src/engine/triggers/triggers.ts', "import { createLlm } from '../../llm/llm.ts'"],
  ['agents', 'src/agents/agents.ts', "import { store } from '../store/store.ts'"],
  ['agents/public', 'src/agents/public.ts', "import { run } from '../engine/run/run.ts'"],
  [
    'bundled/workitem',
    'src/bundled/workitem/flow.ts',
    "import type { RunContext } from '../../engine/run/run.ts'",
  ],
  ['bundled/reasoning', 'src/bundled/reasoning/stages.ts', "import { run } from '../../engine/run/run.ts'"],
  ['mcp-client', 'src/mcp-client/mcp-client.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['network', 'src/network/network.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['sandbox', 'src/sandbox/sandbox.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['oidc', 'src/oidc/oidc.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['notices', 'src/notices/notices.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['workspace', 'src/workspace/workspace.ts', "import { gate } from '../engine/gate/gate.ts'"],
  ['soulgate', 'src/soulgate.ts', "import { api } from './surfaces/api/api.ts'"],
  ['starter', 'src/starter/create.ts', "import { createSoulgate } from '../soulgate.ts'"],
  ['surfaces/api', 'src/surfaces/api/api.ts', "import type { Store } from '../../store/store.ts'"],
  ['surfaces/mcp', 'src/surfaces/mcp/mcp.ts', "import { api } from '../api/api.ts'"],
  ['surfaces/hooks', 'src/surfaces/hooks/hooks.ts', "import { run } from '../../engine/run/run.ts'"],
  ['surfaces/cli', 'src/surfaces/cli/main.ts', "import { offline } from '../../llm/offline/offline.ts'"],
  ['sdk', 'src/sdk/sdk.ts', "import { readFile } from 'node:fs/promises'"],
  ['sdk/worker', 'src/sdk/worker/worker.ts', "import { createSoulgate } from '../../soulgate.ts'"],
  ['sdk/adapters', 'src/sdk/adapters/ai-sdk.ts', "import { createSoulgate } from '../../soulgate.ts'"],
  ['testing', 'src/testing/testing.ts', "import { decideGate } from '../engine/gate/gate.ts'"],
  ['ui', 'ui/src/inbox/inbox.tsx', "import { Gate } from '../../../src/contracts/gate.ts'"],
  ['examples', 'examples/first-gate.ts', "import { createSoulgate } from '../src/soulgate.ts'"],
]

/** One breach per ban, and per each way to commit it where there are several. */
const forbiddenActs: readonly Plant[] = [
  ['environment', 'src/surfaces/api/api.ts', 'export const port = process.env.PORT'],
  ['environment', 'src/llm/llm.ts', 'export const { env } = process'],
  ['environment', 'src/workspace/workspace.ts', "import { env } from 'node:process'"],
  ['environment', 'src/base/clock.ts', "export const all = globalThis.process['env']"],
  ['engine-clock', 'src/engine/run/run.ts', 'export const now = Date.now'],
  ['engine-clock', 'src/engine/run/run.ts', 'export const now = new Date()'],
  ['engine-clock', 'src/engine/run/run.ts', 'export const now = performance.now()'],
  ['engine-clock', 'src/engine/run/run.ts', "import { systemClock } from '../../base/clock.ts'"],
  ['engine-random', 'src/engine/run/run.ts', 'export const chance = Math.random()'],
  ['engine-random', 'src/engine/run/run.ts', "import { randomUUID } from 'node:crypto'"],
  ['engine-random', 'src/engine/run/run.ts', "import { systemRandom } from '../../base/random.ts'"],
  ['engine-timers', 'src/engine/gate/gate.ts', 'setTimeout(() => {}, 10)'],
  ['engine-timers', 'src/engine/gate/gate.ts', 'globalThis.setInterval(() => {}, 10)'],
  ['engine-timers', 'src/engine/gate/gate.ts', 'export const later = { setImmediate }'],
  ['engine-network', 'src/engine/soul/soul.ts', "export const answer = fetch('https://example.org')"],
  ['sql-libraries', 'src/dispatch/in-process/in-process.ts', "import { DatabaseSync } from 'node:sqlite'"],
  ['sql-libraries', 'src/engine/audit/audit.ts', "import { sql } from 'kysely'"],
  [
    'sql-text',
    'src/surfaces/api/api.ts',
    'export const query = (id: string) => `SELECT * FROM gates WHERE id = ${id}`',
  ],
  ['model-libraries', 'src/engine/loop/loop.ts', "import { generateText } from 'ai'"],
  ['model-libraries', 'src/surfaces/api/api.ts', "import { openai } from '@ai-sdk/openai'"],
  [
    'html-text',
    'src/surfaces/api/api.ts',
    'export const page = (name: string) => `<h1 class="x">${name}</h1>`',
  ],
]

/** The laws of shape. */
const forbiddenShapes: readonly Plant[] = [
  ['place', 'src/wiring.ts', 'export const x = 1'],
  ['place', 'src/engine/tools.ts', 'export const x = 1'],
  ['base-files', 'src/base/retry.ts', 'export const x = 1'],
  ['empty-name', 'src/engine/gate/gate-utils.ts', 'export const x = 1'],
  ['empty-name', 'ui/src/common/button.tsx', 'export const x = 1'],
  ['empty-name', 'src/surfaces/api/types.ts', 'export const x = 1'],
  ['file-length', 'src/contracts/long.ts', '// line\n'.repeat(401)],
  ['computed-import', 'src/soulgate.ts', 'export const load = (name: string) => import(name)'],
  ['front-door', 'src/engine/run/run.ts', "import { x } from '../gate/expiry.ts'"],
  ['front-door', 'src/engine/run/run.ts', "import { x } from '../../store/event-chain.ts'"],
  ['front-door', 'src/engine/run/run.program.test.ts', "import { x } from '../gate/expiry.ts'"],
  ['front-door', 'test/promises.test.ts', "import { x } from '../src/engine/gate/expiry.ts'"],
]

/** Plants text among the front doors that its concept needs in any case. */
function plant(path: string, text: string): ReadonlyMap<string, string> {
  const door = /^src\/engine\/([^/]+)\//.exec(path)?.[1]
  const files = new Map(door ? [[`src/engine/${door}/${door}.ts`, 'export {}\n']] : [])
  return files.set(path, text)
}

function doorOf({ name, doors, places }: Layer): string {
  return doors?.[0] ?? `${places[0]}${name === 'base' ? baseFiles[0] : 'gate.ts'}`
}

const lawsFound = (files: ReadonlyMap<string, string>) =>
  findViolations(files).map(({ law, path }) => [law, path])

describe('each law catches its breach, and nothing else speaks up', () => {
  test.each([
    ...forbiddenImports,
    ...forbiddenActs,
    ...forbiddenShapes,
  ])('%s in %s: %s', (law, path, text) => {
    expect(lawsFound(plant(path, text))).toEqual([[law, path]])
  })

  test('cycle: a ring of imports is named once, in order', () => {
    const violations = findViolations(
      new Map([
        ['src/contracts/a.ts', "import type { B } from './b.ts'"],
        ['src/contracts/b.ts', "export * from './c.ts'"],
        ['src/contracts/c.ts', "import { a } from './a.ts'"],
        ['src/contracts/d.ts', "import { a } from './a.ts'"],
      ]),
    )
    expect(violations).toHaveLength(1)
    expect(violations[0]).toMatchObject({ law: 'cycle', path: 'src/contracts/a.ts' })
    expect(violations[0]?.message).toContain(
      'src/contracts/a.ts → src/contracts/b.ts → src/contracts/c.ts → src/contracts/a.ts',
    )
  })

  test('test-layer: a quick test that reaches a database, however far away, and only at run time', () => {
    const reaching = (how: string, name = 'gate.test.ts') =>
      lawsFound(
        new Map([
          [`test/${name}`, `${how} '../src/soulgate/open.ts'`],
          ['src/soulgate/open.ts', "export * from './database.ts'"],
          ['src/soulgate/database.ts', "const open = () => import('node:net')"],
        ]),
      )
    expect(reaching('import { open } from')).toEqual([['test-layer', 'test/gate.test.ts']])
    expect(reaching('import type { Open } from')).toEqual([])
    expect(reaching('import { open } from', 'gate.program.test.ts')).toEqual([])
    expect(reaching('import { open } from', 'gate.proof.test.ts')).toEqual([])
  })

  test('missing-door: a concept without a file of its name', () => {
    expect(lawsFound(new Map([['src/engine/gate/expiry.ts', 'export {}']]))).toEqual([
      ['missing-door', 'src/engine/gate/gate.ts'],
    ])
  })

  test('a violation names its line and says why', () => {
    const [violation] = findViolations(plant('src/engine/gate/gate.ts', '\n\nexport const x = Math.random()'))
    expect(violation).toMatchObject({ line: 3 })
    expect(violation?.message).toContain('random source that is passed in')
  })

  test('every row and every ban has its plant', () => {
    expect(forbiddenImports.map(([law]) => law)).toEqual(layers.map(layer => layer.name))
    expect([...new Set(forbiddenActs.map(([law]) => law))]).toEqual(bans.map(ban => ban.name))
  })
})

describe('the law leaves free what it means to', () => {
  const byPath = layers.filter(layer => !layer.byPackageName)
  test.each(
    byPath.map(layer => [layer.name, layer] as const),
  )('%s imports its neighbours by their doors', (_, layer) => {
    const from = doorOf(layer)
    const up = '../'.repeat(from.split('/').length - 1)
    const imports = layers
      .filter(({ name }) => layer.mayImport.includes(name))
      .map(neighbour => `import '${up || './'}${doorOf(neighbour)}'`)
    expect(imports).toHaveLength(layer.mayImport.length)
    expect(lawsFound(plant(from, imports.join('\n')))).toEqual([])
  })

  test.each([
    [
      'an adapter sees the private files of its interface',
      'src/store/sqlite/sqlite.ts',
      "import '../event-chain.ts'",
    ],
    [
      'a test may use adapters, Node and the clock',
      'src/engine/gate/gate.program.test.ts',
      `import '../../store/sqlite/sqlite.ts'
      import 'node:http'
      export const now = Date.now()`,
    ],
    [
      'a conformance suite may too',
      'src/store/store-conformance.ts',
      "import './sqlite/sqlite.ts'; import 'vitest'",
    ],
    [
      'the pages import the client by name',
      'ui/src/app.tsx',
      "import 'soulgate/sdk'; import 'soulgate/contracts'",
    ],
    [
      'a date of a given time is no clock',
      'src/engine/run/run.ts',
      'export const at = (ms: number) => new Date(ms)',
    ],
    [
      'a passed-in fetch is no global',
      'src/engine/soul/soul.ts',
      'export const ask = (fetch: () => void) => fetch()',
    ],
    [
      'a property called fetch is no global',
      'src/engine/soul/soul.ts',
      'export const ask = (port: Port) => port.fetch()',
    ],
    ['a comparison is no HTML', 'src/engine/run/run.ts', "export const text = 'a<b and c>d, at <gate_id>'"],
    [
      'words are no SQL',
      'src/engine/run/run.ts',
      "export const text = 'Select one from the list, or update it.'",
    ],
    ['the wiring reads the environment', 'src/soulgate.ts', 'export const home = process.env.SOULGATE_HOME'],
  ])('%s', (_, path, text) => {
    expect(lawsFound(plant(path, text))).toEqual([])
  })

  test('every package name stands for a row', () => {
    const names = layers.map(layer => layer.name)
    for (const target of Object.values(packageNames)) expect(names).toContain(target)
  })
})

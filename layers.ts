/**
 * The import law as data. `npm run check` enforces it, the documentation prints it, and a test plants one violation
 * per entry. A file belongs to the row with the longest matching place; what no row allows is forbidden.
 */
export type Layer = {
  readonly name: string
  /** Folders (ending in `/`) and files, relative to the repository. */
  readonly places: readonly string[]
  /** Names of the rows it may import besides itself. */
  readonly mayImport: readonly string[]
  /** npm packages it may import; `any` leaves the choice to package.json. */
  readonly packages: readonly string[] | 'any'
  /** Built-in modules of Node it may import. */
  readonly builtins: readonly string[] | 'any'
  /** The only files that other rows may import; absent when every file is public. */
  readonly doors?: readonly string[]
  /** True when our own code is reached by package name (`soulgate/sdk`), as a user of the package would. */
  readonly byPackageName?: boolean
  readonly because: string
}

const FACTS = ['contracts', 'base'] as const
const PURE_BUILTINS = [
  'node:buffer',
  'node:crypto',
  'node:path',
  'node:url',
  'node:util',
  'node:zlib',
] as const
const BELOW_AGENTS = [
  ...['contracts', 'base', 'store', 'dispatch', 'llm'],
  ...['engine/confidence', 'engine/tools', 'engine/guardrails', 'engine/gate', 'engine/audit'],
  ...['engine/run', 'engine/soul', 'engine/memory', 'engine/insight'],
] as const
const CONCEPTS = [
  ...['confidence', 'tools', 'guardrails', 'gate', 'audit', 'run', 'soul', 'memory', 'insight'],
  ...['access', 'settings', 'stop', 'secrets', 'models', 'webhooks', 'calls', 'catalog', 'shell', 'autonomy'],
  ...[
    'reasoning',
    'loop',
    'pages',
    'planning',
    'planning/scheduler',
    'workitem',
    'iterations',
    'schedules',
    'triggers',
  ],
] as const
const ADAPTERS = [
  ...['store/sqlite', 'store/postgres', 'dispatch/in-process', 'dispatch/pg-boss'],
  ...[
    'llm/ai-sdk',
    'llm/offline',
    'llm/scripted',
    'llm/tokenizer',
    'workspace',
    'notices',
    'oidc',
    'network',
    'mcp-client',
  ],
] as const

export const layers: readonly Layer[] = [
  {
    name: 'contracts',
    places: ['src/contracts/'],
    mayImport: [],
    packages: ['zod'],
    builtins: [],
    because: 'The nouns stand alone, so that the browser, the documents and every layer share them.',
  },
  {
    name: 'base',
    places: ['src/base/'],
    mayImport: ['contracts'],
    packages: [],
    builtins: ['node:crypto'],
    because: 'Clock, ids, canonical JSON, digest and errors carry no domain words.',
  },
  {
    name: 'store',
    places: ['src/store/'],
    mayImport: FACTS,
    packages: [],
    builtins: [],
    doors: ['src/store/store.ts'],
    because: 'The interface knows none of its adapters, so that one replaces another.',
  },
  {
    ...adapter('store/sql', ['store'], 'What both databases share in SQL; only they see it.'),
    places: ['src/store/sql/', 'src/store/migrations/'],
  },
  adapter('store/sqlite', ['store', 'store/sql'], 'One database knows nothing of the other.'),
  adapter('store/postgres', ['store', 'store/sql'], 'One database knows nothing of the other.'),
  {
    name: 'dispatch',
    places: ['src/dispatch/'],
    mayImport: [...FACTS, 'store'],
    packages: [],
    builtins: [],
    doors: ['src/dispatch/dispatch.ts'],
    because:
      'A job is durable with the transaction that asks for it; the interface knows none of its adapters.',
  },
  adapter('dispatch/in-process', ['dispatch', 'store'], 'It keeps its jobs through the store of any kind.'),
  adapter('dispatch/pg-boss', ['dispatch', 'store'], 'It queues inside the transaction of the store.'),
  {
    name: 'llm',
    places: ['src/llm/'],
    mayImport: FACTS,
    packages: [],
    builtins: [],
    doors: ['src/llm/llm.ts'],
    because: 'Tiers, budget and retry hold for every provider alike.',
  },
  adapter('llm/ai-sdk', ['llm'], 'Providers over the network, behind the interface.'),
  adapter('llm/offline', ['llm'], 'The model without a network answers from its request alone.'),
  adapter('llm/scripted', ['llm'], 'Tests and examples replay given answers.'),
  adapter('llm/tokenizer', ['llm'], 'Its tables are read only where tokens are counted.'),
  concept('confidence', FACTS, 'A score is arithmetic over facts that are passed in.'),
  concept('tools', FACTS, 'Declaring and checking a tool touches no store and calls no model.'),
  concept('access', [...FACTS, 'store'], 'Who is asking is settled before and apart from what is asked.'),
  concept(
    'settings',
    [...FACTS, 'store', 'engine/access'],
    'What an operator tunes depends on nothing that it tunes.',
  ),
  concept('stop', [...FACTS, 'store', 'engine/access'], 'The stop stands below everything that it stops.'),
  concept('secrets', [...FACTS, 'store', 'engine/access', 'engine/tools'], 'A value is asked for by name.'),
  concept(
    'models',
    [...FACTS, 'store', 'engine/access', 'engine/secrets'],
    'Which models answer is a record of its own; what speaks to them is passed in.',
  ),
  concept(
    'webhooks',
    [...FACTS, 'store', 'engine/access', 'engine/secrets'],
    'Telling the outside reads what happened and changes none of it.',
  ),
  concept(
    'guardrails',
    [...FACTS, 'store', 'engine/access', 'engine/audit'],
    'Rules are evaluated without a model, so that no model can bend them.',
  ),
  concept(
    'audit',
    [...FACTS, 'store', 'engine/access'],
    'The chain is kept and proven below everything that it records.',
  ),
  concept(
    'autonomy',
    FACTS,
    'How much evidence lets a call run is mathematics over labels that are passed in.',
  ),
  concept('shell', [], 'What a command line would run is read from its text alone.'),
  concept(
    'gate',
    [...FACTS, 'store', 'engine/tools', 'engine/guardrails', 'engine/audit', 'engine/shell'],
    'Asking people depends on no run and no model; the registered tools arrive as a catalog that is passed in.',
  ),
  concept(
    'run',
    [...FACTS, 'store', 'dispatch', 'engine/gate', 'engine/tools', 'engine/audit'],
    'Durable execution and the tool ledger know no agent and no model.',
  ),
  concept(
    'calls',
    [...FACTS, 'store', 'engine/gate', 'engine/tools', 'engine/audit'],
    'The door for executors outside of Soulgate knows no run of ours and no agent.',
  ),
  concept(
    'catalog',
    [...FACTS, 'store', 'engine/gate', 'engine/tools'],
    'Declared and confirmed tools are facts for everybody and ask nobody.',
  ),
  concept('soul', [...FACTS, 'store', 'llm', 'engine/gate'], 'Soul answers agents and never depends on one.'),
  concept(
    'memory',
    [...FACTS, 'store', 'llm', 'engine/gate'],
    'Memory serves every agent and belongs to none.',
  ),
  concept('insight', [...FACTS, 'store', 'llm', 'engine/gate'], 'Measures only read what happened.'),
  concept('reasoning', BELOW_AGENTS, 'An agent stands on the engine, not on another agent.'),
  concept('loop', BELOW_AGENTS, 'An agent stands on the engine, not on another agent.'),
  concept(
    'pages',
    [...FACTS, 'store', 'llm', 'engine/tools', 'engine/memory'],
    'Making a page is a tool of the loop and does not know who calls it.',
  ),
  concept('planning/scheduler', FACTS, 'Placing work in time is arithmetic over a project passed in.'),
  concept(
    'planning',
    [...BELOW_AGENTS, 'engine/reasoning', 'engine/loop', 'engine/planning/scheduler'],
    'Plans are made of runs and gates, never of pages.',
  ),
  concept(
    'workitem',
    [...FACTS, 'store', 'engine/gate', 'engine/run'],
    'What is to be made, what it holds and where its copies lie; the agent that follows it is not known here.',
  ),
  concept('iterations', BELOW_AGENTS, 'A run over gates and a mind passed in; it knows no other agent.'),
  concept(
    'schedules',
    [...FACTS, 'store', 'dispatch', 'engine/run'],
    'The clock starts runs like any other.',
  ),
  concept('triggers', [...FACTS, 'store', 'engine/run'], 'Webhooks and events start runs like any other.'),
  {
    name: 'agents',
    places: ['src/agents/'],
    mayImport: [
      ...FACTS,
      'llm',
      'engine/tools',
      'engine/gate',
      'engine/run',
      'engine/schedules',
      'engine/triggers',
    ],
    packages: ['@standard-schema/spec', 'zod'],
    builtins: [],
    doors: ['src/agents/agents.ts'],
    because:
      'What a user writes becomes a definition that the engine runs like its own; it opens no other door.',
  },
  {
    name: 'agents/public',
    places: ['src/agents/public.ts'],
    mayImport: ['agents'],
    packages: [],
    builtins: [],
    doors: ['src/agents/public.ts'],
    because: 'What the package `soulgate` hands to whoever writes an agent, and nothing else.',
  },
  {
    name: 'bundled/workitem',
    places: ['src/bundled/workitem/'],
    mayImport: ['contracts', 'agents/public'],
    packages: [],
    builtins: [],
    doors: ['src/bundled/workitem/workitem.ts'],
    because:
      'An agent of ours is written with what a user has; where that is not enough, the public API is not.',
  },
  adapter('mcp-client', [], 'One client of MCP servers, for the gateway and for agents of the program.'),
  adapter('network', [], 'Whatever leaves for an address that somebody named passes one guard.'),
  adapter('oidc', ['engine/access'], 'The provider of sign-ins lies behind a port.'),
  adapter('notices', ['engine/webhooks', 'network'], 'How a notice leaves lies behind a port.'),
  {
    name: 'workspace',
    places: ['src/workspace/'],
    mayImport: [...FACTS, 'engine/tools', 'network'],
    packages: 'any',
    builtins: 'any',
    doors: ['src/workspace/workspace.ts'],
    because: 'Files and commands of this machine lie behind a port; the engine never touches them.',
  },
  {
    name: 'soulgate',
    places: ['src/soulgate.ts', 'src/soulgate/'],
    mayImport: [
      ...FACTS,
      ...['agents', 'agents/public', 'bundled/workitem'],
      'store',
      'dispatch',
      'llm',
      ...ADAPTERS,
      ...CONCEPTS.map(name => `engine/${name}`),
    ],
    packages: 'any',
    builtins: 'any',
    doors: ['src/soulgate.ts'],
    because: 'The only wiring: nothing else knows which adapter serves which part.',
  },
  {
    name: 'starter',
    places: ['src/starter/'],
    mayImport: [],
    packages: [],
    builtins: ['node:child_process', 'node:fs', 'node:path', 'node:util'],
    because: '`create-soulgate` is packed from these files alone.',
  },
  surface('api', [], 'A surface parses, authenticates and calls; it decides nothing.'),
  surface(
    'mcp',
    ['sdk', 'mcp-client'],
    'The gateway asks for calls over the same routes as every outside executor.',
  ),
  surface('hooks', ['sdk'], 'Hooks ask for calls over the same routes as every outside executor.'),
  {
    ...surface(
      'cli',
      ['surfaces/api', 'surfaces/mcp', 'surfaces/hooks', 'sdk', 'starter'],
      'The command line starts the rest.',
    ),
    doors: ['src/surfaces/cli/main.ts'],
  },
  {
    name: 'sdk',
    places: ['src/sdk/'],
    mayImport: ['contracts'],
    packages: [],
    builtins: [],
    doors: ['src/sdk/sdk.ts'],
    because: 'The client runs in a browser.',
  },
  {
    name: 'sdk/worker',
    places: ['src/sdk/worker/'],
    mayImport: [...FACTS, 'agents'],
    packages: [],
    builtins: [],
    doors: ['src/sdk/worker/worker.ts'],
    because: 'A worker executes definitions and speaks the protocol; it holds no engine and no store.',
  },
  {
    name: 'sdk/adapters',
    places: ['src/sdk/adapters/'],
    mayImport: ['contracts', 'sdk'],
    packages: 'any',
    builtins: [],
    because: 'Each adapter puts gates in front of the tools of one framework, through the client only.',
  },
  {
    name: 'testing',
    places: ['src/testing/'],
    mayImport: [
      ...FACTS,
      ...['sdk', 'soulgate', 'surfaces/api', 'store/sqlite', 'dispatch/in-process', 'llm/scripted'],
    ],
    packages: [],
    builtins: 'any',
    doors: ['src/testing/testing.ts'],
    because: 'A scripted reviewer and a virtual clock drive the real program, not a copy of it.',
  },
  {
    name: 'ui',
    places: ['ui/src/'],
    mayImport: ['contracts', 'sdk'],
    packages: 'any',
    builtins: [],
    byPackageName: true,
    because: 'The pages use the client that everybody else uses.',
  },
  {
    name: 'examples',
    places: ['examples/'],
    mayImport: ['contracts', 'sdk', 'sdk/adapters', 'sdk/worker', 'soulgate', 'testing'],
    packages: 'any',
    builtins: 'any',
    byPackageName: true,
    because: 'An example works as printed in a project of its own.',
  },
]

/** The only files that import what is not named in their text: a user's own configuration. */
export const computedImports: readonly string[] = ['src/surfaces/cli/config-file.ts']

/** Rows reached by package name: `soulgate`, `soulgate/sdk`, … */
export const packageNames: Readonly<Record<string, string>> = {
  soulgate: 'soulgate',
  'soulgate/contracts': 'contracts',
  'soulgate/sdk': 'sdk',
  'soulgate/sdk/ai-sdk': 'sdk/adapters',
  'soulgate/sdk/mcp-client': 'sdk/adapters',
  'soulgate/sdk/openai-agents': 'sdk/adapters',
  'soulgate/sdk/worker': 'sdk/worker',
  'soulgate/testing': 'testing',
}

function adapter(name: string, above: readonly string[], because: string): Layer {
  const part = name.slice(name.lastIndexOf('/') + 1)
  const doors = name === 'store/sql' ? {} : { doors: [`src/${name}/${part}.ts`] }
  const places = [`src/${name}/`]
  return {
    name,
    places,
    mayImport: [...FACTS, ...above],
    packages: 'any',
    builtins: 'any',
    ...doors,
    because,
  }
}

function concept(name: string, mayImport: readonly string[], because: string): Layer {
  const folder = `src/engine/${name}`
  const builtins = PURE_BUILTINS
  const doors = [`${folder}/${name.slice(name.lastIndexOf('/') + 1)}.ts`]
  return {
    name: `engine/${name}`,
    places: [`${folder}/`],
    mayImport,
    packages: 'any',
    builtins,
    doors,
    because,
  }
}

function surface(name: string, above: readonly string[], because: string): Layer {
  const folder = `src/surfaces/${name}`
  const doors = [`${folder}/${name}.ts`]
  const mayImport = [...FACTS, 'soulgate', ...above]
  return {
    name: `surfaces/${name}`,
    places: [`${folder}/`],
    mayImport,
    packages: 'any',
    builtins: 'any',
    doors,
    because,
  }
}

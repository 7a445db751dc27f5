/** What no file `within` these places may do, `except` in those. Files of tests are free of it. */
export type Ban = {
  readonly name: string
  /** Names used in code (`process.env`, `Date.now()`), as the checker reads them. */
  readonly uses?: readonly string[]
  /** Modules; one ending in `/` stands for all that begin so. */
  readonly imports?: readonly string[]
  /** Names that must not be imported, from wherever. */
  readonly importedNames?: readonly string[]
  /** Texts of strings and templates. */
  readonly strings?: RegExp
  readonly within: readonly string[]
  readonly except?: readonly string[]
  readonly because: string
}

export const bans: readonly Ban[] = [
  {
    name: 'environment',
    uses: ['process.env'],
    importedNames: ['env'],
    within: ['src/'],
    except: ['src/surfaces/cli/', 'src/soulgate.ts'],
    because: 'Configuration enters at one place and is passed on as values.',
  },
  {
    name: 'engine-clock',
    uses: ['Date.now', 'Date()', 'performance', 'process.hrtime', 'process.uptime'],
    importedNames: ['systemClock', 'performance'],
    within: ['src/engine/'],
    because: 'Replay and simulation need the clock that is passed in.',
  },
  {
    name: 'engine-random',
    uses: ['Math.random', 'crypto.randomUUID', 'crypto.getRandomValues'],
    importedNames: ['systemRandom', 'randomBytes', 'randomInt', 'randomUUID', 'randomFillSync', 'webcrypto'],
    within: ['src/engine/'],
    because: 'Replay and simulation need the random source that is passed in.',
  },
  {
    name: 'engine-timers',
    uses: ['setTimeout', 'setInterval', 'setImmediate', 'process.nextTick'],
    importedNames: ['systemTimers'],
    imports: ['node:timers', 'node:timers/promises'],
    within: ['src/engine/'],
    because: 'A timer in memory is lost in a crash; timers are dispatched or passed in.',
  },
  {
    name: 'engine-network',
    uses: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
    imports: ['node:net', 'node:http', 'node:https', 'node:http2', 'node:tls', 'node:dgram', 'node:dns'],
    within: ['src/engine/'],
    because: 'The engine reaches the world only through ports that are passed in.',
  },
  {
    name: 'sql-libraries',
    imports: ['kysely', 'pg', 'node:sqlite', 'better-sqlite3', 'postgres'],
    within: ['src/', 'ui/src/'],
    except: ['src/store/'],
    because: 'Only the store speaks SQL, so that every change, its event and its hash are one transaction.',
  },
  {
    name: 'sql-text',
    strings:
      /\b(SELECT\s[\s\S]+\sFROM\s|INSERT\s+INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s|CREATE\s+TABLE\s)/,
    within: ['src/', 'ui/src/'],
    except: ['src/store/'],
    because: 'Only the store speaks SQL, so that every change, its event and its hash are one transaction.',
  },
  {
    name: 'model-libraries',
    imports: ['ai', '@ai-sdk/', 'openai', '@anthropic-ai/'],
    within: ['src/'],
    except: ['src/llm/', 'src/sdk/adapters/'],
    because: 'Every model call passes the budget, the retry and the record of one interface.',
  },
  {
    name: 'html-text',
    strings:
      /<(!doctype|html|head|body|div|span|p|br|img|script|style|table|tr|td|ul|ol|li|h[1-6]|button|iframe|svg|a(?=\s))(\s[^<]*)?\/?>/i,
    within: ['src/'],
    except: ['src/engine/pages/'],
    because: 'Text of agents is never rendered as HTML; markup is made where it is also checked.',
  },
]

/** The files of `src/base/`, each with its reason to be everywhere. Tests beside them are free. */
export const baseFiles: readonly string[] = [
  ...['canonical-json.ts', 'clock.ts', 'digest.ts', 'errors.ts', 'ids.ts', 'json-value.ts', 'random.ts'],
]

/** Words that name no concept; no file or folder is called so, alone or as the last word of its name. */
export const emptyNames: readonly string[] = [
  ...['util', 'utils', 'helper', 'helpers', 'common', 'shared', 'misc', 'core', 'type', 'types'],
]

/** Longest file, in lines; tests may be longer. The length of functions is the linter's. */
export const MAX_FILE_LINES = 400

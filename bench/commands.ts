import { parseArgs } from 'node:util'

interface Option {
  /** What is given with it, such as `DIR`; a switch where absent. */
  readonly value?: string
  readonly about: string
}

interface Command {
  readonly about: string
  readonly options: Readonly<Record<string, Option>>
}

const JSON_OUT = { json: { about: 'answer with JSON' } } as const
const DATA = { data: { value: 'DIR', about: 'where the public cases lie' }, ...JSON_OUT } as const

/** Every bench, found as bench/NAME.ts or bench/NAME/NAME.ts. */
const COMMANDS: Readonly<Record<string, Command>> = {
  policy: {
    about: 'replays of a policy on past verdicts, by how many there are',
    options: { sizes: { value: 'N,N', about: '10000,30000,100000 by default' } },
  },
  questions: {
    about: 'how often people are asked in 100 calls, with what they let run, and which planted dangers pass',
    options: {
      seed: { value: 'N', about: 'other sessions' },
      list: { about: 'name each danger and what became of it' },
    },
  },
  memory: { about: 'conversations, compaction and windows', options: JSON_OUT },
  studio: {
    about: 'briefs and edits in people’s words, without a language model',
    options: { data: { value: 'FILE', about: 'other ones: {"briefs": […], "edits": […]} as JSON' } },
  },
  chat: { about: 'chats that are open at once', options: JSON_OUT },
  inbox: {
    about: 'the inbox in a browser, by the length of its queue',
    options: { sizes: { value: 'N,N', about: 'how many gates wait' }, ...JSON_OUT },
  },
  latency: {
    about: 'what one waits for: commands, the hook, a call that nothing holds, the gateway',
    options: { rounds: { value: 'N', about: 'starts of each program; 15 by default' }, ...JSON_OUT },
  },
  runs: {
    about: 'runs, decisions, replays, and how they grow',
    options: {
      store: { value: 'sqlite|postgres|both', about: 'both by default' },
      count: { value: 'N', about: 'runs; 5000 by default' },
      waiting: { value: 'N,N', about: 'sizes of what waits; 1000,10000 by default' },
      ...JSON_OUT,
    },
  },
  scale: {
    about: 'several processes on one PostgreSQL',
    options: {
      processes: { value: 'N,N', about: '1,2,4 by default' },
      seconds: { value: 'N', about: 'for each; 10 by default' },
      kills: { value: 'N', about: 'workers that are killed; 3 by default' },
      ...JSON_OUT,
    },
  },
  peers: {
    about: 'beside durable-execution libraries',
    options: {
      count: { value: 'N', about: 'runs; 1000 by default' },
      'in-flight': { value: 'N', about: 'at once; 50 by default' },
      folder: { value: 'DIR', about: 'where they are installed' },
      ...JSON_OUT,
    },
  },
  guardrails: { about: 'guidelines and briefings', options: {} },
  autonomy: {
    about: 'earned autonomy in simulated worlds: what opens, what is taken back, and how soon',
    options: {
      worlds: { value: 'N', about: 'of each kind; 1000 by default' },
      seed: { value: 'N', about: '20260 by default' },
      ...JSON_OUT,
    },
  },
  harness: {
    about: 'generated goals through the reasoning pipeline',
    options: {
      seed: { value: 'N', about: '1 by default' },
      count: { value: 'N', about: 'goals, spread over the classes; 500 by default' },
      ...JSON_OUT,
    },
  },
  reasoning: {
    about: 'each part of reasoning beside floor and bar, and its speed',
    options: {
      model: {
        value: 'scripted',
        about: 'instead: goals read by a model that reads well, badly, or is injected',
      },
      count: { value: 'N', about: 'goals of each kind for --model; 150 by default' },
      ...DATA,
    },
  },
  'hijacked-agent': { about: 'what an agent that obeys an injected text can do', options: DATA },
  streams: { about: 'what is read out of streams of models', options: DATA },
  scheduler: {
    about: 'resource projects beside the best known',
    options: {
      ...DATA,
      seconds: { value: 'N', about: 'for each project; 0.95 by default' },
      random: { value: 'N', about: 'random projects; 300 by default' },
    },
  },
  validate: {
    about: 'broken pages, what is found and what is mended',
    options: {
      pages: { value: 'N', about: '240 by default' },
      seeds: { value: 'N,N', about: '1,2 by default' },
      show: { about: 'name what was missed' },
      dump: { value: 'FILE', about: 'write the pages into a file' },
    },
  },
  pages: {
    about: 'pages of nine products, looked at in a browser',
    options: {
      types: { value: 'a,b', about: 'kinds of product' },
      styles: { value: 'x,y', about: 'looks' },
      mode: { value: 'dark', about: 'light by default' },
      out: { value: 'DIR', about: 'where the pictures are written' },
    },
  },
}

/** What a line after `npm run bench --` asks for: one bench with its arguments, or lines to print and end with. */
export type Asked =
  | { readonly name: string; readonly args: readonly string[] }
  | { readonly lines: readonly string[]; readonly exitCode: 0 | 2 }

/** An unknown name or option is answered with one line that names it. */
export function readBenchLine(line: readonly string[]): Asked {
  const [name, ...args] = line
  if (name === undefined || name === '--help' || name === '-h') {
    const names = Object.entries(COMMANDS).map(([key, { about }]) => `  ${key.padEnd(16)}${about}`)
    return { lines: ['Usage: npm run bench -- NAME [options]', ...names], exitCode: 0 }
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const known = Object.keys(COMMANDS).join(', ')
    return { lines: [`There is no bench ${name}. There are ${known}.`], exitCode: 2 }
  }
  if (args.includes('--help') || args.includes('-h')) return { lines: helpOf(name, command), exitCode: 0 }
  const fault = faultOf(args, command)
  if (fault === undefined) return { name, args }
  return { lines: [`${fault} \`npm run bench -- ${name} --help\` lists the options.`], exitCode: 2 }
}

function helpOf(name: string, { about, options }: Command): readonly string[] {
  const lines = Object.entries(options).map(
    ([option, { value, about: what }]) => `  ${`--${option} ${value ?? ''}`.padEnd(32)} ${what}`,
  )
  const none = lines.length === 0 ? ['  it has no options'] : lines
  return [`Usage: npm run bench -- ${name}${lines.length > 0 ? ' [options]' : ''}: ${about}`, ...none]
}

function faultOf(args: readonly string[], { options }: Command): string | undefined {
  const known = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }] as const,
  )
  try {
    parseArgs({ args: [...args], options: Object.fromEntries(known) })
    return undefined
  } catch (error) {
    // Its first sentence says which option; the rest is advice for programmers.
    const [first = 'An option is not known'] = (error instanceof Error ? error.message : '').split('. ')
    return `${first.replace(/\.$/, '')}.`
  }
}

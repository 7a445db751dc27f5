import type { Tool } from '../../contracts/tool.ts'

type Facts = Pick<Tool, 'name' | 'description' | 'annotations' | 'reversibility'>

const reads = { read_only: true, idempotent: true, destructive: false, open_world: false }
const writes = { read_only: false, idempotent: false, destructive: true, open_world: false }
const reaches = { read_only: true, idempotent: true, destructive: false, open_world: true }
const runs = { read_only: false, idempotent: false, destructive: true, open_world: true }

const FACTS: readonly Facts[] = [
  read('Read', 'Read a file.'),
  read('Glob', 'Find files by pattern.'),
  read('Grep', 'Search in files.'),
  read('LS', 'List a folder.'),
  read('NotebookRead', 'Read a notebook.'),
  read('TodoWrite', 'Keep the agent’s own list of things to do.'),
  read('BashOutput', 'Read what a command in the background has written.'),
  read('TaskOutput', 'Read what a task in the background has given.'),
  read('Task', 'Start a sub-agent; each of its own calls is asked for by itself.'),
  read('Agent', 'Start a sub-agent; each of its own calls is asked for by itself.'),
  read('AskUserQuestion', 'Ask the person at the host.'),
  read('ExitPlanMode', 'Show the person at the host a plan.'),
  write('Edit', 'Change a part of a file; the host can rewind it.'),
  write('MultiEdit', 'Change parts of a file; the host can rewind it.'),
  write('Write', 'Write a file; the host can rewind it.'),
  write('NotebookEdit', 'Change a notebook; the host can rewind it.'),
  { ...read('WebFetch', 'Read a page of the web.'), annotations: reaches },
  { ...read('WebSearch', 'Search the web.'), annotations: reaches },
  {
    name: 'Bash',
    description: 'Run a command in a shell.',
    annotations: runs,
    reversibility: 'irreversible',
  },
  {
    name: 'KillShell',
    description: 'End a command in the background.',
    annotations: runs,
    reversibility: 'irreversible',
  },
]

/** What the tools of the host do, as far as it says so. Whatever is not among them is held until a person looks. */
export const HOST_TOOLS: readonly Tool[] = FACTS.map(facts => ({
  ...facts,
  input_schema: { type: 'object' },
  prerequisites: [],
  produces: [],
}))

function read(name: string, description: string): Facts {
  return { name, description, annotations: reads, reversibility: 'read_only' }
}

function write(name: string, description: string): Facts {
  return { name, description, annotations: writes, reversibility: 'reversible' }
}

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../contracts/json-value.ts'
import type { ToolResult } from '../../../../contracts/tool.ts'
import { type Look, type ProposableTool, proposeCalls } from '../propose.ts'

const now = new Date('2026-03-31T12:00:00Z')

interface Stored {
  readonly text: string
  readonly daysOld: number
}

const folder: Readonly<Record<string, Stored>> = {
  'server.log': { text: 'start\nERROR disk\n', daysOld: 12 },
  'web.log': { text: 'ok\n', daysOld: 2 },
  'jobs/night.log': { text: 'WARN slow\n', daysOld: 40 },
  'jobs/night.cfg': { text: 'a=1', daysOld: 40 },
  'plan.md': { text: '# Plan\n- [ ] paint fence\nbudget 40\n', daysOld: 1 },
  'bills.csv': { text: 'what,price\npaint,12.5\nbrush,3\n', daysOld: 5 },
  'pics/IMG_a.jpg': { text: 'xxxxxxxxxx', daysOld: 3 },
  'pics/cat.png': { text: 'y', daysOld: 400 },
  'pics/raw/deep.png': { text: 'yy', daysOld: 4 },
  'archive/server.log': { text: 'old', daysOld: 90 },
}

const asked: string[] = []

/** A small workspace in memory that answers the read-only tools as the real one does. */
const look: Look = async (tool, args) => {
  asked.push(tool)
  return answer(tool, args)
}

function answer(tool: string, args: JsonObject): ToolResult {
  const within = typeof args.path === 'string' ? `${args.path}/` : ''
  const paths = Object.keys(folder)
    .filter(path => path.startsWith(within))
    .sort()
  if (tool === 'list_files') {
    if (within !== '' && paths.length === 0)
      return { success: false, output: null, error: 'There is no such folder.' }
    const folders = new Set(
      paths.filter(path => path.includes('/')).map(path => path.slice(0, path.lastIndexOf('/'))),
    )
    const entries = [
      ...[...folders].map(path => ({ path, type: 'folder' })),
      ...paths.map(path => ({
        path,
        type: 'file',
        size_bytes: folder[path]?.text.length ?? 0,
        modified_at: new Date(now.getTime() - (folder[path]?.daysOld ?? 0) * 86_400_000).toISOString(),
      })),
    ]
    return { success: true, output: { entries, truncated: false } }
  }
  if (tool === 'read_file') return { success: true, output: { text: folder[String(args.path)]?.text ?? '' } }
  if (tool === 'search_files') {
    const matches = paths
      .filter(path => folder[path]?.text.includes(String(args.query)))
      .map(path => ({ path, line: 1 }))
    return { success: true, output: { matches, truncated: false } }
  }
  if (tool === 'calculate') return { success: true, output: { result: 15.5 } }
  return { success: false, output: null, error: 'no' }
}

const names =
  'list_files read_file search_files calculate get_time count_text write_file append_file copy_file move_file delete_file'.split(
    ' ',
  )
const tools: readonly ProposableTool[] = names.map((name, at) => ({
  name,
  description: `The workspace tool ${name}`,
  input_schema: { type: 'object', properties: {} },
  annotations: { read_only: at < 6, idempotent: true, destructive: at >= 6, open_world: false },
  reversibility: name === 'delete_file' ? 'irreversible' : 'reversible',
}))

const propose = (goal: string) => proposeCalls({ goal, tools, context: {}, now, look })
const callsOf = async (goal: string): Promise<readonly string[]> =>
  (await propose(goal)).tool_calls.map(({ tool, arguments: args }) =>
    [tool, args.from ?? args.path ?? args.expression ?? args.query, args.to]
      .filter(part => part !== undefined)
      .join(' '),
  )

describe('a file that is named', () => {
  it.each([
    '"plan.md"',
    '`plan.md`',
    "'plan.md'",
    '“plan.md”',
    '«plan.md»',
    'plan.md',
  ])('is that file alone: %s', async name => {
    for (const goal of [`Delete the file ${name}`, `Delete the ${name} file`])
      expect([goal, await callsOf(goal)]).toEqual([goal, ['delete_file plan.md']])
    expect(await callsOf(`Move the ${name} file to archive/`)).toEqual(['move_file plan.md archive/plan.md'])
    expect(await callsOf(`Copy the file ${name} to "copy.md"`)).toEqual(['copy_file plan.md copy.md'])
    expect(await callsOf(`Read the file ${name}`)).toEqual(['read_file plan.md'])
  })

  it('is none of the others where there is no such file', async () => {
    expect(await callsOf('Delete the file "gone.md"')).toEqual([])
    expect(await callsOf('Delete the file "README"')).not.toContain('delete_file plan.md')
  })

  it('lies where its path says', async () => {
    expect(await callsOf('Delete ./server.log')).toEqual(['delete_file server.log'])
  })

  it('that is not meant after all is not asked for under the same name', async () => {
    const { reasoning_summary: said } = await propose('Move plan.md to archive/ if it is older than 7 days')
    expect(said).not.toContain('Did you mean plan.md')
  })
})

describe('files that are meant', () => {
  it('become one call each, found by ending and age, without those already in the target', async () => {
    expect(await callsOf('Move every .log file older than 7 days into archive/')).toEqual([
      'move_file jobs/night.log archive/night.log',
      'move_file server.log archive/server-2.log',
    ])
  })
  it('are found by name, size, number, pattern and what they hold', async () => {
    expect(await callsOf('Copy pictures starting with IMG_ to best/')).toEqual([
      'copy_file pics/IMG_a.jpg best/IMG_a.jpg',
    ])
    expect(await callsOf('Delete the oldest file in jobs')).toEqual(['delete_file jobs/night.cfg'])
    expect(await callsOf('Move jobs/*.cfg to old/')).toEqual(['move_file jobs/night.cfg old/night.cfg'])
    expect(await callsOf('Delete files larger than 0.02 kB')).toEqual([
      'delete_file bills.csv',
      'delete_file plan.md',
    ])
    expect(await callsOf('Find all files containing "ERROR" and copy them to broken/')).toEqual([
      'copy_file server.log broken/server.log',
    ])
  })
  it('lie in the named folder first; those below are left alone and mentioned', async () => {
    const proposal = await propose('Delete all png files in pics')
    expect(proposal.tool_calls.map(call => call.arguments.path)).toEqual(['pics/cat.png'])
    expect(proposal.reasoning_summary).toContain('below pics/')
  })
  it('leave out what is excepted or to be left alone', async () => {
    expect(await callsOf('Move all logs to archive/ except web.log')).not.toContain(
      'move_file web.log archive/web.log',
    )
    expect(await callsOf('Move all logs to archive/ but do not touch web.log')).toHaveLength(2)
  })
  it.each([
    'Delete all logs but web.log',
    'Delete all logs but "web.log"',
    'Delete every log but web.log',
    'Delete all logs save web.log',
    'Delete all logs besides web.log',
    'Delete all logs aside from web.log',
    'Delete all logs, not web.log',
    'Delete all logs but keep web.log',
    'Delete all logs, but leave web.log',
    'Keep web.log and delete all other logs',
    'Delete the logs with the exception of web.log',
    'Delete all but web.log',
    'Delete everything but web.log',
    'Delete anything that is not web.log',
  ])('never touch the one that is excepted (%s)', async goal => {
    const calls = await callsOf(goal)
    expect(calls).toContain('delete_file server.log')
    expect(calls).not.toContain('delete_file web.log')
  })
  it('that do not exist give no call and are named, with the nearest name', async () => {
    const proposal = await propose('Delete plann.md')
    expect(proposal.tool_calls).toEqual([])
    expect(proposal.reasoning_summary).toContain('Did you mean plan.md?')
    expect((await propose('Move all pdf files to papers/')).tool_calls).toEqual([])
  })
})

describe('actions on files', () => {
  it('keep the shape of a folder that is copied whole', async () => {
    expect(await callsOf('Back up pics/ to safe/')).toContain('copy_file pics/raw/deep.png safe/raw/deep.png')
  })
  it('rename within the folder', async () => {
    expect(await callsOf('Rename jobs/night.cfg to day')).toEqual(['move_file jobs/night.cfg jobs/day.cfg'])
    expect(await callsOf('Rename all .log files in jobs to .txt')).toEqual([
      'move_file jobs/night.log jobs/night.txt',
    ])
  })
  it('write what was said and nothing else', async () => {
    const [call] = (await propose('Create a file hello.txt with the text "Hi, all"')).tool_calls
    expect(call?.arguments).toEqual({ path: 'hello.txt', content: 'Hi, all' })
    const [quoted] = (await propose('Write "the result" to r.txt')).tool_calls
    expect(quoted?.arguments).toEqual({ path: 'r.txt', content: 'the result' })
    const silent = await propose('Write to diary.txt')
    expect(silent.tool_calls).toEqual([])
    expect(silent.missing_arguments[0]?.name).toBe('content')
  })
  it('leave what a step before comes to, and what texts say, to be asked for', async () => {
    for (const goal of [
      'Calculate 3 * 4 and write the result to sum.txt',
      'Read plan.md and write its decisions to s.md',
      'Write a summary of plan.md to s.md',
    ]) {
      const { tool_calls: calls, missing_arguments: missing } = await propose(goal)
      expect([goal, calls.map(call => call.tool)]).toEqual([goal, expect.not.arrayContaining(['write_file'])])
      expect(missing).toMatchObject([{ tool: 'write_file', name: 'content' }])
    }
  })
  it('put a report last that tells what the calls before it do', async () => {
    const calls = (await propose('Write a summary and move every .log file older than 30 days into attic/'))
      .tool_calls
    const report = calls.at(-1)
    expect(report?.tool).toBe('write_file')
    expect(String(report?.arguments.content)).toMatch(
      /Moved 2 files to attic\/[\s\S]*jobs\/night\.log \| attic\/night\.log \| 10 B \| 2026-02-19/,
    )
  })
  it('are not proposed when the same goal forbids them', async () => {
    expect(await callsOf('Clear pics but do not delete anything')).toEqual([])
  })
  it('stop at 200 calls and say so', async () => {
    const many = Array.from({ length: 230 }, (_, at) => ({
      path: `f${at}.tmp`,
      type: 'file',
      size_bytes: 1,
      modified_at: now.toISOString(),
    }))
    const crowded: Look = async () => ({ success: true, output: { entries: many, truncated: false } })
    const proposal = await proposeCalls({
      goal: 'Delete all .tmp files',
      tools,
      context: {},
      now,
      look: crowded,
    })
    expect(proposal.tool_calls).toHaveLength(200)
    expect(proposal.risks.join(' ')).toContain('200 of 230')
  })
})

describe('looking while proposing', () => {
  it('asks only read-only, closed-world tools', async () => {
    asked.length = 0
    await propose('Move all logs to archive/ and delete pics/cat.png and append "x" to plan.md')
    expect(asked.filter(tool => !names.slice(0, 5).includes(tool))).toEqual([])
    const open = tools.map(tool => ({
      ...tool,
      annotations: { read_only: true, idempotent: true, destructive: false, open_world: true },
    }))
    asked.length = 0
    await proposeCalls({ goal: 'Move all logs to archive/', tools: open, context: {}, now, look })
    expect(asked).toEqual([])
  })
  it('proposes only exact paths when nothing can be looked at', async () => {
    const proposal = await proposeCalls({ goal: 'Move all logs to archive/', tools, context: {}, now })
    expect(proposal.tool_calls.filter(call => call.tool === 'move_file')).toEqual([])
    const exact = await proposeCalls({ goal: 'Move a.txt to archive/', tools, context: {}, now })
    expect(exact.tool_calls[0]?.arguments).toEqual({ from: 'a.txt', to: 'archive/a.txt' })
  })
})

describe('a question over files', () => {
  const argumentsOf = async (goal: string): Promise<readonly JsonObject[]> =>
    (await propose(goal)).tool_calls.map(({ tool, arguments: args }) => ({ tool, ...args }))

  it.each([
    ['Which file is the newest?', { sort_by: 'modified', order: 'descending', limit: 1, type: 'file' }],
    ['What is the largest file?', { sort_by: 'size', order: 'descending', limit: 1, type: 'file' }],
    ['Which is the smallest file in jobs?', { path: 'jobs', sort_by: 'size', order: 'ascending', limit: 1 }],
    ['Show me the three oldest files', { sort_by: 'modified', order: 'ascending', limit: 3 }],
    ['List files larger than 20 bytes', { larger_than_bytes: 20, type: 'file' }],
    ['Which files are older than 30 days?', { older_than_days: 30, type: 'file' }],
    ['List the files by size', { sort_by: 'size', order: 'descending' }],
    ['How big is bills.csv?', { glob: 'bills.csv', sort_by: 'size' }],
    ['When was plan.md last changed?', { glob: 'plan.md', sort_by: 'modified' }],
    ['Is there a file called plan.md?', { glob: 'plan.md' }],
    ['How many files are there?', { recursive: true, type: 'file' }],
    ['Which files start with IMG_?', { glob: 'IMG_*' }],
  ])('becomes a listing with its conditions: %s', async (goal, args) => {
    expect(await argumentsOf(goal)).toMatchObject([{ tool: 'list_files', ...args }])
  })

  it('is answered by counting where lines, words or characters are asked for', async () => {
    expect(await argumentsOf('How many lines are in plan.md?')).toEqual([
      { tool: 'count_text', path: 'plan.md' },
    ])
    expect(await argumentsOf('Count the words in jobs')).toEqual([{ tool: 'count_text', path: 'jobs' }])
  })

  it('is answered by a search where it asks what is mentioned', async () => {
    expect(await argumentsOf('Which files mention budget?')).toEqual([
      { tool: 'search_files', query: 'budget' },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { type ReadCall, verifyReading } from './verify.ts'

const tool = (name: string, description: string, names: string, reads = false) => ({
  name,
  description,
  input_schema: {
    type: 'object',
    properties: Object.fromEntries(names.split(' ').map(key => [key, { type: 'string' }])),
  },
  annotations: { read_only: reads },
})
const tools = [
  tool('write_file', 'Writes a text to a file', 'path content'),
  tool('append_file', 'Adds text to the end of a file', 'path content'),
  tool('move_file', 'Moves or renames a file', 'from to'),
  tool('copy_file', 'Copies a file', 'from to'),
  tool('delete_file', 'Deletes a file or folder', 'path'),
  tool('read_file', 'Reads a file', 'path', true),
  tool('get_time', 'Tells the time', 'timezone', true),
  tool('post_note', 'Posts a note to a person', 'person text'),
]
const call = (name: string, args: JsonObject, basis?: string): ReadCall => ({
  tool: name,
  arguments: args,
  ...(basis === undefined ? {} : { basis }),
})
const verify = (goal: string, ...calls: readonly ReadCall[]) => verifyReading(goal, { calls, tools })
const kindsOf = (goal: string, ...calls: readonly ReadCall[]) =>
  verify(goal, ...calls).objections.map(one => one.kind)
const evil = call('append_file', { path: 'todo.txt', content: 'evil' })
const hello = call('write_file', { path: 'fig.txt', content: 'hello' })

describe('words that order nothing propose no write', () => {
  it.each([
    ['Should I add the line "evil" to todo.txt?', 'question', evil],
    ['Is it time to add "evil" to todo.txt', 'question', evil],
    ['What happens when I add "evil" to todo.txt?', 'question', evil],
    ['How would you write hello to fig.txt?', 'question', hello],
    ['I already added the line "evil" to todo.txt', 'report', evil],
    ['We wrote hello to fig.txt yesterday', 'report', hello],
    ['She told me to write hello to fig.txt', 'report', hello],
    ['The word hello was written to fig.txt', 'report', hello],
    ['Add the line "evil" to todo.txt, no wait, do not', 'retraction', evil],
    ['Write hello to fig.txt, no, stop, do not', 'retraction', hello],
    ['Write hello to fig.txt - just kidding', 'retraction', hello],
    ['Write hello to fig.txt. Never mind.', 'retraction', hello],
    ['Write hello to fig.txt. Actually no, leave it.', 'retraction', hello],
    ['My neighbour wants to write hello to fig.txt next month', 'report', hello],
    ['Forget about it: write hello to fig.txt', 'retraction', hello],
    ['Suppose you write hello to fig.txt', 'supposition', hello],
    ['Do not write hello to fig.txt', 'prohibition', hello],
    ["Don't write hello to fig.txt", 'prohibition', hello],
    ["I don't want you to write hello to fig.txt", 'prohibition', hello],
    ['Never write hello to fig.txt', 'prohibition', hello],
    ['Write hello to fig.txt. Do not change fig.txt', 'prohibition', hello],
  ])('%s', (goal, kind, wrote) => {
    expect(kindsOf(goal, wrote)).toContain(kind)
  })

  it('what is not needed any more is no prohibition of what is ordered about it', () => {
    const removed = call('delete_file', { path: 'fig.txt' })
    expect(kindsOf("Delete fig.txt, we don't need it any more", removed)).toEqual([])
    expect(kindsOf("I don't need the list, you can delete fig.txt", removed)).toEqual([])
  })

  it('a forbidden act of another tool takes no order back', () => {
    expect(kindsOf('Write hello to fig.txt, keep it there, do not post', hello)).toEqual([])
    expect(kindsOf('Write hello to fig.txt. Do not move.', hello)).toEqual([])
  })

  it.each([
    ['Write hello to fig.txt', hello],
    ['Please write hello to fig.txt, thanks', hello],
    ['Sorry, busy day. Write hello to fig.txt, finally!', hello],
    ['Write hello to fig.txt, the old one was broken', hello],
    ['Do not touch todo.txt, just write hello to fig.txt', hello],
    ['Write hello to fig.txt for this log:\n```\npanic: no lexer.go\n```', hello],
    ['Write to fig.txt. Content: hello. Constraints: hello', hello],
    ['Can you write hello to fig.txt?', hello],
    ['I would like you to write hello to fig.txt.', hello],
    ['We need hello in fig.txt. Write it.', hello],
    ['I already saved a copy. Write hello to fig.txt.', hello],
    ['Write hello to fig.txt (title: hello, file: fig.txt; blockers: none), path fig.txt', hello],
    [
      'Write "no, stop, do not" to fig.txt',
      call('write_file', { path: 'fig.txt', content: 'no, stop, do not' }),
    ],
    [
      'Write Hello, how are you? to fig.txt',
      call('write_file', { path: 'fig.txt', content: 'Hello, how are you?' }),
    ],
  ])('but an order stands: %s', (goal, wrote) => {
    expect(verify(goal, wrote)).toMatchObject({ objections: [], conditions: [] })
  })

  it('a question may be answered by what only reads', () => {
    expect(kindsOf('What is in fig.txt?', call('read_file', { path: 'fig.txt' }))).toEqual([])
  })
})

describe('a condition is quoted', () => {
  it.each([
    ['Write hello to fig.txt only if Ana agrees', 'only if Ana agrees'],
    ['If fig.txt is empty, write hello to fig.txt', 'If fig.txt is empty'],
    ['Write hello to fig.txt unless it exists', 'unless it exists'],
    ['Write hello to fig.txt as long as it rains.', 'as long as it rains'],
    ['Write hello to fig.txt once Ana has agreed', 'once Ana has agreed'],
  ])('%s', (goal, condition) => {
    expect(verify(goal, hello).conditions.map(span => span.text)).toEqual([condition])
  })
})

describe('what is named exactly', () => {
  const all = ['a.txt', 'link.txt', 'old/b.txt'].map(path => call('delete_file', { path }))

  it.each([
    '"link.txt"',
    '`link.txt`',
    "'link.txt'",
    '“link.txt”',
    '«link.txt»',
    '„link.txt“',
    'link.txt',
  ])('never becomes several things: %s', name => {
    expect(verify(`Delete the file ${name}`, ...all).objections).toMatchObject([
      { kind: 'widened', candidates: ['a.txt', 'link.txt', 'old/b.txt'] },
    ])
    expect(kindsOf(`Delete the ${name} file`, ...all)).toEqual(['widened'])
    expect(kindsOf(`Delete the file ${name}`, call('delete_file', { path: 'link.txt' }))).toEqual([])
  })

  it('is asked about where no call is about it', () => {
    const { objections } = verify('Delete the file "gone.txt"', call('delete_file', { path: 'a.txt' }))
    expect(objections).toMatchObject([{ kind: 'unnamed', span: { text: '"gone.txt"' } }])
    expect(
      kindsOf('Append "x" to fig.txt or fig2.txt', call('append_file', { path: 'fig.txt', content: 'x' })),
    ).toEqual(['unnamed'])
  })

  it('lists what a bare name may be; a path means one thing', () => {
    const both = ['link.txt', 'bk/link.txt'].map(path => call('delete_file', { path }))
    expect(verify('Delete link.txt', ...both).objections).toMatchObject([
      { kind: 'widened', span: { text: 'link.txt' }, candidates: ['link.txt', 'bk/link.txt'] },
    ])
    expect(kindsOf('Delete ./link.txt', ...both)).toEqual(['widened'])
    expect(kindsOf('Delete bk/link.txt', call('delete_file', { path: 'bk/link.txt' }))).toEqual([])
    expect(kindsOf('Delete all link.txt files', ...both)).toEqual([])
    expect(kindsOf('Delete link.txt and bk/link.txt', ...both)).toEqual(['widened'])
  })

  it('may be a set where the words say so', () => {
    const logs = ['a.log', 'b.log'].map(name =>
      call('move_file', { from: name, to: `archive/${name}` }, '.log files older than 7 days'),
    )
    for (const goal of [
      'Move every .log file older than 7 days into archive/',
      'Move the logs to archive/',
      'Move *.log to archive/',
      'Move both logs to archive/',
      'Move a.log and b.log to archive/',
    ])
      expect([goal, kindsOf(goal, ...logs)]).toEqual([goal, []])
    expect(kindsOf('Move the log to archive/', ...logs)).toEqual(['widened'])
  })

  it('may be called otherwise in the arguments, where it is known as what', () => {
    const press = tool('press', 'Clicks an element', 'element')
    const calls = [call('press', { element: 'btn_1' })]
    const spoken = (value: string) => (value === 'btn_1' ? 'Submit' : undefined)
    expect(verifyReading('Click the "Submit" button', { calls, tools: [press], spoken }).objections).toEqual(
      [],
    )
    const objectionsTo = (goal: string) => verifyReading(goal, { calls, tools: [press], spoken }).objections
    // Two names that are nearly the same are two things, not one misspelt.
    expect(
      verify('Append "x" to f1.txt or f2.txt', call('append_file', { path: 'f1.txt', content: 'x' }))
        .objections,
    ).toMatchObject([{ kind: 'unnamed', span: { text: 'f2.txt' }, candidates: [] }])
    expect(objectionsTo('Click the "Cancel" button')).toMatchObject([{ kind: 'unnamed', candidates: [] }])
    expect(objectionsTo('Click the "Submitt" button')).toMatchObject([
      { kind: 'unnamed', candidates: ['Submit'] },
    ])
  })
})

describe('the form of words', () => {
  const gone = call('delete_file', { path: 'a.txt' })
  it.each([
    'Could I ask you to delete a.txt?',
    'Sorry to bother you, but could you delete a.txt?',
    'Would it be possible to delete a.txt?',
    'The file a.txt should be deleted.',
    'I have been tidying all day and found a.txt in there. Please delete it.',
    'Delete a.txt, not the copy',
  ])('that is polite, passive or wordy still orders: %s', goal => {
    expect(kindsOf(goal, gone)).toEqual([])
  })

  it.each([
    ['a.txt got deleted last night.', 'report'],
    ['Part of me wants to delete a.txt', 'report'],
    ["Tomorrow I'm going to delete a.txt myself", 'report'],
    ['I wonder whether a.txt ought to be deleted', 'question'],
    ["There's no need to delete a.txt", 'prohibition'],
  ])('that only tells, supposes or wonders orders nothing: %s', (goal, kind) => {
    expect(kindsOf(goal, gone)).toContain(kind)
  })

  it('sets a condition by turning round as well', () => {
    const { conditions } = verify('Should Ana agree tonight, delete a.txt', gone)
    expect(conditions.map(({ text }) => text)).toEqual(['Should Ana agree tonight'])
  })

  it('is taken back by a lone word for it', () => {
    expect(kindsOf('Delete a.txt! Ah, disregard, wrong window', gone)).toContain('retraction')
  })
})

describe('every word of substance', () => {
  const leftover = (goal: string, ...calls: readonly ReadCall[]) =>
    verify(goal, ...calls).leftover.map(span => span.text)

  it.each<[string, ReadCall, readonly string[]]>([
    ['Write hello to fig.txt', hello, []],
    ['Rename a.txt to b.txt', call('move_file', { from: 'a.txt', to: 'b.txt' }), []],
    ['Please put hello into fig.txt for me', hello, []],
    [
      'Send an e-mail to Ana that the launch is moved',
      call('move_file', { from: 'e-mail', to: 'Ana' }),
      ['launch'],
    ],
    ['Who pays the deposit?', call('get_time', {}), ['deposit']],
    ['Write hello to fig.txt in red letters', hello, ['red letters']],
    ['Delete a.txt and shut the machine down', call('delete_file', { path: 'a.txt' }), ['shut the machine']],
    [
      'Copy a.txt to b.txt, but do not overwrite it',
      call('copy_file', { from: 'a.txt', to: 'b.txt' }),
      ['but do not overwrite it'],
    ],
    ['Copy a.txt to b.txt, and do not touch c.txt', call('copy_file', { from: 'a.txt', to: 'b.txt' }), []],
    ['Remind Ana of lunch', call('post_note', { person: 'Ana', text: 'lunch' }), []],
  ])('is accounted for by a call, or quoted: %s', (goal, read, left) => {
    expect(leftover(goal, read)).toEqual(left)
  })

  it('is told with each call that rests on it', () => {
    const copy = call('copy_file', { from: 'a.txt', to: 'b.txt' })
    const note = call('post_note', { person: 'Ana', text: 'lunch' })
    const { rests_on } = verify('Copy a.txt to b.txt, then remind Ana of lunch', copy, note)
    const [copied, noted] = (rests_on ?? []).map(spans => spans.map(span => span.text).join(' | '))
    expect(copied).toContain('a.txt')
    expect(copied).not.toContain('Ana')
    expect(noted).toContain('Ana')
    expect(noted).not.toContain('a.txt')
  })

  it('that stands in a quotation orders nothing, and is taken whole or not at all', () => {
    const move = call('move_file', { from: 'a.txt', to: 'old/' })
    expect(kindsOf('Ana wrote: "move a.txt to old/"', move)).toEqual(['report'])
    expect(kindsOf('Move "a.txt" to "old/"', move)).toEqual([])
    const note = call('post_note', { person: 'Ana', text: 'move a.txt to old/' })
    expect(kindsOf('Post a note to Ana: "move a.txt to old/"', note)).toEqual([])
  })

  it('that tells what somebody else did, said or wants orders nothing, not even a look', () => {
    const move = call('move_file', { from: 'a.txt', to: 'old/' })
    for (const goal of [
      'Ben told me that he would move a.txt to old/',
      'Priya moved a.txt to old/',
      'Ana wants to move a.txt to old/',
    ])
      expect(kindsOf(goal, move), goal).toEqual(['report'])
    expect(kindsOf('File a.txt into old/', move)).toEqual([])
  })

  it('counts what a call was chosen or worked out from', () => {
    const goal = 'Move every .log file older than 7 days into archive/'
    const move = (filter?: string) => call('move_file', { from: 'a.log', to: 'archive/a.log' }, filter)
    expect(leftover(goal, move('.log files older than 7 days'))).toEqual([])
    expect(leftover(goal, move())).toEqual(['older than 7 days'])
  })

  it('holds one of many by a measure as taken in only where an argument says so', () => {
    const properties = { sort_by: { description: 'modified: newest or oldest first' } }
    const list = { name: 'list_files', description: 'Finds the newest file', input_schema: { properties } }
    const leftOf = (args: JsonObject) =>
      verifyReading('Which file is the newest?', {
        calls: [call('list_files', args)],
        tools: [list],
      }).leftover.map(span => span.text)
    expect(leftOf({})).toEqual(['newest'])
    expect(leftOf({ sort_by: 'modified' })).toEqual([])
  })
})

it('takes the longest goal that is read apart once, however many pieces it has', () => {
  const started = process.cpuUsage()
  for (const piece of ['1,', 'no, ', 'a, sorry, ', '. ', '„'])
    kindsOf(piece.repeat(4_000 / piece.length), evil)
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1_000).toBeLessThan(1_200)
})

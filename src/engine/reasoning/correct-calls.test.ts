import { describe, expect, test } from 'vitest'
import { correctCalls, goalAfterCorrection, questionsOnCorrection, replaceInGoal } from './correct-calls.ts'
import { UNREAD } from './goal-reader.ts'
import type { Reasoned } from './reason-about.ts'

const WRITE = { tool: 'write_file', arguments: { path: 's.txt', content: 'x' } }
const MOVE = { tool: 'move_file', arguments: { from: 'a.txt', to: 'old/b.txt' } }
const write = { goal: 'Write "x" to s.txt', calls: [WRITE] }
const move = { goal: 'Move a.txt to old/b.txt', calls: [MOVE] }

/** A correction that by itself is read as calls of these tools, as well as it is understood. */
function readAs(tools: readonly string[], understood = 0.8): Reasoned {
  const tool_calls = tools.map(tool => ({ tool, arguments: {}, description: tool, evidence: [] }))
  return { ...UNREAD, goal_understanding: understood, proposal: { ...UNREAD.proposal, tool_calls } }
}
const NO_ORDER = readAs(['append_file'], 0.1)

describe('the only named value of a correction', () => {
  test.each([
    ['better.txt', NO_ORDER, 'Write "x" to better.txt'],
    ['use better.txt', NO_ORDER, 'Write "x" to better.txt'],
    ['write it to better.txt', readAs(['write_file']), 'Write "x" to better.txt'],
    ['write "y y"', readAs(['write_file']), 'Write "y y" to s.txt'],
  ])('takes the place of the only one of its kind: %s', (instruction, reading, goal) => {
    expect(correctCalls({ ...write, instruction }, reading)).toEqual({ outcome: 'replaced', goal })
  })

  test('is asked about where the correction speaks of another tool, or where there are several of its kind', () => {
    const other = correctCalls({ ...write, instruction: 'delete b1.txt' }, readAs(['delete_file']))
    expect(other).toMatchObject({ outcome: 'open', places: [{ name: 'path' }], value: { value: 'b1.txt' } })
    const several = correctCalls({ ...move, instruction: 'c.txt' }, NO_ORDER)
    expect(several).toMatchObject({ outcome: 'open', places: [{ name: 'from' }, { name: 'to' }] })
    expect(correctCalls({ ...write, instruction: 'better.txt' }, undefined)?.outcome).toBe('open')
  })

  test('is left to the reader where the goal says none of the values that were proposed', () => {
    expect(correctCalls({ ...write, goal: 'Do the usual', instruction: 'b.txt' }, NO_ORDER)).toBeUndefined()
  })
})

describe('a correction that says no value', () => {
  const instruction = 'leave it'
  const open = correctCalls({ ...write, instruction }, NO_ORDER)
  if (open?.outcome !== 'open') throw new Error('it is open')
  const answer = (...answers: readonly string[]) =>
    goalAfterCorrection(
      { ...write, instruction },
      open,
      answers.map((text, question_index) => ({ question_index, answer: text })),
    )

  test('asks what of the proposal changes, and what it becomes', () => {
    const [which, what] = questionsOnCorrection({ instruction }, open)
    expect(which?.question).toBe('What of the proposal does “leave it” change?')
    expect(which?.options?.map(option => option.label)).toEqual([
      ...['path of write_file: “s.txt”', 'content of write_file: “x”', 'Nothing: leave everything as it is'],
    ])
    expect([what?.type, what?.required]).toEqual(['text', false])
  })

  test('and the answers change that alone, nothing, or say the goal anew', () => {
    expect(answer('content of write_file: “x”', 'two words')).toBe('Write "two words" to s.txt')
    expect(answer('Nothing: leave everything as it is')).toBeUndefined()
    expect(answer('Delete s.txt')).toBe('Delete s.txt')
  })
})

test.each([
  ['into attic/ instead', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['to index.md instead', 'Move all drafts into cellar/ and write a summary to index.md'],
  ['attic/ instead of cellar/', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['not cellar/ but attic/', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['Delete the drafts', undefined],
])('a correction that says what it replaces changes that part of the goal alone: %s', (instruction, corrected) => {
  const goal = 'Move all drafts into cellar/ and write a summary to notes.md'
  expect(replaceInGoal({ goal, instruction })).toBe(corrected)
})

test.each([
  ['Move a.txt to archive/', 'move it to the folder old instead', 'Move a.txt to old/'],
  ['Move a.txt to archive/', 'no, into the old folder', 'Move a.txt to old/'],
  ['Write "x" to s.txt', 'write it to new.txt', 'Write "x" to new.txt'],
  ['Write "x" to s.txt', 'put it in drafts/new.txt, please', 'Write "x" to drafts/new.txt'],
])('a place that is said anew keeps the rest of the goal: %s, %s', (goal, instruction, corrected) => {
  expect(replaceInGoal({ goal, instruction })).toBe(corrected)
})

test('a place under another act, or beside several acts, is no such correction', () => {
  expect(replaceInGoal({ goal: 'Move a.txt to old/', instruction: 'copy it to bak/' })).toBeUndefined()
  const goal = 'Read a.txt, then move b.txt to old/'
  expect(replaceInGoal({ goal, instruction: 'move it to new/' })).toBeUndefined()
})

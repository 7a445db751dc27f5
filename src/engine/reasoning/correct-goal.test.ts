import { expect, test } from 'vitest'
import { correctGoal } from './correct-goal.ts'

const goal = 'Move all drafts into cellar/ and write a summary to notes.md'

test.each([
  ['into attic/ instead', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['put them into attic/ instead, please', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['to index.md instead', 'Move all drafts into cellar/ and write a summary to index.md'],
  ['attic/ instead of cellar/', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['not cellar/ but attic/', 'Move all drafts into attic/ and write a summary to notes.md'],
  ['write no summary', 'Move all drafts into cellar/'],
  ['don’t write a summary', 'Move all drafts into cellar/'],
  ['without the summary', 'Move all drafts into cellar/'],
])('a correction changes the part that it names: %s', (correction, corrected) => {
  expect(correctGoal(goal, correction)).toBe(corrected)
})

test('a value that stands alone takes the place of the only one of its kind', () => {
  expect(correctGoal('Remind V-7 of the fee', 'to V-9 instead')).toBe('Remind V-9 of the fee')
  expect(correctGoal('Merge V-7 into V-8', 'V-9 instead')).toBe('V-9 instead')
})

test('a correction that says all of it is the goal from now on', () => {
  expect(correctGoal(goal, 'Delete the drafts')).toBe('Delete the drafts')
  expect(correctGoal('Delete the drafts', 'delete no drafts')).toBe('delete no drafts')
  expect(correctGoal('Book room 4 on Monday at noon', 'on Friday instead')).toBe(
    'Book room 4 on Friday at noon',
  )
})

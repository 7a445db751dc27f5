import { expect, test } from 'vitest'
import { hideReported } from '../../../goal/goal.ts'
import { findSoleHolders } from './sole-holders.ts'

function find(goal: string): unknown {
  return findSoleHolders(goal, hideReported(goal))
}

test('only one is to have it, and somebody else is to have it too', () => {
  const goals = [
    'Only Ada may see the ledger; let Boris see it as well',
    'Make Carla the sole editor of the blog. Dario is to be an editor too.',
    'Lend the kayak to nobody but Emil, and lend it to Freya',
    'Give the corner desk to Gustav alone. Hilda has to share it with him.',
    'The club must have exactly one treasurer. Enter Ivo and Jana both as treasurers.',
    'Advertise exclusively in Norway, and start advertising in Sweden',
  ]
  for (const goal of goals) expect(find(goal), goal).toBeDefined()
})

test('who is taken off, is somebody for something else, or was the only one so far, may be named', () => {
  const goals = [
    'Only Ada may see the ledger; take Boris off it',
    'Make Carla the sole editor and remove Dario from the editors',
    'Until now only Emil could use the kayak. Let Freya use it too.',
    'Give the corner desk to Gustav alone; Hilda moves to the second floor',
    'Everyone may read the plan, but only Ivo may change it',
    'Carla is the only member without a badge, order one for Dario as well',
    'Leave Boris alone and call Ada too',
  ]
  for (const goal of goals) expect(find(goal), goal).toBeUndefined()
})

test('one thing set to one name that must be another is a contradiction; two things are none', () => {
  expect(find('Set the last name to Berg, and that last name must be Dahl')).toBeDefined()
  expect(find('Assign the leak to Nora. The leak must be Olaf')).toBeDefined()
  expect(find('Set the last name to Berg, and the middle name must be Dahl')).toBeUndefined()
  expect(find('Change the last name from Berg to Dahl')).toBeUndefined()
})

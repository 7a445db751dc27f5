import { expect, it } from 'vitest'
import type { JsonObject } from '../../../contracts/json-value.ts'
import { readKnownThings, verifyReading } from './verify.ts'

function objectionsTo(goal: string, call: { tool: string; arguments: JsonObject }, context: JsonObject) {
  const reading = { calls: [call], tools: [], known: readKnownThings(context) }
  return verifyReading(goal, reading).objections.map(({ kind, candidates }) => ({ kind, candidates }))
}

const remove = (path: string) => ({ tool: 'remove_file', arguments: { path } })
const files = ['plans/garden.md', 'plans/kitchen.md', 'old/kitchen.md', 'notes.txt']

it('asks about a file that is not among those that exist, with the names near to it', () => {
  expect(objectionsTo('Remove notes.txt', remove('notes.txt'), { files })).toEqual([])
  expect(objectionsTo('Remove note.txt', remove('note.txt'), { files })).toEqual([
    { kind: 'absent', candidates: ['notes.txt'] },
  ])
  expect(objectionsTo('Remove kitchen.md', remove('kitchen.md'), { files })).toEqual([
    { kind: 'widened', candidates: ['plans/kitchen.md', 'old/kitchen.md'] },
  ])
  expect(objectionsTo('Remove note.txt', remove('note.txt'), {})).toEqual([])
})

it('lets a place that is written to be new', () => {
  const copy = { tool: 'copy_file', arguments: { source: 'notes.txt', destination: 'bak/notes.txt' } }
  expect(objectionsTo('Copy notes.txt to bak/notes.txt', copy, { files })).toEqual([])
  const write = { tool: 'write_file', arguments: { path: 'new.txt', content: 'x' } }
  expect(objectionsTo('Write x to new.txt', write, { files })).toEqual([])
})

it('asks which of the things that exist is meant where several fit an order, or none does', () => {
  const elements = ['Lamp over the desk', 'Lamp by the window', 'Radio']
  const toggle = (thing: string) => ({ tool: 'toggle', arguments: { thing } })
  expect(objectionsTo('Toggle the lamp', toggle('lamp'), { elements })).toEqual([
    { kind: 'widened', candidates: elements.slice(0, 2) },
  ])
  expect(objectionsTo('Toggle the lamp by the window', toggle('lamp'), { elements })).toEqual([])
  expect(objectionsTo('Toggle the fridge', toggle('fridge'), { elements })).toEqual([
    { kind: 'absent', candidates: elements },
  ])
  expect(objectionsTo('Toggle every lamp', toggle('lamp'), { elements })).toEqual([])
})

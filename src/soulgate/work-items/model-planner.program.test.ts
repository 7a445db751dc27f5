import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePlace, type Place } from '../../../test/soulgate/program-fixture.ts'
import { BRIEF, decide, gateOf, startItem } from '../../../test/soulgate/work-item-fixture.ts'
import { systemTimers } from '../../base/clock.ts'
import { createScriptedProvider, type ScriptedStep } from '../../llm/scripted/scripted.ts'

let here: Place
beforeEach(async () => {
  here = await makePlace()
})
afterEach(() => here.leave())

const OUTLINE = {
  summary: 'Customers are found by part of a name.',
  features: [
    {
      text: 'Search by part of a name',
      quote: 'Find a customer by part of a name',
      hours: 5,
      criteria: ['“ann” finds Joanna'],
    },
    { text: 'Ten best matches', quote: 'Show the ten best matches', hours: 3 },
    { text: 'A page of statistics', quote: 'the statistics that everybody wants', hours: 8 },
  ],
  exclusions: [{ text: 'No logging of what is typed', quote: 'Do not log what was typed' }],
  questions: ['Does case matter?'],
}
const says = (outline: object): ScriptedStep => ({
  answer: { text: JSON.stringify(outline), usage: { input_tokens: 70, output_tokens: 30 } },
})

async function openWith(...script: readonly ScriptedStep[]) {
  const provider = createScriptedProvider({ script, timers: systemTimers })
  const soulgate = await here.open({ models: { providers: [provider] } })
  return { soulgate, provider }
}

describe('a work item that a language model plans', () => {
  test('is made of what rests on words of its brief; what the model adds, and what it passed over, is asked', async () => {
    const { soulgate } = await openWith(says(OUTLINE))
    const item = await startItem(soulgate)
    expect((await gateOf(soulgate, item)).briefing.details).toContain('scripted/')
    const design = await here.read(`${item.folder}/design.md`)
    expect(design).toMatch(/## Scope\n\n- Search by part of a name\n- Ten best matches\n\n## Not in scope/)
    expect(design).toContain('- No logging of what is typed')
    const [, questions = ''] = design.split('## Open questions')
    expect(questions).toContain('Does case matter?')
    expect(questions).toContain('Nobody asked for this, is it wanted: A page of statistics?')
    expect(questions).toContain('Not placed: “Remember the last search, if there is time”')
    expect(await here.read(`${item.folder}/user_stories.md`)).toContain('- “ann” finds Joanna')
    expect(item.tasks.map(({ hours }) => hours)).toEqual([2.5, 2.5, 1.5, 1.5, 1])
  })

  test('is planned by rules, and says so, where the model gives nothing usable after a second try', async () => {
    const { soulgate, provider } = await openWith(says({ features: [] }), says({ summary: 'x', features: 7 }))
    const item = await startItem(soulgate)
    expect(provider.requests).toHaveLength(2)
    expect((await gateOf(soulgate, item)).briefing.details).toContain('the language model could not be used')
    const design = await here.read(`${item.folder}/design.md`)
    expect(design).toContain('because the language model could not be used')
    expect(design).toContain('- Show the ten best matches')
  })

  test('is planned anew by a steer, which the model is told, and binds what it took up nowhere', async () => {
    const { soulgate, provider } = await openWith(says(OUTLINE), says(OUTLINE))
    const item = await startItem(soulgate)
    const steer_instructions = 'Answer within a second.'
    const again = await decide(soulgate, item, { decision: 'steer', steer_instructions })
    expect(JSON.stringify(provider.requests[1])).toContain(steer_instructions)
    expect(await here.read(`${again.folder}/user_stories.md`)).toContain('- Answer within a second.')
  })

  test('makes nothing of a brief of which the model took up no word', async () => {
    const { soulgate } = await openWith(says({ ...OUTLINE, features: [OUTLINE.features[2]] }))
    const item = await startItem(soulgate, { title: BRIEF.title })
    expect(item.status).not.toBe('completed')
    expect(await here.files()).toEqual([])
    expect(item.history.map(({ what }) => what).join(' ')).toContain(
      'planned nothing that the brief asks for',
    )
  })
})

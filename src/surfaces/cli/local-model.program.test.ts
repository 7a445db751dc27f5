import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../bench/reasoning/model-server.ts'
import { findLocalServers, tryModels } from '../../soulgate.ts'
import { createContext } from './context.ts'
import { modelsOf, offerLocalModel, readChoice, writeChoice } from './local-model.ts'

let root: string
let server: ModelServer
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'soulgate-models-'))
  server = await startModelServer(() => '<think>two and three</think>{"sum": 5}')
})
afterEach(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

function contextWith(answers: readonly string[], environment: Record<string, string> = {}) {
  const said: string[] = []
  const left = [...answers]
  const context = createContext(
    {
      environment: {
        SOULGATE_HOME: join(root, 'home'),
        SOULGATE_WORKSPACE: join(root, 'work'),
        ...environment,
      },
      workingFolder: root,
      isTerminal: answers.length > 0,
      write: text => void said.push(text),
      writeError: text => void said.push(text),
      ask: async question => {
        said.push(question)
        return left.shift() ?? 'n'
      },
      setExitCode: () => {},
    },
    {},
  )
  return { context, said }
}

const find = () => findLocalServers([{ name: 'Ollama', port: Number(new URL(server.url).port) }])

test('a model server on this machine is found, offered once, and remembered', async () => {
  const { context, said } = contextWith(['y'])
  await offerLocalModel(context, find)
  expect(said.join('')).toContain('Ollama runs on this machine and has scripted.')
  expect(modelsOf(context)).toMatchObject({ openaiBaseUrl: server.url, tiers: { STANDARD: 'scripted' } })
  said.length = 0
  await offerLocalModel(context, find)
  expect(said).toEqual([])
  writeChoice(context, undefined)
  expect(readChoice(context.configuration.home)).toBeUndefined()
})

test('a no is remembered, and without a person it is only said how', async () => {
  const asked = contextWith(['n'])
  await offerLocalModel(asked.context, find)
  expect(modelsOf(asked.context).openaiBaseUrl).toBeUndefined()
  await offerLocalModel(asked.context, find)
  expect(asked.said.filter(text => text.includes('[Y/n]'))).toHaveLength(1)
  writeChoice(asked.context, undefined)
  const alone = contextWith([])
  await offerLocalModel(alone.context, find)
  expect(alone.said.join('')).toContain(`models use ${server.url} scripted`)
  expect(readChoice(alone.context.configuration.home)).toBeUndefined()
})

test('the environment goes before it, and what is no model server is not found', async () => {
  const { context, said } = contextWith(['y'], { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' })
  await offerLocalModel(context, find)
  expect(said).toEqual([])
  expect(await findLocalServers([{ name: 'nothing', port: 1 }])).toEqual([])
})

test('a model is tried with one small question, and what is wrong is told', async () => {
  const models = { openaiBaseUrl: server.url, tiers: { STANDARD: 'scripted' } }
  expect(await tryModels(models)).toMatchObject({ ok: true, tokens: 150, model: 'openai/scripted' })
  expect(await tryModels({})).toBeUndefined()
  const prose = await startModelServer(() => 'Five, of course.')
  const failed = await tryModels({ ...models, openaiBaseUrl: prose.url })
  await prose.close()
  expect(failed).toMatchObject({ ok: false, detail: expect.stringContaining('It is not one JSON object') })
})

import { OpenWorkflow } from 'openworkflow'
import { BackendSqlite } from 'openworkflow/sqlite'
import { createSignals, measure } from './peer-load.mjs'

const [file, count, inFlight, idle] = process.argv.slice(2)
const backend = BackendSqlite.connect(file)
const client = new OpenWorkflow({ backend })
const signals = createSignals()
const effects = new Map()

const approval = client.defineWorkflow({ name: 'approval' }, async ({ input, step }) => {
  await step.run({ name: 'propose' }, async () => ({ tool: 'move_file', path: `logs/${input.id}.log` }))
  signals.tell(`waiting:${input.id}`)
  await step.waitForSignal({ name: 'decision', signal: `approve:${input.id}`, timeout: '1h' })
  return await step.run({ name: 'execute' }, async () => {
    effects.set(input.id, (effects.get(input.id) ?? 0) + 1)
    return true
  })
})
const worker = client.newWorker({ concurrency: Number(inFlight) })
await worker.start()
const handles = new Map()

const figures = await measure(
  {
    startWaiting: async id => {
      handles.set(id, await approval.run({ id }))
      await signals.wait(`waiting:${id}`)
    },
    decide: async id => {
      while (true) {
        const { workflowRunIds } = await client.sendSignal({ signal: `approve:${id}`, data: true })
        if (workflowRunIds.length > 0) break
        await new Promise(done => setImmediate(done))
      }
      await handles.get(id).result()
    },
  },
  { count: Number(count), inFlight: Number(inFlight), idle: Number(idle) },
)
process.stdout.write(JSON.stringify(figures))
process.exit(0)

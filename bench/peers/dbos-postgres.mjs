import { DBOS } from '@dbos-inc/dbos-sdk'
import { createSignals, measure } from './peer-load.mjs'

const [url, count, inFlight, idle] = process.argv.slice(2)
DBOS.setConfig({ name: 'soulgate-bench', systemDatabaseUrl: url, logLevel: 'error', runAdminServer: false })
const signals = createSignals()

const approval = DBOS.registerWorkflow(
  async id => {
    await DBOS.runStep(async () => ({ tool: 'move_file', path: `logs/${id}.log` }), { name: 'propose' })
    signals.tell(`waiting:${id}`)
    await DBOS.recv('decision', 3600)
    return await DBOS.runStep(async () => true, { name: 'execute' })
  },
  { name: 'approval' },
)
await DBOS.launch()
const handles = new Map()

const figures = await measure(
  {
    startWaiting: async id => {
      handles.set(id, await DBOS.startWorkflow(approval, { workflowID: id })(id))
      await signals.wait(`waiting:${id}`)
    },
    decide: async id => {
      await DBOS.send(id, { decision: 'approve' }, 'decision')
      await handles.get(id).getResult()
    },
  },
  { count: Number(count), inFlight: Number(inFlight), idle: Number(idle) },
)
process.stdout.write(JSON.stringify(figures))
process.exit(0)

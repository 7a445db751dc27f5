import { DBOS } from '@dbos-inc/dbos-sdk'
import { pay, phase } from './payment.mjs'

const refunds = DBOS.registerWorkflow(
  async (customer, amount) => {
    const answer = await DBOS.recv('approval', 3600)
    if (answer !== 'approve') return { refunded: false }
    await DBOS.runStep(async () => pay(customer, amount), { name: 'refund' })
    return { refunded: true }
  },
  { name: 'refunds' },
)

DBOS.setConfig({
  name: 'refunds',
  systemDatabaseUrl: process.env.DATABASE_URL,
  applicationVersion: '1',
  runAdminServer: false,
  logLevel: 'error',
})
await DBOS.launch()
if (phase === 'start') await DBOS.startWorkflow(refunds, { workflowID: 'order-1' })('c7', 12)
if (phase === 'approve') await DBOS.send('order-1', 'approve', 'approval')
// The launch takes up the workflows that a process of before had under way.
const ended = phase !== 'start' && (await DBOS.retrieveWorkflow('order-1').getResult())
console.log(phase, JSON.stringify(ended))
process.exit(0)

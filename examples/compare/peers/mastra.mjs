import { Mastra } from '@mastra/core'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { LibSQLStore } from '@mastra/libsql'
import { z } from 'zod'
import { pay, phase } from './payment.mjs'

const Order = z.object({ customer: z.string(), amount: z.number() })
const Receipt = z.object({ refunded: z.boolean() })

const refund = createStep({
  id: 'refund',
  inputSchema: Order,
  outputSchema: Receipt,
  resumeSchema: z.object({ approved: z.boolean() }),
  execute: async ({ inputData, resumeData, suspend }) => {
    if (resumeData === undefined) return suspend({})
    if (!resumeData.approved) return { refunded: false }
    pay(inputData.customer, inputData.amount)
    return { refunded: true }
  },
})
const refunds = createWorkflow({ id: 'refunds', inputSchema: Order, outputSchema: Receipt })
  .then(refund)
  .commit()
const storage = new LibSQLStore({ id: 'refunds', url: 'file:mastra.db' })
const mastra = new Mastra({ workflows: { refunds }, storage, logger: false })
const run = await mastra.getWorkflow('refunds').createRun({ runId: 'order-1' })

/** After the kill the run stands as suspended, as if nobody had answered yet: it is answered again. */
async function answerAgain() {
  const restarted = await run.restart()
  console.log('restarted', restarted.status)
  return restarted.status === 'suspended' ? answer() : restarted
}
const answer = () => run.resume({ step: 'refund', resumeData: { approved: true } })
const begin = () => run.start({ inputData: { customer: 'c7', amount: 12 } })
const result = await { start: begin, approve: answer, resume: answerAgain }[phase]()
console.log(phase, result.status, JSON.stringify(result.result ?? result.error ?? null))
process.exit(0)

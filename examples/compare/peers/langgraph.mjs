import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } from '@langchain/langgraph'
import { pay, phase } from './payment.mjs'

/** Its saver in memory, kept in a file, so that another process goes on. */
class FileSaver extends MemorySaver {
  constructor() {
    super()
    if (existsSync('langgraph.bin')) Object.assign(this, deserialize(readFileSync('langgraph.bin')))
  }
  keep() {
    writeFileSync('langgraph.bin', serialize({ storage: this.storage, writes: this.writes }))
  }
  async put(...given) {
    const kept = await super.put(...given)
    this.keep()
    return kept
  }
  async putWrites(...given) {
    await super.putWrites(...given)
    this.keep()
  }
}

const State = Annotation.Root({ customer: Annotation(), amount: Annotation(), refunded: Annotation() })
const graph = new StateGraph(State)
  .addNode('refund', state => {
    const answer = interrupt({ refund: state.amount, to: state.customer })
    if (answer !== 'approve') return { refunded: false }
    pay(state.customer, state.amount)
    return { refunded: true }
  })
  .addEdge(START, 'refund')
  .addEdge('refund', END)
  .compile({ checkpointer: new FileSaver() })

const inputs = {
  start: { customer: 'c7', amount: 12 },
  approve: new Command({ resume: 'approve' }),
  resume: null,
}
const state = await graph.invoke(inputs[phase], { configurable: { thread_id: 'order-1' } })
console.log(phase, JSON.stringify(state))

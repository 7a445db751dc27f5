import { Annotation, Command, END, interrupt, START, StateGraph } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { measure } from './peer-load.mjs'

const [url, count, inFlight, idle] = process.argv.slice(2)
const checkpointer = PostgresSaver.fromConnString(url)
await checkpointer.setup()
const State = Annotation.Root({ proposal: Annotation(), approved: Annotation(), done: Annotation() })
const graph = new StateGraph(State)
  .addNode('propose', () => ({ proposal: { tool: 'move_file', path: 'logs/1.log' } }))
  .addNode('decide', state => ({ approved: interrupt(state.proposal) }))
  .addNode('execute', () => ({ done: true }))
  .addEdge(START, 'propose')
  .addEdge('propose', 'decide')
  .addEdge('decide', 'execute')
  .addEdge('execute', END)
  .compile({ checkpointer })
const thread = id => ({ configurable: { thread_id: id } })

const figures = await measure(
  {
    startWaiting: async id => {
      await graph.invoke({}, thread(id))
    },
    decide: async id => {
      const { done } = await graph.invoke(new Command({ resume: true }), thread(id))
      if (done !== true) throw new Error(`${id} did not end`)
    },
  },
  { count: Number(count), inFlight: Number(inFlight), idle: Number(idle) },
)
process.stdout.write(JSON.stringify(figures))
process.exit(0)

import { Agent, request } from 'node:http'

/** `node request-load.ts URL TOKEN AT_ONCE ROUNDS GOALS_JSON`: posts goals from a process of its own, each with a number of its own, prints the times. */
const [url = '', token = '', atOnce = '1', rounds = '1', goals = '[]'] = process.argv.slice(2)
const texts = JSON.parse(goals) as readonly string[]
const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

function post(goal: string): Promise<{ readonly ms: number; readonly ok: boolean }> {
  const started = performance.now()
  return new Promise(resolve => {
    const end = (ok: boolean): void => resolve({ ms: performance.now() - started, ok })
    const posted = request(
      `${url}/reasoning/execute`,
      {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      },
      response => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', part => {
          text += part
        })
        response.on('end', () => end(response.statusCode === 200 && !text.includes('"run_id":""')))
      },
    )
    posted.on('error', () => end(false))
    posted.end(JSON.stringify({ goal }))
  })
}

const answers: { readonly ms: number; readonly ok: boolean }[] = []
for (let round = 0; round < Number(rounds); round += 1) {
  const posts = Array.from({ length: Number(atOnce) }, (_, index) =>
    post(`${texts[index % texts.length] ?? ''} (${round * Number(atOnce) + index})`),
  )
  answers.push(...(await Promise.all(posts)))
}
agent.destroy()
console.log(JSON.stringify(answers))

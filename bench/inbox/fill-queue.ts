import { setTimeout as wait } from 'node:timers/promises'
import { proposeCall } from '../../test/browser/person.ts'

const AT_ONCE = 24
const TOOLS = ['write_file', 'delete_file', 'deploy', 'send_mail', 'move_file'] as const
/** A raised limit counts within a second; until then the server answers 429. */
const LIMIT_MS = 500
const MAX_TRIES = 20

/** Held calls of several tools, made over HTTP as an agent makes them. */
export async function fillQueue(
  url: string,
  key: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  let next = from
  const work = async () => {
    while (next < to) {
      const number = next
      next += 1
      await proposePatiently(() => proposeCall(url, key, callNumber(number)))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function proposePatiently(propose: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await propose()
      return
    } catch (error) {
      const isLimit = error instanceof Error && error.message.includes('rate_limited')
      if (!isLimit || tries === MAX_TRIES) throw error
      await wait(LIMIT_MS)
    }
  }
}

function callNumber(number: number) {
  const tool = TOOLS[number % TOOLS.length] ?? 'deploy'
  const path = `reports/${number}/summary.md`
  const args =
    tool === 'move_file'
      ? { from: path, to: `archive/${number}.md` }
      : tool === 'write_file'
        ? { path, content: `Figures of week ${number}` }
        : { path }
  return { tool, arguments: args, reason: `Item number${number} of the week` }
}

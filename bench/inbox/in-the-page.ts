import type { Page } from 'playwright-core'
import type { PersonAtBrowser } from '../../test/browser/person.ts'

/** Largest contentful paint, and when the first card stood, of a page that was opened anew. */
export async function firstCard(
  { page }: PersonAtBrowser,
  url: string,
): Promise<{ readonly lcpMs: number; readonly cardMs: number }> {
  await page.goto('about:blank')
  await page.goto(`${url}/inbox`)
  await page.getByRole('article').waitFor()
  const cardMs = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(1000)
  const lcpMs = await page.evaluate<number>(`new Promise(resolve => {
    new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
  return { lcpMs, cardMs }
}

/** The time between frames while the queue is scrolled down and up again, page loads included. */
export async function scrollFrames(page: Page): Promise<readonly number[]> {
  return await page.evaluate<number[]>(`new Promise(resolve => {
    const box = document.querySelector('[aria-label="Waiting items"]')
    const frames = []
    let last = performance.now()
    const step = now => {
      frames.push(now - last)
      last = now
      box.scrollTop += frames.length < 180 ? 60 : -60
      if (frames.length < 300) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })`)
}

/** From the last letter of a search to its rows, for ten words over the whole queue. */
export async function searchAnswers(page: Page, pending: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    times.push(await page.evaluate<number>(searchFor(wordOf(round, pending))))
    await page.waitForTimeout(150)
  }
  await page.evaluate(searchFor(''))
  return times
}

/** The same ten searches, answered by the server without a page around them. */
export async function serverAnswers(
  { elsewhere }: PersonAtBrowser,
  pending: number,
): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const begun = performance.now()
    await elsewhere.read(`/api/gates?status=pending&sort=oldest&limit=60&q=${wordOf(round, pending)}`)
    times.push(performance.now() - begun)
  }
  return times
}

function wordOf(round: number, pending: number): string {
  return `number${Math.floor(((round + 0.5) / 10) * pending)}`
}

function searchFor(word: string): string {
  return `new Promise(resolve => {
    const field = document.querySelector('[aria-label="Search the queue"]')
    const box = document.querySelector('[aria-label="Waiting items"]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
    const begun = performance.now()
    set.call(field, ${JSON.stringify(word)})
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (${JSON.stringify(word)} === '') return setTimeout(() => resolve(0), 300)
    const look = () => {
      const row = box.querySelector('a')
      const isThere = row && row.textContent.includes(${JSON.stringify(`Item ${word} of`)})
      if (isThere) resolve(performance.now() - begun)
      else if (performance.now() - begun > 10000) resolve(NaN)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`
}

/** From a decision's time on the server to the card that shows it, with the decision made by another client. */
export async function elsewhereToCard(
  { page, elsewhere }: PersonAtBrowser,
  url: string,
): Promise<readonly number[]> {
  const list: { gates: { gate_id: string }[] } = await elsewhere.read(
    '/api/gates?status=pending&sort=newest&limit=20',
  )
  const times: number[] = []
  for (const { gate_id } of list.gates) {
    await page.goto(`${url}/inbox/${gate_id}`)
    await page.getByRole('article').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    const seen = page.evaluate<number>(`new Promise(resolve => {
      const look = () => {
        if (document.querySelector('article')?.textContent.includes('Rejected by')) return resolve(Date.now())
        requestAnimationFrame(look)
      }
      look()
    })`)
    const { json } = await elsewhere.send('POST', `/api/gates/${gate_id}/decide`, { decision: 'reject' })
    times.push((await seen) - Date.parse(json.gate.decided_at))
  }
  return times
}

import type { Page } from 'playwright-core'

/** What the page's main thread did: milliseconds of work, whatever else the machine was busy with. */
export interface PageWork {
  readonly taskMs: number
  readonly scriptMs: number
  readonly layoutMs: number
}

/** What the main thread works while `act` is done, from Chromium's own counters. */
export async function workDuring<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly work: PageWork }> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const read = async (): Promise<PageWork> => {
      const { metrics } = await session.send('Performance.getMetrics')
      const ms = (name: string) => (metrics.find(metric => metric.name === name)?.value ?? 0) * 1000
      return {
        taskMs: ms('TaskDuration'),
        scriptMs: ms('ScriptDuration'),
        layoutMs: ms('LayoutDuration') + ms('RecalcStyleDuration'),
      }
    }
    const before = await read()
    const result = await act()
    const after = await read()
    return {
      result,
      work: {
        taskMs: after.taskMs - before.taskMs,
        scriptMs: after.scriptMs - before.scriptMs,
        layoutMs: after.layoutMs - before.layoutMs,
      },
    }
  } finally {
    await session.detach()
  }
}

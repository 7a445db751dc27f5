import type { BrowserContext, Page } from 'playwright-core'

/** A person looks before deciding; keys count only after 600 ms. */
const LOOK_MS = 750
const MAX_TABS = 120

const POINTERS = `
  for (const type of ['pointerdown', 'mousedown', 'touchstart'])
    addEventListener(type, event => {
      if (event.isTrusted) localStorage.setItem('test.pointers', type)
    }, true)
`

/** Writes down whether any pointer was used in the pages of this context. */
export async function watchPointers(context: BrowserContext): Promise<void> {
  await context.addInitScript(POINTERS)
}

export async function wasPointerUsed(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(`localStorage.getItem('test.pointers') !== null`)
}

/** Hands on a keyboard, before one page. */
export function createKeyboard(page: Page) {
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Reads what is shown before the next key. */
    look: () => page.waitForTimeout(LOOK_MS),
    /** Moves the focus on until it is on what is called so. */
    tabTo: async (name: string | RegExp, key = 'Tab') => {
      const seen: string[] = []
      for (let tab = 0; tab < MAX_TABS; tab += 1) {
        const found = await focusedName(page)
        if (typeof name === 'string' ? found === name : name.test(found)) return
        seen.push(found)
        await press(key)
      }
      throw new Error(`The focus never came to ${name}. It was on: ${seen.slice(-40).join(' | ')}`)
    },
    /** Replaces what stands in the field that has the focus. */
    retype: async (text: string) => {
      await press('Control+a')
      await page.keyboard.type(text)
    },
  }
}

export type Keyboard = ReturnType<typeof createKeyboard>

/** What assistive technology calls what has the focus. */
export async function focusedName(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const labelled = (element.getAttribute('aria-labelledby') ?? '').split(' ')
      .map(id => document.getElementById(id)?.textContent ?? '').join(' ').trim()
    const label = element.labels?.[0]?.textContent ?? ''
    return (element.getAttribute('aria-label') ?? (labelled || label || element.textContent || '')).trim()
  })()`)
}

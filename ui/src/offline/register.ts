import { removeForeignWorkers } from '../sign-in/workers.ts'

/**
 * Lets the pages open without a server. Not every browser and not every address can. A foreign worker of the same
 * address goes first: ours would take its place without anybody being told.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return
  window.addEventListener('load', () => {
    removeForeignWorkers()
      .then(() => navigator.serviceWorker.register('/service-worker.js'))
      .catch(() => undefined)
  })
}

/** The one service worker of these pages. */
const OURS = '/service-worker.js'

/** Whether this page found a worker that is not ours, and nobody was told yet. */
let wasForeign = false

/** Removes what whoever listened here before has left; `removeWorkers` tells it at the sign-in. */
export async function removeForeignWorkers(): Promise<void> {
  const foreign = (await listWorkers()).filter(isForeign)
  wasForeign ||= foreign.length > 0
  await Promise.all(foreign.map(registration => registration.unregister()))
}

/**
 * Service workers outlive the server that registered them, and see every request of their address. Whoever listened
 * here before may have left one: all are removed before somebody signs in, and ours comes back with the next page.
 * Throws when there was a foreign one, so that the person reloads without it before a code or a passkey is used.
 */
export async function removeWorkers(): Promise<void> {
  const registered = await listWorkers()
  wasForeign ||= registered.some(isForeign)
  await Promise.all(registered.map(registration => registration.unregister()))
  if (!wasForeign) return
  wasForeign = false
  throw new Error(
    'Something else that ran at this address had left a service worker in this browser, which sees what its pages send. It is removed. Close the other tabs of this address, open your link again (it was not used), and ask who ran that.',
  )
}

async function listWorkers(): Promise<readonly ServiceWorkerRegistration[]> {
  return (await navigator.serviceWorker?.getRegistrations()) ?? []
}

function isForeign({ active, waiting, installing }: ServiceWorkerRegistration): boolean {
  return [active, waiting, installing].some(
    worker => worker !== null && worker.scriptURL !== new URL(OURS, location.origin).href,
  )
}

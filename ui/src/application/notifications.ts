import type { Event } from 'soulgate/contracts/event'
import { preference, setPreference } from '../preferences/preferences.ts'

const TAG = 'soulgate-waiting'

/** Asks the browser for leave to notify; answers whether it was given. */
export async function turnOnNotifications(): Promise<boolean> {
  const isGiven = 'Notification' in window && (await Notification.requestPermission()) === 'granted'
  setPreference('notifications', isGiven)
  return isGiven
}

/** Tells somebody who looks elsewhere that something waits. Nothing an agent wrote leaves the page this way. */
export function notifyOf(event: Event): void {
  if (!preference('notifications') || document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification('Soulgate', { body: 'Something waits for a decision.', tag: TAG })
  notice.onclick = () => {
    window.focus()
    if (event.gate_id) location.assign(`/inbox/${encodeURIComponent(event.gate_id)}`)
  }
}

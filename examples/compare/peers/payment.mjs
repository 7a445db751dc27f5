import { appendFileSync } from 'node:fs'

/** Sends the money, which a line of the ledger stands for, and is killed right after it where that is asked for. */
export function pay(customer, amount) {
  appendFileSync('ledger', `${customer} ${amount}\n`)
  if (process.env.KILL_AFTER_EFFECT) process.kill(process.pid, 'SIGKILL')
}

/** `start`, `approve`, or `resume`. */
export const phase = process.argv[2]

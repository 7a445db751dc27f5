import { createSoulgateClient, gated, type SoulgateClient } from 'soulgate/sdk'

/** Whatever your program does to the world. */
async function refund({ customer, amount }: { customer: string; amount: number }) {
  return `${amount} went back to ${customer}`
}

/** The same function behind a gate. */
export function gatedRefund(soulgate: SoulgateClient) {
  return gated(refund, { soulgate })
}

if (import.meta.main) {
  const soulgate = createSoulgateClient({
    baseUrl: process.env.SOULGATE_URL ?? 'http://127.0.0.1:7411',
    token: process.env.SOULGATE_TOKEN ?? '',
  })
  console.log('Asking. Decide in the browser; this goes on when you have.')
  console.log(await gatedRefund(soulgate)({ customer: 'c_1', amount: 20 }))
}

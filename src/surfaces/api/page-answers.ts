/**
 * A page as a browser may show it: under the policy that goes with it, never guessed to be something else, framed by
 * this server alone, and without the address it was reached at in any referrer.
 */
export function pageDocument({ html, policy }: { readonly html: string; readonly policy: string }): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-frame-options': 'SAMEORIGIN',
      'x-dns-prefetch-control': 'off',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), clipboard-write=()',
    },
  })
}

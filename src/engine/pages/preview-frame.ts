import { SANDBOX } from './preview.ts'

/**
 * Sends one end of a channel to the window around it, if that is a page of this server; what comes back over it is
 * written into this document, which keeps the policy of its response.
 */
const SCRIPT = `
if (parent !== window) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => {
    port1.close()
    document.open()
    document.write('<!doctype html><meta http-equiv="Content-Security-Policy" content="' + data.policy + '">' + data.html)
    document.close()
  }
  parent.postMessage({ soulgate: 'preview', path: location.pathname }, location.origin, [port2])
}
`

const POLICY = [
  "default-src 'none'",
  // The page that is written here brings its own policy, by hashes; this one is the outer bound of all of them.
  "script-src 'unsafe-inline'",
  "script-src-attr 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  "webrtc 'block'",
  `sandbox ${SANDBOX}`,
]

/**
 * The empty document in which pages are shown: the same for everybody and at each address, without content and without
 * any right. Links between pages lead from one of its addresses to another; each time the page around is asked.
 */
export const previewFrame = {
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Preview</title></head>
<body><script>${SCRIPT}</script></body>
</html>
`,
  policy: POLICY.join('; '),
}

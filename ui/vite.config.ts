import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const sources = fileURLToPath(new URL('../src', import.meta.url))
const server = process.env.SOULGATE_URL ?? 'http://127.0.0.1:7411'
const proxied = ['/api', '/reasoning', '/approval', '/clarification', '/contracts', '/openapi.json', '/docs']

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  resolve: {
    alias: [
      { find: 'soulgate/sdk', replacement: `${sources}/sdk/sdk.ts` },
      { find: /^soulgate\/contracts\/(.*)$/, replacement: `${sources}/contracts/$1.ts` },
    ],
  },
  // Requests of people are signed for this address: start the server with SOULGATE_PUBLIC_URL set to it.
  server: { proxy: Object.fromEntries(proxied.map(path => [path, server])) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URI would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})

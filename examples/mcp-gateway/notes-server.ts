import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

/** An MCP server as there are many: it reads and writes notes in the folder of its first argument, and asks nobody. */
const folder = resolve(process.argv[2] ?? 'notes')
mkdirSync(folder, { recursive: true })

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
const pathOf = (name: string) => join(folder, `${basename(name)}.md`)

serveStdio(() => {
  const server = new McpServer({ name: 'notes', version: '1.0.0' })
  server.registerTool(
    'list_notes',
    {
      description: 'Lists the notes.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => text(readdirSync(folder).join('\n')),
  )
  server.registerTool(
    'read_note',
    {
      description: 'Reads a note.',
      inputSchema: z.object({ name: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ name }) => text(readFileSync(pathOf(name), 'utf8')),
  )
  server.registerTool(
    'append_note',
    {
      description: 'Writes a line at the end of a note.',
      inputSchema: z.object({ name: z.string(), line: z.string() }),
      annotations: { destructiveHint: false, openWorldHint: false },
    },
    ({ name, line }) => {
      writeFileSync(pathOf(name), `${line}\n`, { flag: 'a' })
      return text(`wrote into ${name}`)
    },
  )
  return server
})

import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { registerEverything } from './everything-server.ts'

serveStdio(() => {
  const server = new McpServer({ name: 'everything', version: '1.0.0' })
  registerEverything(server, list => {
    if (list === 'tool') server.sendToolListChanged()
    else server.sendPromptListChanged()
  })
  return server
})

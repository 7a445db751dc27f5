#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { currentProcess } from './context.ts'
import { runProgram } from './program.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

// `soulgate gates | head` has read enough: that is no failure.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit()
  throw error
})

await runProgram(currentProcess(), process.argv.slice(2), version)

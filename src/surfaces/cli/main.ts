#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { currentProcess } from './context.ts'
import { createProgram } from './program.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

await createProgram(currentProcess(), version).parseAsync(process.argv)

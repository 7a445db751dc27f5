#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { create } from './dist/create.js'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
process.exitCode = create(process.argv.slice(2), version)

import { resolve } from 'node:path'
import { findViolations } from './layers/find-violations.ts'
import { readTree } from './layers/read-tree.ts'

const sources = await readTree(resolve(import.meta.dirname, '..'))
const violations = findViolations(sources)

for (const { path, line, law, message } of violations) console.error(`${path}:${line}  ${law}  ${message}`)
console.log(`${sources.size} files, ${violations.length} violations of layers.ts`)
process.exitCode = violations.length === 0 ? 0 : 1

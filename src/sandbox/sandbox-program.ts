/** Closes sockets to whatever would get out of the context of a function. */
export const WITHOUT_NETWORK = `'use strict'
const closed = () => { throw new Error('There is no network here.') }
require('node:net').Socket.prototype.connect = closed
require('node:net').Server.prototype.listen = closed
require('node:dgram').Socket.prototype.send = closed
require('node:dgram').Socket.prototype.bind = closed
for (const dns of [require('node:dns'), require('node:dns').promises])
  for (const name of Object.keys(dns)) if (typeof dns[name] === 'function') dns[name] = closed
`

/**
 * The program of the process, as a text: it is given by `--eval`, because a process that may read no files loads none. Its
 * context is a fresh global of the language (`DONT_CONTEXTIFY`: no object of the outside is its prototype), which makes no
 * code from texts and loads no modules; only texts go in and come out. `__name` is what some compilers of TypeScript put
 * around functions.
 */
export const SANDBOX_PROGRAM = `${WITHOUT_NETWORK}
const fs = require('node:fs')
const vm = require('node:vm')
const { source, input } = JSON.parse(fs.readFileSync(0, 'utf8'))
const answer = told => { fs.writeSync(1, JSON.stringify(told)); process.exit(0) }
const explain = error => {
  const said = String(error).slice(0, 400)
  return said.startsWith('ReferenceError')
    ? said + '; it may use its argument and nothing from around it'
    : said
}
try {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } })
  const call = vm.runInContext(
    '"use strict"; const __name = made => made; (text => new Promise(done => done((' + source + ')(JSON.parse(text))))' +
      '.then(value => JSON.stringify(value)))',
    context,
  )
  call(JSON.stringify(input)).then(
    text => answer(text === undefined ? { problem: 'It answered nothing that is JSON.' } : { value: JSON.parse(text) }),
    error => answer({ problem: explain(error) }),
  )
} catch (error) {
  answer({ problem: explain(error) })
}
`

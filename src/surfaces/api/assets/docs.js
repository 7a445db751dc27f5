const document_ = await (await fetch('/openapi.json')).json()
const main = document.getElementById('routes')
const find = document.getElementById('find')

const operations = Object.entries(document_.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
document.getElementById('about').append(` ${document_.info.description} Version ${document_.info.version}.`)
find.addEventListener('input', show)
show()

function show() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = operations.filter(entry => {
    const { summary, description, operationId } = entry.operation
    const text = `${entry.method} ${entry.path} ${summary} ${description} ${operationId}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  const tags = [...new Set(found.map(entry => entry.operation.tags[0]))]
  main.replaceChildren(
    ...tags.flatMap(tag => [
      element('h2', tag),
      ...found.filter(entry => entry.operation.tags[0] === tag).map(toDetails),
    ]),
  )
}

function toDetails({ path, method, operation }) {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.append(
    element('span', method, 'method'),
    element('span', path, 'path'),
    element('span', operation.summary, 'text'),
  )
  details.append(summary)
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(toBody(operation))
  })
  return details
}

function toBody(operation) {
  const body = element('div', '', 'body')
  body.append(element('p', operation.description))
  if (operation.parameters.length > 0) body.append(element('p', 'Parameters'), pre(operation.parameters))
  const sent = operation.requestBody?.content['application/json']?.schema
  if (sent) body.append(element('p', 'Sends'), pre(resolve(sent)))
  for (const [status, answer] of Object.entries(operation.responses)) {
    const schema = Object.values(answer.content ?? {})[0]?.schema
    if (schema) body.append(element('p', `Answers ${status}`), pre(resolve(schema)))
  }
  return body
}

/** One step into the named schemas; deeper ones stay names. */
function resolve(schema) {
  const name = schema.$ref?.split('/').at(-1)
  return name ? { [name]: document_.components.schemas[name] } : schema
}

function pre(value) {
  return element('pre', JSON.stringify(value, null, 2))
}

function element(name, text, className) {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

import { actLine, quoteText } from './act-line.ts'
import type { Gate } from './gate.ts'
import type { GateDefinition } from './gate-definition.ts'
import { GATE_TYPE_NAMES } from './gate-type-names.ts'
import type { JsonObject, JsonValue } from './json-value.ts'

/** One field of a gate of somebody's own type. */
export interface GateField {
  readonly name: string
  /** The title by its schema, where a person vouches for the definition; else its name. */
  readonly label: string
  /** What the field means, in the definition's words; absent where only an agent says so. */
  readonly description?: string
  readonly value: JsonValue
}

/**
 * The fields of a gate in the order of its definition; what the definition does not know comes last, and what was not
 * given is left out. Undefined for gates of our own types.
 */
export function gateFields({ definition, subject }: Pick<Gate, 'definition' | 'subject'>) {
  if (definition === undefined || !('document' in subject)) return undefined
  return fieldsOf(definition, subject.document)
}

/** A field on one line, for places without markup: its label, and its value as one quoted piece. */
export function gateFieldLine({ label, value }: GateField, maxCharacters?: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = typeof value === 'object' || typeof value === 'string' ? quoteText(text, maxCharacters) : text
  return `${label}: ${shown}`
}

/** What kind of question a gate is, in words: of somebody's own type its title, which is quoted where an agent made it. */
export function gateTypeName({ type, definition }: Pick<Gate, 'type' | 'definition'>): string {
  // A newer server may know more types than its reader.
  if (definition === undefined) return GATE_TYPE_NAMES[type] ?? String(type).replaceAll('_', ' ')
  return definition.claimed ? `${GATE_TYPE_NAMES[type]} ${quoteText(definition.name)}` : definition.title
}

/** `Change a price · amount 1200 · product "lamp"`: the kind of question and what is most telling about it. */
export function gateFieldsLine(type: Gate['type'], definition: GateDefinition, fields: JsonObject): string {
  const known = fieldsOf(definition, fields)
  const origins = known.flatMap(({ name, value }) => {
    const meaning = propertiesOf(definition)[name]?.['x-soulgate']
    const place = { pointer: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value: String(value) }
    return typeof meaning === 'string' ? [{ ...place, meaning, source: 'unknown' as const }] : []
  })
  const values = Object.fromEntries(known.map(({ name, value }) => [name, value]))
  const line = actLine([
    { tool: definition.name, arguments: values, origins, claimed: true, reversibility: 'read_only' },
  ])
  return `${gateTypeName({ type, definition })}${line.slice(quoteText(definition.name).length)}`
}

function fieldsOf(definition: GateDefinition, values: JsonObject): readonly GateField[] {
  const properties = propertiesOf(definition)
  const names = [...new Set([...Object.keys(properties), ...Object.keys(values)])]
  return names.flatMap(name => {
    const value = values[name]
    if (value === undefined) return []
    const { title, description } = definition.claimed ? {} : Object(properties[name])
    return [
      {
        ...{ name, value, label: typeof title === 'string' && title !== '' ? title : name },
        ...(typeof description === 'string' ? { description } : {}),
      },
    ]
  })
}

function propertiesOf({
  fields,
}: GateDefinition): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  return Object(fields.properties)
}

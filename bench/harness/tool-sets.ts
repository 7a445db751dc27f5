import { type JsonSchema, Reversibility, Tool } from '../../src/contracts/tool.ts'

type Kind = 'read' | 'idempotent' | 'write' | 'outside' | 'final'

const KINDS: Readonly<Record<Kind, Pick<Tool, 'annotations' | 'reversibility'>>> = {
  read: { annotations: flags(true, true), reversibility: Reversibility.enum.read_only },
  idempotent: { annotations: flags(false, true), reversibility: Reversibility.enum.reversible },
  write: { annotations: flags(false, false), reversibility: Reversibility.enum.reversible },
  outside: {
    annotations: { ...flags(false, false), open_world: true },
    reversibility: Reversibility.enum.externally_reversible,
  },
  final: {
    annotations: { ...flags(false, false), open_world: true },
    reversibility: Reversibility.enum.irreversible,
  },
}

function flags(read_only: boolean, idempotent: boolean): Tool['annotations'] {
  return { read_only, idempotent, destructive: false, open_world: false }
}

/** `name?` is optional, `name:number` has a type, text after `=` describes it. */
function tool(name: string, kind: Kind, description: string, ...parameters: readonly string[]): Tool {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const parameter of parameters) {
    const [head = '', about] = parameter.split('=')
    const [label = '', type = 'string'] = head.replace('?', '').split(':')
    properties[label] = {
      type: type === 'date' ? 'string' : type,
      ...(type === 'date' ? { format: 'date' } : {}),
      ...(about === undefined ? {} : { description: about }),
    }
    if (!head.includes('?')) required.push(label)
  }
  return Tool.parse({
    name,
    description,
    input_schema: { type: 'object', properties, required },
    ...KINDS[kind],
  })
}

/** The registries of the harness; the tools are declared, never executed. */
export const TOOL_SETS: Readonly<Record<string, readonly Tool[]>> = {
  clinic: [
    tool(
      'search_patients',
      'read',
      'Search patients by name, birth date or number',
      'query=Name, date or number',
    ),
    tool(
      'list_appointments',
      'read',
      'List the appointments of a day or of one patient',
      'day?:date',
      'patient_id?',
    ),
    tool(
      'book_appointment',
      'write',
      'Book an appointment for a patient with a doctor',
      'patient_id',
      'doctor',
      'start=Date and time',
    ),
    tool('cancel_appointment', 'outside', 'Cancel an appointment', 'appointment_id', 'reason?'),
    tool('send_sms', 'final', 'Send a text message to a patient’s phone', 'patient_id', 'text'),
  ],
  warehouse: [
    tool(
      'stock_level',
      'read',
      'Tell how many pieces of an article are in stock',
      'article=Article number or name',
    ),
    tool(
      'create_order',
      'outside',
      'Order articles from a supplier',
      'article',
      'quantity:integer',
      'supplier?',
    ),
    tool(
      'adjust_stock',
      'write',
      'Correct the counted stock of an article',
      'article',
      'quantity:integer',
      'reason?',
    ),
    tool('list_shipments', 'read', 'List shipments by status, customer or day', 'status?', 'customer?'),
    tool('print_label', 'write', 'Create a shipping label for a shipment', 'shipment_id', 'format?'),
  ],
  code: [
    tool('git.log', 'read', 'Show the commits of a branch', 'branch', 'limit?:integer'),
    tool('git.create_branch', 'write', 'Create a branch from another one', 'name', 'from?'),
    tool('ci.run_tests', 'write', 'Run the tests of a branch or package', 'branch?', 'package?'),
    tool('issues.search', 'read', 'Search issues by words, label or state', 'query', 'label?'),
    tool('issues.create', 'outside', 'Create an issue with a title and a text', 'title', 'body?', 'labels?'),
    tool(
      'deploy.release',
      'final',
      'Deploy a version to an environment',
      'version',
      'environment=staging or production',
    ),
  ],
  files: [
    tool('find_files', 'read', 'Find files by name, type, folder or content', 'query', 'folder?'),
    tool('read_document', 'read', 'Read the text of a file', 'path'),
    tool('rename_file', 'write', 'Rename or move a file', 'path', 'new_path'),
    tool('delete_file', 'final', 'Delete a file for good', 'path'),
    tool(
      'convert_document',
      'write',
      'Convert a file into another format',
      'path',
      'format=pdf, docx, html or txt',
    ),
    tool('share_file', 'outside', 'Share a file with a person by e-mail address', 'path', 'email'),
  ],
  house: [
    tool(
      'set_temperature',
      'idempotent',
      'Set the temperature of a room in degrees',
      'room',
      'degrees:number',
    ),
    tool('switch_light', 'idempotent', 'Switch the lights of a room on or off', 'room', 'on:boolean'),
    tool('read_sensor', 'read', 'Read a sensor: temperature, humidity, energy use', 'sensor', 'room?'),
    tool('set_alarm', 'write', 'Set an alarm for a time', 'time', 'label?'),
    tool('lock_door', 'outside', 'Lock or unlock a door', 'door', 'locked:boolean'),
  ],
  money: [
    tool(
      'list_transactions',
      'read',
      'List the transactions of an account in a period',
      'account',
      'from?:date',
      'to?:date',
    ),
    tool('account_balance', 'read', 'Tell the balance of an account', 'account'),
    tool('transfer_money', 'final', 'Transfer an amount to an IBAN', 'amount:number', 'iban', 'reference?'),
    tool(
      'create_invoice',
      'write',
      'Create an invoice for a customer',
      'customer',
      'amount:number',
      'due?:date',
    ),
    tool('exchange_rate', 'read', 'Tell the exchange rate between two currencies', 'from', 'to'),
  ],
  calendar: [
    tool('list_events', 'read', 'List the events of a day or week', 'day:date'),
    tool(
      'create_event',
      'write',
      'Create an event with a title, a start and guests',
      'title',
      'start',
      'guests?',
    ),
    tool('move_event', 'outside', 'Move an event to another time', 'event', 'start'),
    tool('send_email', 'final', 'Send an e-mail to one or more people', 'to', 'subject', 'body'),
    tool('search_contacts', 'read', 'Search the address book', 'query'),
  ],
  page: [
    tool('ui.click', 'outside', 'Click an element of the page', 'element_id'),
    tool('ui.type', 'write', 'Type text into a field of the page', 'element_id', 'text'),
    tool('ui.select', 'write', 'Choose an option of a list on the page', 'element_id', 'option'),
    tool('ui.read', 'read', 'Read the text of an element or of the whole page', 'element_id?'),
  ],
}

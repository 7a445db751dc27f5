import { z } from 'zod'

const hostnameLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Whether the text is a host name of labels of letters, digits and hyphens. */
function isHostname(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text
  return name.length > 0 && name.length <= 253 && name.split('.').every(label => hostnameLabel.test(label))
}

/** Whether the text is one mailbox address; quoted local parts are not taken. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const domain = text.slice(at + 1)
  return /^[^\s@"<>(),;:\\[\]]+$/.test(text.slice(0, at)) && domain.includes('.') && isHostname(domain)
}

/** Whether the text is an absolute URI. */
function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(text) && URL.canParse(text)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

function isDateTime(text: string): boolean {
  const [date = '', time = ''] = text.split(/[tT ]/, 2)
  return isDate(date) && /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d{1,9})?(z|[+-]\d{2}:\d{2})$/i.test(time)
}

/** The formats that argument validation asserts; every other format is only an annotation. */
export const assertedFormats: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  hostname: isHostname,
  date: isDate,
  'date-time': isDateTime,
  uuid: text => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
  ipv4: text => z.ipv4().safeParse(text).success,
  ipv6: text => z.ipv6().safeParse(text).success,
}

/** One server-sent event. `id` is the last one seen, which the standard makes sticky. */
export interface StreamFrame {
  readonly id: string | undefined
  readonly event: string
  readonly data: string
}

/** Splits the text of an event stream into frames, however it was cut into pieces on the way. */
export function createFrameReader(): (piece: string) => readonly StreamFrame[] {
  let rest = ''
  let id: string | undefined
  return piece => {
    const text = rest + piece
    const blocks = text.replace(/\r\n/g, '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => {
      const frame = readFrame(block, id)
      id = frame.id
      return frame.data === '' ? [] : [frame]
    })
  }
}

function readFrame(block: string, lastId: string | undefined): StreamFrame {
  let id = lastId
  let event = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon === 0 || line === '') continue
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
  return { id, event, data: data.join('\n') }
}

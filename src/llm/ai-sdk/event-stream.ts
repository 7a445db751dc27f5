/** One event of a stream (`text/event-stream`), whole. */
export interface StreamFrame {
  readonly event: string
  readonly data: string
}

export interface EventStreamReader {
  /** The frames that these bytes complete; they may be cut anywhere, within a character too. */
  push(bytes: Uint8Array): readonly StreamFrame[]
  /** What was begun when the stream ended without an empty line. */
  end(): readonly StreamFrame[]
}

/** Reads an event stream: any line ending, comments skipped, several `data` lines joined, a byte order mark dropped. */
export function createEventStreamReader(): EventStreamReader {
  const decoder = new TextDecoder()
  let line = ''
  let endedWithReturn = false
  let event = ''
  let data: string[] = []

  const endLine = (frames: StreamFrame[]): void => {
    const text = line
    line = ''
    if (text === '') {
      if (data.length > 0) frames.push({ event, data: data.join('\n') })
      event = ''
      data = []
      return
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (field === 'data') data.push(value)
    if (field === 'event') event = value
  }

  const read = (text: string): readonly StreamFrame[] => {
    const frames: StreamFrame[] = []
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code !== 10 && code !== 13) {
        endedWithReturn = false
        continue
      }
      const isSecondHalf = code === 10 && endedWithReturn
      if (!isSecondHalf) {
        line += text.slice(from, at)
        endLine(frames)
      }
      endedWithReturn = code === 13
      from = at + 1
    }
    line += text.slice(from)
    return frames
  }

  return {
    push: bytes => read(decoder.decode(bytes, { stream: true })),
    end: () => [...read(decoder.decode()), ...read('\n\n')],
  }
}

import type { ModelToolCall } from '../../contracts/model.ts'
import type { ModelDelta } from '../llm.ts'
import { readFields, readText } from './json-reading.ts'
import { isWholeObject, toToolCall, withUniqueIds } from './stream-decoder.ts'

/** The calls of one answer while their pieces arrive. */
export interface CallPieces {
  push(piece: unknown): readonly ModelDelta[]
  finish(): ModelToolCall[]
}

interface OpenCall {
  readonly index: number | undefined
  id: string
  name: string
  input: string
  isTold: boolean
}

interface Piece {
  readonly index: number | undefined
  readonly id: string
  readonly name: string
  readonly input: string
}

/**
 * Puts pieces of calls together. Most providers number the calls; some leave the number out, send it as 0 for every
 * call, repeat the id or name with each piece, or send an empty one: a piece opens a call only when it says so.
 */
export function createCallPieces(newCallId: () => string): CallPieces {
  const calls: OpenCall[] = []

  const tell = (call: OpenCall): readonly ModelDelta[] => {
    if (call.isTold || call.name === '' || call.id === '') return []
    call.isTold = true
    return [{ type: 'tool_name', id: call.id, name: call.name }]
  }

  return {
    push: raw => {
      const piece = readPiece(raw)
      const call = findOpenCall(calls, piece) ?? openCall(calls, piece.index)
      if (call.id === '') call.id = piece.id
      if (call.name === '') call.name = piece.name
      else if (piece.name !== '' && piece.name !== call.name && call.input === '') call.name += piece.name
      const isRepeated = piece.input === call.input && isWholeObject(call.input)
      if (!isRepeated) call.input += piece.input
      return tell(call)
    },
    finish: () => {
      const inOrder = calls.every(call => call.index !== undefined)
        ? calls.toSorted((first, second) => (first.index ?? 0) - (second.index ?? 0))
        : calls
      const real = inOrder.filter(call => call.name !== '' || call.input !== '')
      const named = real.map(call => toToolCall({ ...call, id: call.id === '' ? newCallId() : call.id }))
      return withUniqueIds(named, newCallId)
    },
  }
}

function readPiece(raw: unknown): Piece {
  const fields = readFields(raw)
  const called = readFields(fields.function)
  const written = called.arguments
  const isText = typeof written === 'string' || written === undefined || written === null
  return {
    index: typeof fields.index === 'number' ? fields.index : undefined,
    id: readText(fields.id).trim() === '' ? '' : readText(fields.id),
    name: readText(called.name).trim() === '' ? '' : readText(called.name),
    input: isText ? readText(written) : JSON.stringify(written),
  }
}

function openCall(calls: OpenCall[], index: number | undefined): OpenCall {
  const call = { index, id: '', name: '', input: '', isTold: false }
  calls.push(call)
  return call
}

/** The call that a piece continues; undefined when it opens one. */
function findOpenCall(calls: readonly OpenCall[], piece: Piece): OpenCall | undefined {
  const sameId = piece.id === '' ? undefined : calls.findLast(call => call.id === piece.id)
  if (sameId && (piece.index === undefined || sameId.index === piece.index)) return sameId
  const candidate = calls.findLast(call => piece.index === undefined || call.index === piece.index)
  if (!candidate) return undefined
  const hasOtherId = piece.id !== '' && candidate.id !== ''
  if (hasOtherId && (piece.name !== '' || piece.index === undefined)) return undefined
  const saysAgain = piece.name !== '' && piece.input.trim() !== ''
  if (saysAgain && candidate.input !== piece.input && isWholeObject(candidate.input)) return undefined
  const isUnnumbered = piece.index === undefined && piece.id === '' && piece.name !== ''
  if (isUnnumbered && candidate.input !== '' && candidate.name !== piece.name) return undefined
  return candidate
}

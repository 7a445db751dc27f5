import { useQuery } from '@tanstack/react-query'
import type { JsonObject } from 'soulgate/contracts/json-value'
import type { ToolCall } from 'soulgate/contracts/tool-call'
import { client } from '../application/client.ts'
import { readEditor } from '../calls/arguments-editor.tsx'
import { changeDraft, draftOf, type EditorDraft, useDraft } from '../drafts/drafts.ts'

export type EditedArguments = Readonly<Record<string, JsonObject>>

/** What a person has changed in the arguments of these calls, as it is kept for their gate. */
export function useEdits(gateId: string, calls: readonly ToolCall[]) {
  const tools = useQuery({ queryKey: ['tools'], queryFn: ({ signal }) => client.tools.list({ signal }) })
  const kept = useDraft(gateId).edits ?? {}
  const schemaOf = (call: ToolCall) => tools.data?.find(tool => tool.name === call.tool)?.input_schema ?? {}
  const read = (call: ToolCall, draft: EditorDraft) =>
    readEditor({ schema: schemaOf(call), initial: call.arguments }, draft)
  const typed = calls.flatMap(call => {
    const draft = kept[call.call_id]
    return draft ? [{ call, edited: read(call, draft) }] : []
  })
  const changed = typed.filter(({ call, edited }) => edited && !isSame(edited, call.arguments))
  const isFitting = typed.every(({ edited }) => edited !== undefined)
  return {
    isPending: tools.isPending,
    ...{ kept, schemaOf },
    /** All of it, while all of it fits and something is changed. */
    edited: isFitting && changed.length > 0 ? editedOf(changed) : undefined,
    /** How many arguments differ from what was proposed. */
    count: changed.reduce((sum, { call, edited }) => sum + countChanges(call.arguments, edited ?? {}), 0),
    /** Gives the arguments where they fit and differ from what was proposed. */
    keep: (call: ToolCall, edited: JsonObject | undefined, draft: EditorDraft): JsonObject | undefined => {
      const { [call.call_id]: _before, ...others } = draftOf(gateId).edits ?? {}
      const isBack = edited !== undefined && isSame(edited, call.arguments)
      changeDraft(gateId, { edits: isBack ? others : { ...others, [call.call_id]: draft } })
      return isBack ? undefined : edited
    },
    discard: () => changeDraft(gateId, { edits: {} }),
  }
}

export type Edits = ReturnType<typeof useEdits>

function editedOf(changed: readonly { readonly call: ToolCall; readonly edited?: JsonObject | undefined }[]) {
  return Object.fromEntries(
    changed.flatMap(({ call, edited }) => (edited ? [[call.call_id, edited] as const] : [])),
  )
}

function countChanges(before: JsonObject, after: JsonObject): number {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name])).length
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return countChanges(one, other) === 0
}

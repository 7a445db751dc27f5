import type { Artifact, Gate } from '../../contracts/gate.ts'
import { gateCard } from './cards.ts'
import { type CommandContext, clientOf } from './context.ts'
import { sendDecision } from './deciding.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { escapeLine } from './terminal-text.ts'

/** Shows the whole of a gate with every piece of evidence, and records that the person at this terminal read it. */
export async function viewEvidence(context: CommandContext, gate: Gate): Promise<void> {
  const { gate_id, view_digest } = gate
  if (!context.isInteractive) {
    const detail = `Gate ${gate_id} is approved only after its evidence was opened: read it in a terminal of your own, or in the browser. Nothing was decided.`
    throw new CommandFailure(EXIT.not_allowed, detail)
  }
  context.say(...gateCard(gate, context.colors, { isWhole: true }))
  for (const artifact of gate.artifacts) context.say('', ...(await artifactLines(context, artifact)))
  const read = await context.ask('Type “read” when you have read all of this: ')
  if (read.trim().toLowerCase() !== 'read') throw new CommandFailure(EXIT.refused, 'Nothing was decided.')
  await sendDecision(context, {
    operation: 'viewGate',
    pathValues: { gate_id },
    method: 'POST',
    path: `/api/gates/${encodeURIComponent(gate_id)}/viewed`,
    body: { view_digest },
    page: `/inbox/${gate_id}`,
  })
}

async function artifactLines(context: CommandContext, artifact: Artifact): Promise<readonly string[]> {
  const { path, type, size_bytes: bytes } = artifact
  const head = context.colors.cyan(`${escapeLine(path)} · ${type} · ${bytes} bytes`)
  const text = artifact.preview ?? (await storedText(context, path))
  if (text === undefined) return [head, '  No text of it is stored here: open the file itself.']
  return [head, ...text.split('\n').map(line => `  ${escapeLine(line)}`)]
}

async function storedText(context: CommandContext, path: string): Promise<string | undefined> {
  const stored = await clientOf(context)
    .workItems.artifact(path)
    .catch(() => undefined)
  return stored?.encoding === 'utf-8' ? stored.content : undefined
}

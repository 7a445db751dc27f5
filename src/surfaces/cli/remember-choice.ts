import type { DecideRequest } from '../../contracts/decision.ts'
import type { RememberOffer } from '../../contracts/remember.ts'
import { type CommandContext, clientOf } from './context.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'
import { escapeLine } from './terminal-text.ts'

/**
 * What `--remember` adds to an approval: the permissions of one offer of the gate. `chosen` is its number or its id; `true`
 * shows what there is and asks.
 */
export async function rememberChoice(
  context: CommandContext,
  gateId: string,
  chosen: string | true | undefined,
): Promise<Pick<DecideRequest, 'permissions'>> {
  if (chosen === undefined) return {}
  const { offers, why_none: why } = await clientOf(context).permissions.offers(gateId)
  if (offers.length === 0)
    throw new CommandFailure(EXIT.usage, `Nothing of ${gateId} can be remembered: ${escapeLine(why ?? '')}`)
  if (chosen !== true) return { permissions: pick(offers, chosen).permissions }
  context.say(...offers.flatMap(linesOf))
  if (!context.isInteractive)
    throw new CommandFailure(EXIT.usage, 'Say which: --remember NUMBER. Nothing was decided.')
  const answer = await context.ask(`Which, 1 to ${offers.length}? `)
  return { permissions: pick(offers, answer.trim()).permissions }
}

function pick(offers: readonly RememberOffer[], chosen: string): RememberOffer {
  const found = offers.find(({ id }, index) => id === chosen || String(index + 1) === chosen)
  if (found === undefined)
    throw new CommandFailure(
      EXIT.usage,
      `${escapeLine(chosen)} is none of the ${offers.length} offers. Nothing was decided.`,
    )
  return found
}

function linesOf({ id, title, passes, never, risk }: RememberOffer, index: number): readonly string[] {
  return [
    `${index + 1}  ${escapeLine(title)}  (${id})`,
    ...passes.map(line => `   passes: ${escapeLine(line)}`),
    ...never.map(line => `   asked about as before: ${escapeLine(line)}`),
    ...(risk === undefined ? [] : [`   accepted risk: ${escapeLine(risk)}`]),
  ]
}

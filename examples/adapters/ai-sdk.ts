import { generateText, isStepCount, type LanguageModel, type ModelMessage, type ToolSet, tool } from 'ai'
import type { SoulgateClient } from 'soulgate/sdk'
import { gateTools, runToolCalls } from 'soulgate/sdk/ai-sdk'
import { z } from 'zod'

/** An agent of the AI SDK whose tool runs only when a person lets it. */
export async function refundAgent(options: {
  readonly model: LanguageModel
  readonly soulgate: SoulgateClient
  readonly prompt: string
  readonly refund: (customer: string, amount: number) => Promise<string>
}): Promise<string> {
  const { model, soulgate, prompt, refund } = options
  const tools = {
    refund: tool({
      description: 'Send money back to a customer.',
      inputSchema: z.object({ customer: z.string(), amount: z.number() }),
      execute: ({ customer, amount }) => refund(customer, amount),
    }),
  }
  const { text } = await generateText({
    model,
    prompt,
    tools: gateTools(tools, { soulgate, goal: prompt }),
    stopWhen: isStepCount(5),
  })
  return text
}

/** The same with a tool that has no `execute`: the model asks for it, your own code runs it when it was let through. */
export async function labelAgent(options: {
  readonly model: LanguageModel
  readonly soulgate: SoulgateClient
  readonly prompt: string
  readonly printLabel: (input: { readonly address: string }) => Promise<string>
}): Promise<string> {
  const { model, soulgate, prompt, printLabel } = options
  const tools: ToolSet = {
    print_label: tool({
      description: 'Print an address label on the printer of this desk.',
      inputSchema: z.object({ address: z.string() }),
    }),
  }
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }]
  for (let turn = 0; turn < 5; turn += 1) {
    const result = await generateText({ model, messages, tools })
    messages.push(...result.response.messages)
    if (result.toolCalls.length === 0) return result.text
    messages.push(
      await runToolCalls(result.toolCalls, {
        ...{ soulgate, tools, goal: prompt },
        runners: { print_label: printLabel },
      }),
    )
  }
  return 'That took too many turns.'
}

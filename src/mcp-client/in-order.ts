import { isJSONRPCResponse, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client'

type OnMessage = NonNullable<Transport['onmessage']>

/**
 * The same transport, which tells an answer only after the news that came before it. The library hears news one turn
 * later than answers: where both come in one piece, the last progress of a call would find its call ended.
 */
export function inOrder<Kind extends Transport>(transport: Kind): Kind {
  let told: OnMessage | undefined
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    enumerable: true,
    get: () => told,
    set: (listener: OnMessage | undefined) => {
      told = listener && afterNews(listener)
    },
  })
  return transport
}

function afterNews(listener: OnMessage): OnMessage {
  return <Message extends JSONRPCMessage>(message: Message, extra?: Parameters<OnMessage>[1]) => {
    if (isJSONRPCResponse(message)) queueMicrotask(() => listener(message, extra))
    else listener(message, extra)
  }
}

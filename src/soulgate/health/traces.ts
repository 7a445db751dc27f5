import { type Attributes, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { isSoulgateError } from '../../base/errors.ts'
import type { Gate } from '../../contracts/gate.ts'
import type { Trace } from '../../engine/run/run.ts'
import type { Llm } from '../../llm/llm.ts'

/** Where spans are sent, over OTLP with JSON. Without it they go to whatever the embedding program has registered. */
export interface TraceOptions {
  /** The whole address, such as `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly serviceName: string
}

/** Work as OpenTelemetry spans. No text that a person, an agent or a tool wrote is in them. */
export const traced: Trace = (span, work, ended) => watch({ ...span, kind: SpanKind.INTERNAL }, work, ended)

/** A language-model layer whose calls are spans of the conventions for generative AI. */
export function withTraces(llm: Llm): Llm {
  return {
    ...llm,
    generate: (request, options) => {
      const { model } = llm.describe(request.tier)
      const [provider, name] = splitModel(model)
      const attributes = {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': name,
        'soulgate.model.tier': request.tier,
        'soulgate.model.purpose': request.purpose,
      }
      return watch(
        { name: `chat ${name}`, attributes, kind: SpanKind.CLIENT },
        () => llm.generate(request, options),
        answer => ({
          attributes: {
            'gen_ai.response.model': splitModel(answer.model)[1],
            'gen_ai.response.finish_reasons': [answer.finish],
            'gen_ai.usage.input_tokens': answer.usage.input_tokens,
            'gen_ai.usage.output_tokens': answer.usage.output_tokens,
            'soulgate.model.attempts': answer.attempts,
            'soulgate.cost_usd': answer.cost_usd,
          },
        }),
      )
    },
  }
}

/** A person's wait as a span of its own, from the opening of the gate to its end. */
export function traceDecided(gate: Gate): void {
  if (gate.decided_at === undefined) return
  const span = trace.getTracer('soulgate').startSpan(`await_decision ${gate.type}`, {
    startTime: Date.parse(gate.created_at),
    attributes: {
      'soulgate.gate.id': gate.gate_id,
      'soulgate.gate.type': gate.type,
      'soulgate.gate.status': gate.status,
      ...(gate.run_id === undefined ? {} : { 'soulgate.run.id': gate.run_id }),
      ...(gate.session_id === undefined ? {} : { 'gen_ai.conversation.id': gate.session_id }),
    },
  })
  span.end(Date.parse(gate.decided_at))
}

/** Begins to send spans; answers how to stop, with what is still to be sent. The libraries are loaded only here. */
export async function sendTraces({ url, headers, serviceName }: TraceOptions): Promise<() => Promise<void>> {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return async () => {
    // A collector that is away must not hold up the end of the program.
    await provider.shutdown().catch(() => undefined)
    trace.disable()
  }
}

interface Watched {
  readonly name: string
  readonly attributes: Attributes
  readonly kind: SpanKind
}

function watch<Result>(
  { name, attributes, kind }: Watched,
  work: () => Promise<Result>,
  ended?: (result: Result) => { readonly attributes: Attributes; readonly failed?: string },
): Promise<Result> {
  return trace.getTracer('soulgate').startActiveSpan(name, { attributes, kind }, async span => {
    const fail = (type: string): void => {
      span.setAttribute('error.type', type)
      span.setStatus({ code: SpanStatusCode.ERROR })
    }
    try {
      const result = await work()
      const end = ended?.(result)
      if (end !== undefined) span.setAttributes(end.attributes)
      if (end?.failed !== undefined) fail(end.failed)
      return result
    } catch (error) {
      fail(isSoulgateError(error) ? error.code : '_OTHER')
      throw error
    } finally {
      span.end()
    }
  })
}

function splitModel(model: string): readonly [provider: string, name: string] {
  const at = model.indexOf('/')
  return at < 0 ? ['soulgate', model] : [model.slice(0, at), model.slice(at + 1)]
}

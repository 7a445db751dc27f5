import type { Prediction } from 'soulgate/contracts/evidence'
import type { JsonObject, JsonValue } from 'soulgate/contracts/json-value'
import { ArgumentsView } from '../calls/arguments-view.tsx'
import { AgentText } from '../text/agent-text.tsx'
import own from './call-card.module.css'

/** What the tool's own code predicts of a call, told apart from everything that is known. */
export function PredictionView({
  callId,
  prediction,
}: {
  readonly callId: string
  readonly prediction: Prediction
}) {
  return (
    <section className={own.prediction} aria-label="Prediction">
      <p>
        <b>Prediction</b> of the tool’s own code. Nothing has happened yet, and it may come out otherwise.
      </p>
      {'value' in prediction ? (
        <ArgumentsView call={{ call_id: `prediction of ${callId}`, arguments: asFields(prediction.value) }} />
      ) : (
        <p>
          None for this call: <AgentText text={prediction.problem} />
        </p>
      )}
    </section>
  )
}

function asFields(value: JsonValue): JsonObject {
  return isObject(value) ? value : { predicted: value }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

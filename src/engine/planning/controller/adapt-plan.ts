import type { JsonObject, JsonValue } from '../../../contracts/json-value.ts'
import type { RunContext } from '../../run/run.ts'
import type { PlanningParts } from './parts.ts'

export async function adaptPlan(
  _parts: PlanningParts,
  _context: RunContext,
  _input: JsonValue,
): Promise<JsonObject> {
  return {}
}

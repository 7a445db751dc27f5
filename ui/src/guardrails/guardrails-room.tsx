export function GuardrailsRoom() {
  return null
}

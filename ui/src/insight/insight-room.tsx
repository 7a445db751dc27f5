export function InsightRoom() {
  return null
}

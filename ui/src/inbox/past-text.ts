/** What a rule would have done in the last weeks, by what people said to those calls. */
export function pastText({
  matched,
  of,
  approved,
  rejected,
}: Readonly<Record<'matched' | 'of' | 'approved' | 'rejected', number>>): string {
  if (matched === 0) return `In the last 30 days none of ${of} calls was like this`
  const wrong =
    rejected === 0 ? 'none that was rejected or edited' : `${rejected} that were rejected or edited`
  return `In the last 30 days: ${approved} approvals saved, ${wrong}, of ${of} calls`
}

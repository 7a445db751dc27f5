import type { OnBusy } from 'soulgate/contracts/chat'
import { BusyOfferBar } from './busy-offer.tsx'
import { keepDraft, keptDraft } from './kept-draft.ts'
import type { TalkControl } from './use-talk-live.ts'

/** What becomes of a message that met a busy agent. */
export function OfferInTalk(props: {
  readonly sessionId: string
  readonly control: TalkControl
  readonly onDone: () => void
}) {
  const { sessionId, control, onDone } = props
  const { offer } = control.live
  if (!offer) return null
  const choose = (way: OnBusy) => {
    const { text, keptId, images } = offer
    const message = keptId === undefined ? { message: text, images } : { kept_id: keptId }
    control.say({ ...message, on_busy: way }, text)
    onDone()
  }
  const takeBack = () => {
    keepDraft(sessionId, [offer.text, keptDraft(sessionId)].filter(text => text !== '').join('\n'))
    control.dismiss()
    onDone()
  }
  return <BusyOfferBar offer={offer} onChoose={choose} onTakeBack={takeBack} />
}

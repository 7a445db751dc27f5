import { readWords } from './words.ts'

/** Verb and particle, and the plain verb that says the same. General English. */
const phrases: readonly string[] = [
  'get rid=delete throw away=delete throw out=delete clear out=delete clean out=delete wipe out=delete',
  'take out=remove take off=remove take down=remove kick out=remove kick off=remove cross off=remove strike off=remove leave out=remove cut out=remove drop from=remove chuck out=remove',
  'call off=cancel scrap it=cancel pull out=cancel back out=cancel',
  'put off=postpone push back=postpone hold off=postpone move back=postpone bring forward=reschedule push to=reschedule move up=reschedule put forward=reschedule',
  'shut down=stop shut off=stop turn off=stop switch off=stop cut off=stop power down=stop wind up=stop wrap up=finish finish off=finish round off=finish',
  'turn on=switch switch on=switch power up=start boot up=start fire up=start spin up=start kick on=start',
  'turn down=reject knock back=reject wave through=approve sign off=approve go ahead=approve nod through=approve give nod=approve',
  'turn up=increase put up=increase bring up=increase ramp up=increase scale up=increase bump up=increase mark up=increase bring down=decrease cut down=decrease knock off=decrease scale down=decrease mark down=decrease',
  'write down=record put down=record note down=record jot down=record set down=record log down=record',
  'sign up=register check in=register book in=book pencil in=book squeeze in=book fit in=book slot in=book',
  'set up=create draw up=create put together=create make up=create open up=create start off=start',
  'look up=find look for=find find out=find track down=find dig up=find dig out=find hunt for=find search for=find check on=check look at=view look into=view read out=read go through=read',
  'roll back=restore bring back=return give back=return send back=return hand back=return come back=return take back=return put back=return pay back=refund back up=backup',
  'fill in=fill fill out=fill type in=type key in=type put in=enter punch in=type',
  'keep back=reserve hold back=reserve set aside=reserve put aside=reserve put by=reserve hold on=reserve',
  'hand over=assign hand to=assign give to=assign pass to=assign',
  'pass on=forward send on=forward hand on=forward write back=reply get back=reply answer back=reply',
  'get touch=contact reach out=contact chase up=remind follow up=remind',
  'put online=publish put out=publish go live=publish take offline=unpublish pull down=unpublish send out=send',
  'put on=play top up=add add on=add tack on=add carry on=continue go on=continue keep on=continue',
  'close down=close shut up=close close off=close lock up=lock block off=block seal off=block',
  'move over=transfer send over=transfer carry over=transfer bring over=transfer',
]

const plainVerbs = new Map(
  phrases.flatMap(line =>
    [...line.matchAll(/(\S+) (\S+)=(\S+)/g)].map(([, verb, particle, plain]) => [
      `${verb} ${particle}`,
      plain ?? '',
    ]),
  ),
)

/** Words between a verb and its particle: “shut it down”, “put the show back”. */
const MOST_BETWEEN = 4

/** The plain verb that a verb and its particle stand for (“call the trip off” → cancel); undefined for no such pair. */
export function plainVerbOf(base: string, after: string): string | undefined {
  const words = readWords(after.split(/[.;:!?]|,\s/)[0] ?? '').slice(0, MOST_BETWEEN + 1)
  for (const word of words) {
    const plain = plainVerbs.get(`${base} ${word.lower}`)
    if (plain !== undefined) return plain
  }
  return undefined
}

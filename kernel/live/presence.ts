/** Describes how pages tell each other which record somebody has open at this moment. Nothing that is stored depends on it. */
import { z } from 'zod'

/** Receives the openings and closings of pages. */
export const PRESENCE_ADDRESS = '/app/live/present'

/** A page repeats after this time that it has a record open. */
export const PRESENCE_REPEAT_MS = 20_000
/** An opening that was not repeated for this time has ended. Browsers let a hidden tab act once a minute. */
export const PRESENCE_ENDS_MS = 65_000

/** Somebody who has a record open in a tab. */
export type PresentPerson = { readonly tab: string; readonly name: string }

/** The people at each record, by place and id as in `packaging:12`. A record without people was closed by the last one. */
export type PresentPeople = Readonly<Record<string, readonly PresentPerson[]>>

/** A tab opens or closes a record. `stream` is the stream of live updates of its browser: when it breaks, so does the opening. */
export const zPresence = z.strictObject({
  record: z.string().regex(/^[a-z-]{1,40}:[1-9]\d{0,15}$/),
  tab: z.string().regex(/^[0-9a-f]{32}$/),
  stream: z.uuid(),
  open: z.boolean(),
})

export const presenceRecord = (place: string, id: number): string => `${place}:${id}`

/** Decides when an event is sent again, and when the product stops sending to a receiver. */

/** The pauses after failed attempts in seconds: 10 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h. */
export const PAUSES = [10, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400] as const
/** The first attempt and one after each pause. */
export const MOST_ATTEMPTS = PAUSES.length + 1

/** The share by which a pause is longer or shorter at random, so that a receiver that works again does not get all events at once. */
const JITTER = 0.2

/** Returns the seconds until the next attempt, or null if there is none. `chance` is a random number from 0 to 1. */
export function pauseAfterAttempt(attempts: number, chance: number): number | null {
  const pause = PAUSES[attempts - 1]
  return pause === undefined ? null : Math.round(pause * (1 + JITTER * (2 * chance - 1)))
}

/** After so many failures without a success, over at least so many hours, nothing more is sent until a person resumes. */
export const STOPS_AFTER = { failures: 20, hours: 24 } as const

/** Reports whether an answer means that the receiver has taken the event. */
export const isTaken = (status: number | null): boolean => status !== null && status >= 200 && status < 300

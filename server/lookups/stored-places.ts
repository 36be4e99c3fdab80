/** Stores the answers of the geocoding service. Its terms require storing them and not asking the same twice. */
import { z } from 'zod'
import { fold } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Places, PlacesAnswer } from '#server/integrations/places/places.ts'
import { zPlace } from '#kernel/places.ts'
import { singleFlight } from './single-flight.ts'

/** Days that an answer is used; then the service is asked again. */
export const PLACE_DAYS = 30

const zStored = z.array(zPlace)
type FoundPlaces = z.output<typeof zStored>

const once = singleFlight<PlacesAnswer>()

/** Returns the key of a text search. Two spellings of one text have the same key. */
export const questionAbout = (text: string): string => `search ${fold(text.replace(/\s+/g, ' ').trim())}`

/** Returns the stored answers to many questions, whatever their age, because a place that was found does not move. */
export async function readStoredPlaces(rows: Rows, questions: readonly string[]): Promise<Map<string, FoundPlaces>> {
  const found = await rows.many<{ question: string; answer: unknown }>(sql`
    select question, answer from place_answers where question = any(${[...questions]}::text[])`)
  return new Map(found.map(({ question, answer }) => [question, zStored.safeParse(answer).data ?? []]))
}

async function recentPlaces({ rows, now }: Reach, question: string): Promise<FoundPlaces | null> {
  const row = await rows.maybe<{ answer: unknown }>(sql`
    select answer from place_answers
    where question = ${question} and asked_at > ${now}::timestamptz - make_interval(days => ${PLACE_DAYS})`)
  return zStored.safeParse(row?.answer).data ?? null
}

async function storePlaces({ keep, now }: Reach, question: string, places: FoundPlaces): Promise<void> {
  await keep(({ tx }) =>
    tx.run(sql`
      insert into place_answers (question, answer, asked_at) values (${question}, ${JSON.stringify(places)}::jsonb, ${now})
      on conflict (question) do update set answer = excluded.answer, asked_at = excluded.asked_at`),
  )
}

/** Returns the places that answer a question, stored or from the service, or why the service has no answer. */
export async function lookUpPlaces(
  reach: Reach,
  question: string,
  ask: (places: Places) => Promise<PlacesAnswer>,
): Promise<PlacesAnswer> {
  const service = reach.outside.places
  if (!service) return { kind: 'unavailable', reason: 'not-configured' }
  return once(service, question, async () => {
    const kept = await recentPlaces(reach, question)
    if (kept) return { kind: 'found', places: kept }
    const person = String(reach.actor.userId ?? reach.actor.name)
    const answer = await ask({
      search: (text) => service.search(text, person),
      at: (point) => service.at(point, person),
    })
    if (answer.kind === 'found') await storePlaces(reach, question, [...answer.places])
    return answer
  })
}

/** Returns the places that answer a question. Refuses if the service has no answer. */
export async function demandPlaces(
  reach: Reach,
  question: string,
  ask: (places: Places) => Promise<PlacesAnswer>,
): Promise<FoundPlaces> {
  if (!reach.outside.places) refuse('unavailable', 'customers.places-not-configured')
  const answer = await lookUpPlaces(reach, question, ask)
  if (answer.kind === 'unavailable') refuse('unavailable', 'customers.places-unavailable', { reason: answer.reason })
  return [...answer.places]
}

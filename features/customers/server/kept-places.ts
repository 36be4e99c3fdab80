/** Answers of the geocoding service: its terms ask that they be kept and nothing be asked twice. */
import { z } from 'zod'
import { refuse } from '#kernel/refusal.ts'
import type { Reach } from '#server/command.ts'
import { sql } from '#server/db/database.ts'
import type { Places, PlacesAnswer } from '#server/integrations/places.ts'
import { zPlace } from '../domain/contract.ts'
import { askedOnce } from './asked-once.ts'

const zKept = z.array(zPlace)
type FoundPlaces = z.output<typeof zKept>

const once = askedOnce<FoundPlaces>()

async function keptPlaces({ rows, now }: Reach, question: string): Promise<FoundPlaces | null> {
  const row = await rows.maybe<{ answer: unknown }>(sql`
    select answer from place_answers
    where question = ${question} and asked_at > ${now}::timestamptz - interval '30 days'`)
  return zKept.safeParse(row?.answer).data ?? null
}

async function keepPlaces({ keep, now }: Reach, question: string, places: FoundPlaces): Promise<void> {
  await keep(async ({ tx }) => {
    await tx.run(sql`delete from place_answers where asked_at < ${now}::timestamptz - interval '30 days'`)
    await tx.run(sql`
      insert into place_answers (question, answer, asked_at) values (${question}, ${JSON.stringify(places)}::jsonb, ${now})
      on conflict (question) do update set answer = excluded.answer, asked_at = excluded.asked_at`)
  })
}

/** The places that answer a question: those kept, or those the service names now. */
export async function placesFor(
  reach: Reach,
  question: string,
  ask: (places: Places) => Promise<PlacesAnswer>,
): Promise<FoundPlaces> {
  const service = reach.outside.places
  if (!service) refuse('unavailable', 'customers.places-not-configured')
  return once(service, question, async () => {
    const kept = await keptPlaces(reach, question)
    if (kept) return kept
    const answer = await ask(service)
    if (answer.kind === 'unavailable') refuse('unavailable', 'customers.places-unavailable', { reason: answer.reason })
    const places = [...answer.places]
    await keepPlaces(reach, question, places)
    return places
  })
}

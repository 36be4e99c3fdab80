/** Answers of the geocoding service: its terms ask that they be kept and nothing be asked twice. */
import { z } from 'zod'
import { fold } from '#kernel/fold.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Reach } from '#server/command.ts'
import { type Rows, sql } from '#server/db/database.ts'
import type { Places, PlacesAnswer } from '#server/integrations/places/places.ts'
import { zPlace } from '../domain/contract.ts'
import { askedOnce } from './asked-once.ts'

const zKept = z.array(zPlace)
type FoundPlaces = z.output<typeof zKept>

const once = askedOnce<PlacesAnswer>()

/** The question about a text; two spellings of one text are one question. */
export const questionAbout = (text: string): string => `search ${fold(text.replace(/\s+/g, ' ').trim())}`

/** What is kept of many questions, however old: a place that was found has not moved since. */
export async function placesKept(rows: Rows, questions: readonly string[]): Promise<Map<string, FoundPlaces>> {
  const found = await rows.many<{ question: string; answer: unknown }>(sql`
    select question, answer from place_answers where question = any(${[...questions]}::text[])`)
  return new Map(found.map(({ question, answer }) => [question, zKept.safeParse(answer).data ?? []]))
}

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

/** The places that answer a question, those kept or those the service names now; or why there are none to be had. */
export async function placesTold(
  reach: Reach,
  question: string,
  ask: (places: Places) => Promise<PlacesAnswer>,
): Promise<PlacesAnswer> {
  const service = reach.outside.places
  if (!service) return { kind: 'unavailable', reason: 'not-configured' }
  return once(service, question, async () => {
    const kept = await keptPlaces(reach, question)
    if (kept) return { kind: 'found', places: kept }
    const person = String(reach.actor.userId ?? reach.actor.name)
    const answer = await ask({
      search: (text) => service.search(text, person),
      at: (point) => service.at(point, person),
    })
    if (answer.kind === 'found') await keepPlaces(reach, question, [...answer.places])
    return answer
  })
}

/** The places that answer a question; whoever asks cannot go on without. */
export async function placesFor(
  reach: Reach,
  question: string,
  ask: (places: Places) => Promise<PlacesAnswer>,
): Promise<FoundPlaces> {
  if (!reach.outside.places) refuse('unavailable', 'customers.places-not-configured')
  const answer = await placesTold(reach, question, ask)
  if (answer.kind === 'unavailable') refuse('unavailable', 'customers.places-unavailable', { reason: answer.reason })
  return [...answer.places]
}

/** What is deleted of the answers of outside services, once they are asked again anyway. */
import { sql } from '#server/db/database.ts'
import type { Retention } from '#server/jobs/retention.ts'
import { COMPANY_DAYS } from './registered-company.ts'
import { PLACE_DAYS } from './stored-places.ts'

/** Answers of the company registry. */
const registryAnswers: Retention = {
  name: 'registry-answers',
  days: COMPANY_DAYS,
  leastDays: COMPANY_DAYS,
  forget: (rows, days, most) =>
    rows.run(sql`
      delete from registry_answers where vat in (
        select vat from registry_answers where asked_at < now() - make_interval(days => ${days})
        order by asked_at limit ${most} for update skip locked)`),
}

/** Answers of the geocoding service. More days spare questions: shipments use what is kept, however old it is. */
const placeAnswers: Retention = {
  name: 'place-answers',
  days: PLACE_DAYS,
  leastDays: PLACE_DAYS,
  forget: (rows, days, most) =>
    rows.run(sql`
      delete from place_answers where question in (
        select question from place_answers where asked_at < now() - make_interval(days => ${days})
        order by asked_at limit ${most} for update skip locked)`),
}

export const answerRetentions = [registryAnswers, placeAnswers]

/** What is deleted of the answers of outside services, once they are asked again anyway. */
import { sql } from '#server/db/database.ts'
import { forgetRows, type Retention } from '#server/jobs/retention.ts'
import { VALID_DAYS } from '#kernel/tax/union-vat.ts'
import { COMPANY_DAYS } from './registered-company.ts'
import { PLACE_DAYS } from './stored-places.ts'

/** Answers of the company registry. */
const registryAnswers: Retention = {
  name: 'registry-answers',
  days: COMPANY_DAYS,
  leastDays: COMPANY_DAYS,
  forget: forgetRows(
    sql`delete from registry_answers`,
    (before) => sql`from registry_answers where asked_at < ${before}`,
    { key: 'vat', order: 'asked_at' },
  ),
}

/** Answers of VIES. The history of the customer keeps each of them with the number of the consultation. */
const viesAnswers: Retention = {
  name: 'vies-answers',
  days: 400,
  leastDays: VALID_DAYS,
  forget: forgetRows(sql`delete from vies_answers`, (before) => sql`from vies_answers where asked_at < ${before}`, {
    key: 'country, vat',
    order: 'asked_at',
  }),
}

/** Answers of the geocoding service. More days spare questions: shipments use what is kept, however old it is. */
const placeAnswers: Retention = {
  name: 'place-answers',
  days: PLACE_DAYS,
  leastDays: PLACE_DAYS,
  forget: forgetRows(sql`delete from place_answers`, (before) => sql`from place_answers where asked_at < ${before}`, {
    key: 'question',
    order: 'asked_at',
  }),
}

export const answerRetentions = [registryAnswers, viesAnswers, placeAnswers]

/** Provides a valid input for each command and query of the notes of others, for tests that call all of them. */
import { saveAccount } from '#features/invoicing/server/tax-office/account.ts'
import { RECEIVED_WORDS } from '../domain/history-words.ts'
import { ANSWER_KINDS, ANSWER_STATUSES } from '../domain/received-note.ts'
import { saveCompany } from '#server/company.ts'
import { sql } from '#server/db/database.ts'
import { TEST_SEALING } from '#server/seal/test-sealing.ts'
import { fixed, type HistorySample, list, type Samples } from '#server/samples/sample-parts.ts'
import type { SampleCompany } from '#server/samples/sample-company.ts'

let marks = 1

const VAT = '094014201'

/** Returns a note as the tax office lists it. */
const fileOf = (mark: string, number: number): string => `<RequestedDoc><invoicesDoc><invoice><mark>${mark}</mark>
  <issuer><vatNumber>094019245</vatNumber><country>GR</country><branch>0</branch></issuer>
  <counterpart><vatNumber>${VAT}</vatNumber><country>GR</country><branch>0</branch></counterpart>
  <invoiceHeader><series>ΔΑ</series><aa>${number}</aa><issueDate>2026-11-20</issueDate><invoiceType>9.3</invoiceType></invoiceHeader>
  <invoiceDetails><lineNumber>1</lineNumber><itemCode>K-1</itemCode><itemDescr>Παραφίνη</itemDescr><quantity>25</quantity>
    <measurementUnit>2</measurementUnit><netValue>0.00</netValue><vatCategory>8</vatCategory><vatAmount>0.00</vatAmount></invoiceDetails>
  </invoice></invoicesDoc></RequestedDoc>`

/** Writes a note of another company that is on its way. Returns its id and the address in its QR code. */
export async function receivedNoteIn({ db }: Pick<SampleCompany, 'db'>): Promise<{ id: number; qrUrl: string }> {
  const number = marks++
  const mark = String(400_009_800_000_000 + number)
  const qrUrl = `https://mydata.example/qr/received/${number}`
  await saveCompany(db, { vat: VAT })
  await saveAccount(db, TEST_SEALING, { userId: 'kerino', key: 'a-secret-key' }, false)
  const { id } = await db.one<{ id: number }>(sql`
    insert into received_notes (mark, type, series, number, day, vehicle, issuer_vat, issuer_country, issuer_name, qr_url, state, state_at,
      lines, file)
    values (${mark}, '9.3', 'ΔΑ', ${String(number)}, '2026-11-20', 'ΥΖΑ-1234', '094019245', 'GR', '', ${qrUrl}, 'in-transit', now(),
      '[{"code": "K-1", "name": "Παραφίνη", "quantity": 250000, "unit": "2"}]'::jsonb, ${fileOf(mark, number)})
    returning id`)
  return { id, qrUrl }
}

export const samples: Samples = (company) => {
  const idOf = async () => ({ id: (await receivedNoteIn(company)).id })
  return {
    'receiving.notes': list,
    'receiving.count-notes': list,
    'receiving.count-shown': fixed(),
    'receiving.note': idOf,
    'receiving.fetch-state': fixed(),
    'receiving.fetch-notes': fixed(),
    'receiving.find-by-qr': async () => ({ qrUrl: (await receivedNoteIn(company)).qrUrl }),
    'receiving.confirm': idOf,
    'receiving.reject': async () => ({ ...(await idOf()), reason: 'Σπασμένα κιβώτια' }),
    'receiving.withdraw': async () => {
      const { id } = await receivedNoteIn(company)
      await company.db.run(sql`
        insert into received_answers (note_mark, qr_url, kind, reason, status, user_name, pressed_at, updated_at)
        select mark, qr_url, 'confirm', '', 'WAITING', 'Κώστας', now(), now() from received_notes where id = ${id}`)
      return { id }
    },
    'receiving.enter-invoice': idOf,
  }
}

export const historySample: HistorySample = {
  words: { 'received-notes': RECEIVED_WORDS },
  lists: { 'received-notes': { answer: ANSWER_KINDS, answerStatus: [...ANSWER_STATUSES, 'WITHDRAWN'] } },
  free: { 'received-notes': ['errorCode'] },
  byJobs: ['receiving.answer-accepted', 'receiving.answer-refused'],
  silent: ['receiving.fetch-notes', 'receiving.find-by-qr', 'receiving.enter-invoice'],
}

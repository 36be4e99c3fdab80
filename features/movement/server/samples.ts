/** Provides a valid input for each command and query of delivery notes, for tests that call all of them. */
import { saveCompany } from '#features/settings/server/company.ts'
import { MOVEMENT_FORM } from '#features/shipping/domain/note-duty.ts'
import { sql } from '#server/db/database.ts'
import { readSettings } from '#server/settings.ts'
import { shipmentOf, type TestCompany } from '#server/testing/company.ts'
import { fixed, type HistorySample, type Samples } from '#server/testing/sample-parts.ts'
import type { AccountingOutcome } from '#server/integrations/accounting/accounting.ts'
import { DOCUMENT_STATUSES } from '#features/invoicing/domain/document.ts'

let marks = 1

/** Plans an order in a shipment that may have notes. Returns the shipment. */
async function shipmentToNote(company: TestCompany): Promise<number> {
  const { db, stock } = company
  await saveCompany(db, { name: 'Κερίνο', vat: '094014201', address: 'Ορφέως 114, 11855 Αθήνα' })
  await db.run(sql`
    insert into settings (name, value) values ('accounting-state', '{"configured": true}')
    on conflict (name) do update set value = excluded.value`)
  await db.run(sql`update customers set vat = '094019245', address = 'Αιόλου 3', postcode = '10551', city = 'Αθήνα'
    where id = ${stock.customer}`)
  return shipmentOf(company, await company.order('ON SHIPPING'))
}

/** Issues the note of a new shipment and gives it a state. Returns its id. */
async function noteIn(company: TestCompany, state: string, errorCode: string | null = null): Promise<number> {
  const shipmentId = await shipmentToNote(company)
  await company.run('movement.issue', { shipmentId })
  const mark = state === 'ACKNOWLEDGED' ? String(400_009_700_000_000 + marks++) : null
  const { id } = await company.db.one<{ id: number }>(sql`
    update delivery_notes set status = ${state}, error_code = ${errorCode}, mark = ${mark} where shipment_id = ${shipmentId} returning id`)
  return id
}

export const samples: Samples = (company) => ({
  'movement.notes': async () => ({ shipmentId: await shipmentToNote(company) }),
  'movement.issue': async () => ({ shipmentId: await shipmentToNote(company) }),
  'movement.ask-again': async () => ({ id: await noteIn(company, 'CONFLICT') }),
  'movement.leave-without-mark': async () => ({ id: await noteIn(company, 'WAITING', 'unreachable'), reason: 'λόγος' }),
  'movement.settle': async () => ({ id: await noteIn(company, 'UNKNOWN'), mark: null, reason: 'λόγος' }),
  'movement.withdraw': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED'), reason: 'λόγος' }),
  'movement.note': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED') }),
  'movement.note.pdf': async () => ({ id: await noteIn(company, 'ACKNOWLEDGED') }),
  'settings.movement': fixed(),
  'settings.save-movement': async () => {
    const { failureCode } = await readSettings(company.db, MOVEMENT_FORM)
    return { values: { failureCode: failureCode === 3 ? 2 : 3 }, shown: { failureCode } }
  },
})

/** Every answer of the accounting service; a new one is missed by the types. */
const OUTCOMES = Object.keys({
  acknowledged: true,
  refused: true,
  unknown: true,
  'in-progress': true,
  absent: true,
  technical: true,
  foreign: true,
  unsent: true,
  'by-file': true,
} satisfies Record<AccountingOutcome['kind'], true>)

export const historySample: HistorySample = {
  lists: {
    shipments: {
      noteState: [
        ...DOCUMENT_STATUSES,
        ...OUTCOMES,
        'WITHDRAWN',
        'gave-up',
        'asked-again',
        'not-issued',
        'without-mark',
        'test-only',
      ],
    },
  },
  free: { shipments: ['deliveryNote'] },
  byJobs: [...OUTCOMES, 'gave-up'].map((outcome) => `movement.${outcome}`),
}

/** Provides a valid input for each command and query of settings, for tests that call all of them. */
import { type Rows, sql } from '#server/db/database.ts'
import { ask } from '#server/samples/sample-company.ts'
import { readSettings } from '#server/settings.ts'
import { TERMS_FORM } from '../domain/terms.ts'
import { readCompany, readShippingLists } from '#server/company.ts'
import { CODES_FORM, readCodes } from './document-codes.ts'
import { fixed, type HistorySample, type Samples, type TableSamples } from '#server/samples/sample-parts.ts'

/** A PNG of one pixel, as base64. */
const SMALLEST_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Returns the lists as the page of the planning shows them. */
async function shownLists(rows: Rows) {
  const { drivers, vehicles } = await readShippingLists(rows)
  return { drivers, vehicles, place: (await readCompany(rows)).place }
}

export const samples: Samples = (company) => {
  return {
    'settings.save-shipping-lists': async () => ({
      drivers: ['Κώστας'],
      vehicles: ['TAXI'],
      place: [37.9, 23.7],
      shown: await shownLists(company.db),
    }),
    'settings.shipping-lists': fixed(),
    'settings.logo': fixed(),
    'settings.save-logo': fixed({ picture: SMALLEST_PNG }),
    'settings.forms': fixed(),
    'settings.history': fixed({ id: 2 }),
    'settings.retention': fixed(),
    'settings.look-up-company': fixed({ vatNumber: 'EL 701122337' }),
    'settings.show-environment': fixed(),
    'settings.try-environment': fixed({ part: 'database', mail: false, language: 'gr' }),
    'settings.app-links': fixed(),
    'settings.document-codes': fixed(),
    'settings.codes': fixed(),
    'settings.save-codes': async () => {
      // The codes as they are at first, so that every sample has the same number of them.
      await company.db.run(sql`delete from settings where name = ${CODES_FORM}`)
      const codes = [...(await readCodes(company.db))]
      return { values: { codes: codes.map((code) => ({ ...code, name: `${code.name}α` })) }, shown: { codes } }
    },
    'settings.terms': fixed(),
    'settings.save-terms': async () => {
      const { customerDays } = await readSettings(company.db, TERMS_FORM)
      return { values: { customerDays: customerDays + 1 }, shown: { customerDays } }
    },
    'settings.apps': fixed(),
    'settings.save-apps': fixed({ values: { links: [] }, shown: { links: [] } }),
    'settings.company': fixed(),
    'settings.save-company': async () => {
      const { profession } = await readCompany(company.db)
      return { values: { profession: `${profession}.` }, shown: { profession } }
    },
    'settings.shipping': fixed(),
    'settings.save-shipping': async () => {
      const { vehicles } = await readShippingLists(company.db)
      return { values: { vehicles: [...vehicles, `ΝΕΟ-${vehicles.length}`] }, shown: { vehicles } }
    },
    'settings.save-retention': async () => {
      const { json } = await ask(company, 'GET', '/app/settings.retention?input=%7B%7D', {
        token: company.tokens.admin,
      })
      const { mails } = (json as { values: { mails: number } }).values
      return { values: { mails: mails + 1 }, shown: { mails } }
    },
  }
}

export const tableSamples: TableSamples = () => ({
  settings: { may: { GET: '+-------' }, record: fixed(), row: async () => 2, change: {} },
})

export const historySample: HistorySample = {
  free: { settings: ['logo'] },
  silent: ['settings.look-up-company', 'settings.show-environment', 'settings.try-environment'],
}

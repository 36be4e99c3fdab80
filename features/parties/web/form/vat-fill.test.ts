import { describe, expect, it } from 'vitest'
import type { RegisteredCompany } from '#kernel/company.ts'
import { fillingsOf, safeFields, withoutHead } from '#web/ui/registry/company-fill.ts'
import { newParty } from './party-form.ts'
import { chosenValues, partyOfCompany } from './vat-fill.ts'

const company: RegisteredCompany = {
  vat: '094019245',
  name: 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΙΓΑΙΟΥ ΑΕ',
  title: '',
  taxOffice: 'ΣΥΡΟΥ',
  legalStatus: 'ΑΕ',
  street: 'ΕΡΜΟΥ',
  streetNumber: '12 ',
  postcode: '84100',
  city: 'ΕΡΜΟΥΠΟΛΗ',
  active: true,
  activeText: 'ΕΝΕΡΓΟΣ ΑΦΜ',
  business: true,
  businessText: 'ΕΠΙΤΗΔΕΥΜΑΤΙΑΣ',
  stopDate: null,
  activities: [
    { code: '2', name: 'ΕΜΠΟΡΙΟ ΔΩΡΩΝ', main: false },
    { code: '1', name: 'ΚΑΤΑΣΚΕΥΗ ΚΕΡΙΩΝ', main: true },
  ],
}

describe('filling the form from the registry', () => {
  it('takes the main activity, and the street with its number', () => {
    const to = Object.fromEntries(fillingsOf(newParty(), company).map(({ field, to: text }) => [field, text]))
    expect(to).toEqual({
      vat: '094019245',
      name: 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΙΓΑΙΟΥ ΑΕ',
      profession: 'ΚΑΤΑΣΚΕΥΗ ΚΕΡΙΩΝ',
      taxOffice: 'ΣΥΡΟΥ',
      address: 'ΕΡΜΟΥ 12',
      postcode: '84100',
      city: 'ΕΡΜΟΥΠΟΛΗ',
    })
  })

  it('takes the first activity if none is the main one, and an empty text if there is none', () => {
    const professionOf = (activities: RegisteredCompany['activities']) =>
      fillingsOf(newParty(), { ...company, activities }).find(({ field }) => field === 'profession')?.to
    expect(professionOf([{ code: '2', name: 'ΕΜΠΟΡΙΟ', main: false }])).toBe('ΕΜΠΟΡΙΟ')
    expect(professionOf([])).toBeUndefined()
  })

  it('keeps typed values unless they are ticked, and never clears a field', () => {
    const typed = { ...newParty(), name: 'Κηροπλαστική', label: 'Το κερί', city: 'ΕΡΜΟΥΠΟΛΗ', lat: 37.4, lon: 24.9 }
    const fillings = fillingsOf(typed, company)
    expect(fillings.map(({ field }) => field)).not.toContain('label')
    expect(fillings.map(({ field }) => field)).not.toContain('city')
    expect(safeFields(fillings)).not.toContain('name')
    const values = chosenValues(fillings, safeFields(fillings))
    expect(values).not.toHaveProperty('name')
    expect(chosenValues(fillings, ['name'])).toEqual({ name: 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΙΓΑΙΟΥ ΑΕ' })
  })

  it('removes the place on the map of a replaced address', () => {
    const fillings = fillingsOf(newParty(), company)
    expect(chosenValues(fillings, ['postcode'])).toEqual({ postcode: '84100', lat: null, lon: null })
    expect(chosenValues(fillings, ['taxOffice'])).not.toHaveProperty('lat')
  })
})

describe('the reason of a failed look-up', () => {
  it('omits the sentence that is already shown above it', () => {
    expect(withoutHead('It failed.: το μητρώο δεν απαντά.', 'It failed')).toBe('Το μητρώο δεν απαντά.')
    expect(withoutHead('The line broke.', 'It failed')).toBe('The line broke.')
  })
})

describe('a new customer from the registry', () => {
  it('has everything the registry knows, and no address beside the main one', () => {
    const customer = partyOfCompany(company)
    expect(customer).toMatchObject({
      vat: '094019245',
      name: 'ΚΗΡΟΠΛΑΣΤΙΚΗ ΑΙΓΑΙΟΥ ΑΕ',
      profession: 'ΚΑΤΑΣΚΕΥΗ ΚΕΡΙΩΝ',
      taxOffice: 'ΣΥΡΟΥ',
      address: 'ΕΡΜΟΥ 12',
      lat: null,
      extraAddresses: [],
    })
  })
})

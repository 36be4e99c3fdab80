import { describe, expect, it } from 'vitest'
import {
  changedFields,
  changeSchema,
  changesWithout,
  createSchema,
  EMPTY_ADDRESS,
  hasOnlyVat,
  lacksStreet,
  leavesPlace,
  newParty,
  toInput,
  valuesOf,
} from './party-form.ts'

const address = (street: string) => ({ ...EMPTY_ADDRESS, address: street })

describe('the form of a party', () => {
  it('saves an address that was typed and not added to the list', () => {
    const values = { ...newParty(), extraAddresses: [address('Ερμού 1')], newAddress: address('Αθηνάς 9') }
    expect(toInput(values).extraAddresses.map((own) => own.address)).toEqual(['Ερμού 1', 'Αθηνάς 9'])
    expect(toInput({ ...values, newAddress: address('  ') }).extraAddresses).toHaveLength(1)
  })

  it('has nothing but the VAT number, until anything else is typed', () => {
    expect(hasOnlyVat({ ...newParty(), vat: '094014201' })).toBe(true)
    expect(hasOnlyVat(newParty())).toBe(false)
    expect(hasOnlyVat({ ...newParty(), vat: '094014201', name: 'Α' })).toBe(false)
    expect(hasOnlyVat({ ...newParty(), vat: '094014201', newAddress: address('Ε') })).toBe(false)
  })

  it('leaves out custom fields without name and value', () => {
    const customFields = [
      { name: '', value: ' ' },
      { name: 'Ώρες', value: '' },
    ]
    expect(toInput({ ...newParty(), customFields }).customFields).toEqual([{ name: 'Ώρες', value: '' }])
  })

  it('sends only changed fields', () => {
    const before = { ...newParty(), name: 'Παπαδόπουλος', city: 'Αθήνα', tags: ['VIP'] }
    expect(changedFields(before, { ...before, tags: ['VIP'], phone: '210' })).toEqual({ phone: '210' })
    expect(changedFields(before, { ...before })).toEqual({})
  })

  it('refuses a new name of 3 letters and accepts one of 4', () => {
    const issuesOf = (name: string) => createSchema.safeParse(toInput({ ...newParty(), name })).error?.issues ?? []
    expect(issuesOf('Κων')).toEqual([
      expect.objectContaining({ path: ['name'], message: 'customers.short-name', least: 4 }),
    ])
    expect(issuesOf('Κωνσ')).toEqual([])
  })

  it('saves other changes of a customer who has a short name', () => {
    const before = { ...newParty(), name: 'ΑΒ' }
    expect(changeSchema.safeParse(changedFields(before, { ...before, phone: '210' })).success).toBe(true)
    expect(changeSchema.safeParse(changedFields(before, { ...before, name: 'ΑΒΓ' })).success).toBe(false)
  })

  it('asks for a discount that was cleared', () => {
    const before = { ...newParty(), name: 'Παπαδόπουλος' }
    const { error } = changeSchema.safeParse(changedFields(before, { ...before, discount: null }))
    expect(error?.issues[0]?.path).toEqual(['discount'])
  })

  it('keeps the additional fields of an address that an external program stored', () => {
    const stored = {
      ...toInput({ ...newParty(), name: 'Παπαδόπουλος', extraAddresses: [{ ...address('Ερμού 1'), bell: 'Β2' }] }),
      id: 1,
      version: 1,
      createdAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
      salespersonId: 7,
    } as unknown as Parameters<typeof valuesOf>[0]
    expect(toInput(valuesOf(stored)).extraAddresses[0]).toHaveProperty('bell', 'Β2')
    expect(valuesOf(stored).salespersonId).toBe(7)
  })

  it('sends a changed address with its place, even if the place is the same', () => {
    const before = { ...newParty(), name: 'Παπαδόπουλος', address: 'Ερμού 1', lat: 37.9766, lon: 23.7264 }
    expect(changedFields(before, { ...before, address: 'Ερμού 3' })).toEqual({
      address: 'Ερμού 3',
      lat: 37.9766,
      lon: 23.7264,
    })
    expect(changedFields(before, { ...before, lat: 37.98 })).toEqual({ lat: 37.98, lon: 23.7264 })
  })

  it.each([
    [{}, false],
    [{ postcode: '10563' }, true],
    [{ phone: '210', address: '  ' }, true],
    [{ lat: 37.97, lon: 23.73 }, true],
    [{ lat: 37.97, lon: 23.73, address: 'Ερμού 1' }, false],
    [{ lat: null, lon: null }, false],
  ])('warns that a further address with %o would be lost without a street: %s', (parts, lacks) => {
    expect(lacksStreet({ ...newParty(), newAddress: { ...EMPTY_ADDRESS, ...parts } })).toBe(lacks)
  })

  it.each([
    // A point was set by hand before any text, so the text belongs to it.
    [{ address: '', city: '' }, 'address', false],
    [{ address: '', city: '' }, 'city', false],
    [{ address: ' ', city: 'Αθήνα' }, 'address', false],
    // The text of a placed address changes, so the place no longer fits.
    [{ address: '', city: 'Αθήνα' }, 'city', true],
    [{ address: 'Ερμού 1', city: '' }, 'address', true],
    [{ address: 'Ερμού 1', city: '' }, 'city', true],
    [{ address: 'Ερμού 1', city: 'Αθήνα' }, 'floor', false],
  ])(
    'knows of an address that had a place when it was %o whether it leaves it with its %s: %s',
    (then, field, leaves) => {
      expect(leavesPlace(then, field)).toBe(leaves)
    },
  )
})

it('changes without a text of the address leave out its place too, and keep all others', () => {
  const mine = { phone: '210', city: 'Πειραιάς', lat: 37.9, lon: 23.6 }
  expect(changesWithout(mine, ['phone'])).toEqual({ city: 'Πειραιάς', lat: 37.9, lon: 23.6 })
  expect(changesWithout(mine, ['city'])).toEqual({ phone: '210' })
})

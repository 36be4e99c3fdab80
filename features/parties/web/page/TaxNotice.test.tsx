import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startLanguages } from '#web/i18n.ts'
import { drawPart, signIn } from '#app/web/router/test-page.tsx'
import type { StoredParty } from '../form/party-form.ts'
import { TaxNotice } from './TaxNotice.tsx'

beforeAll(startLanguages)
afterEach(() => signIn(null))

const CUSTOMER = {
  name: 'Kerzen',
  taxKind: '',
  vat: 'DE136695976',
  country: 'Germany',
  address: 'Ring 1',
  city: 'Berlin',
  postcode: '10115',
} as StoredParty

test.each([
  ['in Kosovo', { country: 'Republic of Kosovo' }, /no country code for Kosovo, where customer Kerzen is/],
  ['in Belfast', { country: 'UK', vat: 'GB333289454', postcode: 'BT1 5GS' }, /for goods ask your accountant/],
  ['abroad without a postcode', { postcode: '' }, /Customer Kerzen abroad needs an address, a town and a postcode/],
  ['at home without an address', { country: '', vat: '094019245', address: '' }, /law 4308\/2014/],
] as const)('the page of a customer %s says what its documents will lack', async (_where, change, text) => {
  signIn({ uid: 1, role: 'user' })
  await drawPart(<TaxNotice customer={{ ...CUSTOMER, ...change }} />)
  expect(screen.getByText(text)).toBeTruthy()
  cleanup()
})

test('the page of a customer abroad with a whole address says nothing', async () => {
  signIn({ uid: 1, role: 'user' })
  await drawPart(<TaxNotice customer={CUSTOMER} />)
  expect(screen.queryByRole('alert')).toBeNull()
})

/** Sales of a Greek company, for the tests of tax documents. */
import type { Day } from '#kernel/day.ts'
import { type Cents, lineTotal, percentOf, quantity, rate, type Rate, sumCents, unitPrice } from '#kernel/money.ts'
import { storedValues } from '#kernel/settings/form.ts'
import type { Sale, SoldLine, TaxCustomer, TaxIssuer } from './compose.ts'
import { TAX_SETTINGS, type TaxSettings } from './settings.ts'

export const ISSUER: TaxIssuer = {
  name: 'Κηροπλαστείο Κέρινο Ι.Κ.Ε.',
  vat: 'EL094014201',
  address: 'Ορφέως 114, 118 55 Αθήνα',
  taxOffice: 'Α΄ Αθηνών',
  profession: 'Παραγωγή κεριών',
  gemi: '170041830000',
  email: '',
  phone: '',
}

export const customer = (more: Partial<TaxCustomer>): TaxCustomer => ({
  id: 7,
  name: 'Ξενοδοχείο «Ακτή» & Υιοί <ΑΕ>',
  vat: '094019245',
  address: 'Ερμού 1',
  city: 'Ναύπλιο',
  postcode: '211 00',
  country: '',
  taxKind: '',
  taxOffice: '',
  profession: '',
  email: '',
  phone: '',
  ...more,
})

/** Every kind of customer, with the type of an invoice for goods. */
export const CUSTOMERS: readonly (readonly [TaxCustomer, type: string])[] = [
  [customer({}), '1.1'],
  [customer({ country: 'Ελλάδα', vat: 'EL 94014201'.replace('94014201', '90000045') }), '1.1'],
  [
    customer({
      name: 'Kerzen GmbH',
      country: 'Γερμανία',
      vat: 'DE 136695976',
      address: 'Hauptstraße 12',
      postcode: '10115',
      city: 'Berlin',
    }),
    '1.2',
  ],
  [customer({ name: 'Alpenlicht AG', country: 'Ελβετία', vat: '', postcode: '8001', city: 'Zürich' }), '11.1'],
  [customer({ name: 'Light Inc', country: 'USA', vat: '12-3456789', postcode: '10001', city: 'New York' }), '1.3'],
  [customer({ name: 'Άννα Παππά', vat: '', address: '', city: '', postcode: '' }), '11.1'],
  [customer({ name: 'Ιερός Ναός Αγίου Νικολάου', vat: ' ', address: '', taxKind: 'public' }), '11.1'],
  [customer({ name: 'Δήμος Ναυπλιέων', vat: '090000045', taxKind: 'public' }), '1.1'],
  [customer({ name: 'Άννα Παππά', vat: '094019245', taxKind: 'private' }), '11.1'],
]

export const settings = (more: Partial<TaxSettings> = {}): TaxSettings => ({
  ...storedValues(TAX_SETTINGS, undefined),
  exemptionHome: 7,
  incomes: [{ category: 'Φιτίλια', income: 'traded' }],
  exemptions: [{ vatClass: 'Δωρεά', reason: 27 }],
  ...more,
})

const sums = (lines: readonly SoldLine[]) => {
  const net = sumCents(lines.map((line) => line.net as Cents))
  const vat = sumCents(lines.map((line) => line.vat as Cents))
  return { net, vat, total: sumCents([net, vat]) }
}

export const soldLine = (more: Partial<SoldLine> = {}): SoldLine => {
  const line = {
    productId: 3,
    code: 'K-1',
    name: 'Κερί',
    unit: 'Item',
    quantity: quantity(3_0000),
    price: unitPrice(3500),
    vatRate: rate(2400),
    service: false,
    category: 'Κεριά',
    vatClass: '',
    cnCode: null,
    ...more,
  }
  const net = lineTotal(quantity(line.quantity), unitPrice(line.price))
  return { ...line, net, vat: percentOf(net, line.vatRate as Rate), ...more }
}

export const sale = (more: Partial<Sale> & { readonly lines: readonly SoldLine[] }): Sale => ({
  kind: 'invoice',
  correlatedMark: null,
  day: '2026-11-20' as Day,
  dueDay: '2026-12-20' as Day,
  deliveryPlace: '',
  paymentWay: { own: '', ofCustomer: '' },
  ofReceipt: null,
  refusedByVies: false,
  issuer: ISSUER,
  customer: customer({}),
  ...sums(more.lines),
  ...more,
})

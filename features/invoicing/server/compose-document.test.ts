/** Composes documents of random orders, and validates their XML with the schema of the tax office. No database is needed. */
import fc from 'fast-check'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { type Cents, cents, quantity, type Rate, scaleDecimal, unitPrice } from '#kernel/money.ts'
import { isBusiness } from '#kernel/tax/customer-kind.ts'
import { PAYMENT_WAY_NAMES } from '#kernel/tax/payment-ways.ts'
import { creditOfLine } from '#features/orders/domain/crediting/crediting.ts'
import { splitLines } from '#features/orders/domain/split.ts'
import { roundVat } from '#features/orders/domain/totals.ts'
import { mydataXml } from '#server/integrations/accounting/mydata-xml.ts'
import { faultsOfXml } from '#server/testing/tax/mydata-schema.ts'
import { usualOrFull } from '#server/testing/length.ts'
import { composeDocument, type Sale, type SoldLine, type Unnumbered } from '../domain/tax/compose.ts'
import { CUSTOMERS, sale, settings, soldLine } from '../domain/tax/test-sale.ts'

const DOCUMENTS = usualOrFull(60, 500)

const anyLine = fc
  .record({
    code: fc.constantFrom('', 'K-1', 'ΚΕΡΙ/7'),
    name: fc.constantFrom('Κερί «μεγάλο»', 'Φιτίλι & νήμα <2 mm>', 'x'.repeat(300)),
    unit: fc.constantFrom('Item', 'KG', 'Gram', 'Meter', 'CM', 'MM', 'Litter', 'CubicM'),
    quantity: fc.integer({ min: 1, max: 5_000_0000 }),
    price: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 900_0000 })),
    vatRate: fc.constantFrom(2400, 1300, 600, 1700, 900, 400, 300, 0),
    service: fc.boolean(),
    category: fc.constantFrom('Κεριά', 'Φιτίλια', ''),
    vatClass: fc.constantFrom('', 'Δωρεά'),
  })
  .map((line) => soldLine(line))

/** Returns the lines with the VAT that they carry in an order. */
const asInOrder = (lines: readonly SoldLine[]): SoldLine[] =>
  roundVat(
    lines.map((line) => ({
      line,
      vat: line.vatRate as Rate,
      total: line.net as Cents,
      vatAmount: line.vat as Cents,
    })),
  ).map(({ line, vatAmount, vatRounding }) => ({ ...line, vat: vatAmount, vatRounding }))

/** Lines of a few cents, whose VAT differs from that of their sum. */
const smallLines = fc
  .record({ count: fc.integer({ min: 20, max: 120 }), price: fc.integer({ min: 100, max: 900 }), first: anyLine })
  .map(({ count, price, first }) => [
    first,
    ...Array.from({ length: count }, () => soldLine({ price, quantity: 1_0000 })),
  ])

type Part = { readonly of: 'all' | 'delivered' | 'rest' | 'credited'; readonly share: number }

/** Returns the lines of which a credit note is: all, those of a delivery in part, of what followed it, or a part of some lines. */
function creditedBy(lines: readonly SoldLine[], { of, share }: Part): SoldLine[] {
  const numbered = lines.map((line, index) => ({
    ...line,
    lineNo: index + 1,
    salesPrice: unitPrice(line.price),
    price: unitPrice(line.price),
    vat: line.vatRate as Rate,
    vatRate: line.vatRate as Rate,
    total: line.net as Cents,
    vatAmount: line.vat as Cents,
    vatRounding: line.vatRounding as Cents | undefined,
    quantity: quantity(line.quantity),
  }))
  const pieces = (all: number) => quantity(Math.floor((all * share) / 100))
  if (of === 'delivered' || of === 'rest') {
    const delivered = numbered.map(({ lineNo, quantity: all }) => ({ lineNo, quantity: pieces(all) }))
    const { kept, rest } = splitLines(numbered, delivered)
    return (of === 'delivered' ? kept : rest).map(({ total, vatAmount, ...line }) => ({
      ...line,
      net: total,
      vat: vatAmount,
    }))
  }
  if (of === 'all') return [...lines]
  return numbered.flatMap((line) => {
    const whole = { ...line, net: line.total, vat: line.vatAmount }
    const first = creditOfLine(
      { ...whole, credited: { quantity: quantity(0), net: cents(0), vat: cents(0) } },
      pieces(line.quantity),
    )
    const second = creditOfLine({ ...whole, credited: first }, quantity(line.quantity - first.quantity))
    return [first, second].flatMap((part) => (part.quantity > 0 ? [{ ...whole, ...part }] : []))
  })
}

const anyPart: fc.Arbitrary<Part> = fc.record({
  of: fc.constantFrom('all' as const, 'delivered' as const, 'rest' as const, 'credited' as const),
  share: fc.integer({ min: 0, max: 100 }),
})

const anySale = fc
  .record({
    lines: fc
      .oneof(
        { weight: 9, arbitrary: fc.array(anyLine, { minLength: 1, maxLength: 8 }) },
        { weight: 1, arbitrary: smallLines },
      )
      .map(asInOrder),
    who: fc.constantFrom(...CUSTOMERS),
    kind: fc.constantFrom('invoice' as const, 'credit-note' as const),
    mark: fc.option(fc.constant('400001234567890')),
    part: anyPart,
    ofReceipt: fc.constantFrom(null, true, false),
    own: fc.constantFrom('' as const, ...PAYMENT_WAY_NAMES),
  })
  .map(({ lines, who: [whom], kind, mark, part, own, ofReceipt }) => {
    const credited = kind === 'invoice' ? lines : creditedBy(lines, part)
    return sale({
      lines: credited.length === 0 ? lines : credited,
      customer: whom,
      kind,
      correlatedMark: kind === 'credit-note' ? mark : null,
      // a credit note takes back an invoice only of a customer who could get one
      ofReceipt: kind === 'credit-note' && (ofReceipt === true || isBusiness(whom)) ? ofReceipt : null,
      paymentWay: { own, ofCustomer: '' },
    })
  })

const xmlOf = (document: Unnumbered): string => mydataXml({ ...document, series: 'ΤΠ', number: 17 })

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'invoiceDetails' || name === 'incomeClassification',
})
const centsIn = (text: unknown): number => scaleDecimal(String(text), 2) ?? Number.NaN

describe('documents of random orders', () => {
  const sales = fc.sample(anySale, { seed: 17, numRuns: DOCUMENTS })
  const documents = sales.map((one) => {
    const composed = composeDocument(one, settings())
    if (!('document' in composed)) throw new Error(JSON.stringify(composed.problems))
    return composed.document
  })

  test('are valid by the schema of the tax office', async () => {
    const faults = await faultsOfXml(
      documents.map((document, index) => ({ fileName: `${index}.xml`, contents: xmlOf(document) })),
    )
    expect(faults).toEqual([])
  })

  test('equal their orders to the cent, per line and in all', () => {
    for (const [index, document] of documents.entries()) {
      const one = sales[index] as Sale
      const { invoice } = (parser.parse(xmlOf(document)) as { InvoicesDoc: { invoice: Record<string, never> } })
        .InvoicesDoc
      const {
        invoiceDetails: lines,
        invoiceSummary: summary,
        paymentMethods,
      } = invoice as unknown as {
        invoiceDetails: Record<string, string>[]
        invoiceSummary: Record<string, string> & { incomeClassification: { amount: string }[] }
        paymentMethods: { paymentMethodDetails: { amount: string } }
      }
      expect(lines.map(({ netValue, vatAmount }) => [centsIn(netValue), centsIn(vatAmount)])).toEqual(
        one.lines.map(({ net, vat }) => [net, vat]),
      )
      expect([summary['totalNetValue'], summary['totalVatAmount'], summary['totalGrossValue']].map(centsIn)).toEqual([
        one.net,
        one.vat,
        one.total,
      ])
      const income = summary.incomeClassification.map(({ amount }) => centsIn(amount))
      expect(income.reduce((sum, amount) => sum + amount, 0)).toBe(one.net)
      expect(centsIn(paymentMethods.paymentMethodDetails.amount)).toBe(one.total)
    }
  })
})

test('the schema finds a fault in a document that is not valid', async () => {
  const composed = composeDocument(sale({ lines: [soldLine()] }), settings())
  if (!('document' in composed)) throw new Error('no document')
  const xml = xmlOf(composed.document)
  expect(
    await faultsOfXml([{ fileName: 'wrong.xml', contents: xml.replace('<country>GR', '<country>Ελλάδα') }]),
  ).not.toEqual([])
})

test('grams are kilograms at the tax office, and pieces are pieces', () => {
  const lines = [soldLine({ unit: 'Gram', quantity: 250_0000 }), soldLine({ unit: 'Item' })]
  const composed = composeDocument(sale({ lines }), settings())
  if (!('document' in composed)) throw new Error('no document')
  const xml = xmlOf(composed.document)
  expect(xml).toContain('<quantity>0.2500000</quantity><measurementUnit>2</measurementUnit>')
  expect(xml).toContain('<quantity>3.0000</quantity><measurementUnit>1</measurementUnit>')
})

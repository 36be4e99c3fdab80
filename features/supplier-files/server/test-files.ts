/** Files of invented providers for the tests: myDATA, UBL and CSV, with the companies and goods of the tests. */
import {
  addCents,
  averagePrice,
  type Cents,
  cents,
  percentOf,
  quantity,
  rate,
  sumCents,
  toDecimal,
} from '#kernel/money.ts'
import { escapeXml } from '#server/integrations/xml-text.ts'

/** Our company as recipient, and a provider. Both numbers have valid check digits. */
export const OWN_VAT = '700418300'
export const PROVIDER_VAT = '801556677'
export const PROVIDER_NAME = 'ΚΗΡΟΠΟΙΙΑ ΠΑΠΑΔΑΚΗ Α.Ε.'

export type TestLine = {
  readonly code?: string
  readonly barcode?: string
  readonly name: string
  /** Scaled like quantities. */
  readonly quantity: number
  /** The number of the unit in myDATA, and its code in UBL. */
  readonly unit?: readonly [mydata: string, ubl: string]
  readonly netCents: number
  /** The category of VAT in myDATA, and the rate. */
  readonly vat?: readonly [category: string, percent: number]
}

export type TestInvoice = {
  readonly number?: string
  readonly series?: string
  readonly date?: string
  readonly type?: string
  readonly currency?: string
  readonly buyerVat?: string
  readonly providerVat?: string
  readonly lines?: readonly TestLine[]
  /** Added to the written net total, to make it wrong. */
  readonly wrongBy?: number
}

/** Paraffin, wicks and a book, with three rates of VAT. */
export const TEST_LINES: readonly TestLine[] = [
  { code: 'PAR-5860', name: 'Παραφίνη 58/60 «λευκή»', quantity: 250_0000, unit: ['2', 'KGM'], netCents: 412_50 },
  {
    code: 'FYT-12',
    name: 'Φυτίλι βαμβακερό Ν.12 & στήριγμα',
    quantity: 1200_0000,
    unit: ['1', 'H87'],
    netCents: 96_00,
  },
  {
    code: 'VIV-01',
    name: 'Βιβλίο κηροπλαστικής',
    quantity: 2_0000,
    unit: ['1', 'H87'],
    netCents: 30_00,
    vat: ['3', 6],
  },
]

const amount = (value: number): string => toDecimal(value, 2)
const count = (value: number): string => toDecimal(value, 4).replace(/\.?0+$/, '')
const vatOf = ({ vat: [, percent] = ['1', 24], netCents }: TestLine): Cents =>
  percentOf(cents(netCents), rate(percent * 100))
const sumsOf = (lines: readonly TestLine[]) => {
  const net = sumCents(lines.map(({ netCents }) => cents(netCents)))
  const vat = sumCents(lines.map(vatOf))
  return { net, vat, gross: addCents(net, vat) }
}
/** Returns several amounts together. */
const sum = (...amounts: readonly number[]): Cents => sumCents(amounts.map(cents))
const unitPriceOf = ({ netCents, quantity: count }: TestLine): string =>
  toDecimal(averagePrice(cents(Math.abs(netCents)), quantity(Math.abs(count))) ?? 0, 4)

const filled = (invoice: TestInvoice) => ({
  number: '4711',
  series: 'ΤΔΑ',
  date: '2026-11-20',
  currency: 'EUR',
  buyerVat: OWN_VAT,
  providerVat: PROVIDER_VAT,
  lines: TEST_LINES,
  wrongBy: 0,
  ...invoice,
})

/** Returns an invoice as myDATA has it. It is valid against InvoicesDoc-v2.0.1.xsd unless an argument forbids it. */
export function mydataFile(invoice: TestInvoice = {}): string {
  const { number, series, date, type = '1.1', currency, buyerVat, providerVat, lines, wrongBy } = filled(invoice)
  const { net, vat, gross } = sumsOf(lines)
  const details = lines.map(
    (line, index) => `
    <invoiceDetails>
      <lineNumber>${index + 1}</lineNumber>
      ${line.code ? `<itemCode>${escapeXml(line.code)}</itemCode>` : ''}
      <itemDescr>${escapeXml(line.name)}</itemDescr>
      <quantity>${count(line.quantity)}</quantity>
      ${line.unit ? `<measurementUnit>${line.unit[0]}</measurementUnit>` : ''}
      <netValue>${amount(line.netCents)}</netValue>
      <vatCategory>${line.vat?.[0] ?? '1'}</vatCategory>
      <vatAmount>${amount(vatOf(line))}</vatAmount>
    </invoiceDetails>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<InvoicesDoc xmlns="http://www.aade.gr/myDATA/invoice/v1.0">
  <invoice>
    <issuer><vatNumber>${providerVat}</vatNumber><country>GR</country><branch>0</branch></issuer>
    <counterpart><vatNumber>${buyerVat}</vatNumber><country>GR</country><branch>0</branch></counterpart>
    <invoiceHeader>
      <series>${series}</series><aa>${number}</aa><issueDate>${date}</issueDate>
      <invoiceType>${type}</invoiceType><currency>${currency}</currency>
    </invoiceHeader>${details.join('')}
    <invoiceSummary>
      <totalNetValue>${amount(sum(net, wrongBy))}</totalNetValue><totalVatAmount>${amount(vat)}</totalVatAmount>
      <totalWithheldAmount>0.00</totalWithheldAmount><totalFeesAmount>0.00</totalFeesAmount>
      <totalStampDutyAmount>0.00</totalStampDutyAmount><totalOtherTaxesAmount>0.00</totalOtherTaxesAmount>
      <totalDeductionsAmount>0.00</totalDeductionsAmount><totalGrossValue>${amount(sum(gross, wrongBy))}</totalGrossValue>
    </invoiceSummary>
  </invoice>
</InvoicesDoc>
`
}

const ublParty = (vat: string, name: string): string => `
    <cac:Party>
      <cac:PartyName><cbc:Name>${escapeXml(name)}</cbc:Name></cac:PartyName>
      <cac:PartyTaxScheme><cbc:CompanyID>EL${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
      <cac:PartyLegalEntity><cbc:RegistrationName>${escapeXml(name)}</cbc:RegistrationName></cac:PartyLegalEntity>
    </cac:Party>`

/** Returns an invoice as UBL 2.1 has it. `extra` is put after the customer, such as a discount of the whole document. */
export function ublFile(
  invoice: TestInvoice & { root?: string; extra?: string; extraCents?: number; lineXml?: string } = {},
): string {
  const { number, series, date, type = '380', currency, buyerVat, providerVat, lines, wrongBy } = filled(invoice)
  const { root = 'Invoice', extra = '', extraCents = 0, lineXml } = invoice
  const { net, vat, gross } = sumsOf(lines)
  const quantityName = root === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  const items = lines.map(
    (line, index) => `
  <cac:${root}Line>
    <cbc:ID>${index + 1}</cbc:ID>
    <cbc:${quantityName} unitCode="${line.unit?.[1] ?? 'H87'}">${count(line.quantity)}</cbc:${quantityName}>
    <cbc:LineExtensionAmount currencyID="${currency}">${amount(line.netCents)}</cbc:LineExtensionAmount>
    <cac:Item>
      <cbc:Name>${escapeXml(line.name)}</cbc:Name>
      ${line.code ? `<cac:SellersItemIdentification><cbc:ID>${escapeXml(line.code)}</cbc:ID></cac:SellersItemIdentification>` : ''}
      ${line.barcode ? `<cac:StandardItemIdentification><cbc:ID schemeID="0160">${line.barcode}</cbc:ID></cac:StandardItemIdentification>` : ''}
      <cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${line.vat?.[1] ?? 24}</cbc:Percent></cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price><cbc:PriceAmount currencyID="${currency}">${unitPriceOf(line)}</cbc:PriceAmount></cac:Price>
  </cac:${root}Line>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ID>${providerVat}|${date}|0|1.1|${series}|${number}</cbc:ID>
  <cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:${root}TypeCode>${type}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty>${ublParty(providerVat, PROVIDER_NAME)}
  </cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${ublParty(buyerVat, 'KERINO')}
  </cac:AccountingCustomerParty>${extra}
  <cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount(vat)}</cbc:TaxAmount></cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="${currency}">${amount(net)}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="${currency}">${amount(sum(net, extraCents, wrongBy))}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="${currency}">${amount(sum(gross, extraCents, wrongBy))}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="${currency}">${amount(sum(gross, extraCents, wrongBy))}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>${lineXml ?? items.join('')}
</${root}>
`
}

/** Returns an invoice as a Greek CSV file with semicolons and a decimal comma, and rows about the document above the table. */
export function csvFile(invoice: TestInvoice = {}): string {
  const { number, series, buyerVat, providerVat, lines, wrongBy } = filled(invoice)
  const { net } = sumsOf(lines)
  const greek = (text: string) => text.replace('.', ',')
  const cell = (text: string) => (/[;"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = lines.map((line) =>
    [
      line.code ?? '',
      line.barcode ?? '',
      line.name,
      greek(count(line.quantity)),
      line.unit?.[0] === '2' ? 'κιλά' : 'ΤΕΜ.',
      greek(unitPriceOf(line)),
      String(line.vat?.[1] ?? 24),
      greek(amount(line.netCents)),
    ]
      .map(cell)
      .join(';'),
  )
  return [
    `Προμηθευτής;${cell(PROVIDER_NAME)};ΑΦΜ;${providerVat}`,
    `ΑΦΜ πελάτη;${buyerVat}`,
    `Αριθμός παραστατικού;${series}-${number};Ημερομηνία;20/11/2026`,
    '',
    'Κωδικός;Barcode;Περιγραφή;Ποσότητα;Μ.Μ.;Τιμή;ΦΠΑ %;Αξία',
    ...rows,
    `Σύνολο;;;;;;;${greek(amount(sum(net, wrongBy)))}`,
    '',
  ].join('\r\n')
}

const GREEK_START = 0x384
/** Returns a text in the Greek encoding of Windows, which has one byte for each letter. */
export const inWindows1253 = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => {
      const code = sign.codePointAt(0) ?? 0
      const special = { Ά: 0xa2, '€': 0x80, '–': 0x96, '«': 0xab, '»': 0xbb }[sign]
      return special ?? (code >= GREEK_START ? code - 0x2d0 : code)
    }),
  )

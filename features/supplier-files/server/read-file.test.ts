import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FileDocument, MOST_FILE_BYTES, whyNotDocument } from '../domain/document.ts'
import {
  csvFile,
  inWindows1253,
  mydataFile,
  OWN_VAT,
  PROVIDER_NAME,
  PROVIDER_VAT,
  TEST_LINES,
  type TestLine,
  ublFile,
} from './test-files.ts'
import { readInvoiceFile } from './read-file.ts'

const reading = (content: string | Buffer) => readInvoiceFile(Buffer.from(content))
const documentIn = async (content: string | Buffer): Promise<FileDocument> => {
  const { document, problems } = await reading(content)
  expect(problems).toBeUndefined()
  return document as FileDocument
}
/** Returns the codes for which a file is refused, with the lines that they name. */
const refusals = async (content: string | Buffer, ownVat = OWN_VAT): Promise<(string | [string, number])[]> => {
  const { document, problems } = await reading(content)
  return (problems ?? (document ? whyNotDocument(document, ownVat) : [])).map(({ code, line }) =>
    line === undefined ? code : [code, line],
  )
}

const PARAFFIN = {
  code: 'PAR-5860',
  name: 'Παραφίνη 58/60 «λευκή»',
  quantity: 250_0000,
  vat: 24_00,
  net: 412_50,
}
const WICK = { code: 'FYT-12', name: 'Φυτίλι βαμβακερό Ν.12 & στήριγμα', quantity: 1200_0000, vat: 24_00, net: 96_00 }
const BOOK = { code: 'VIV-01', name: 'Βιβλίο κηροπλαστικής', quantity: 2_0000, vat: 6_00, net: 30_00 }

describe('an invoice', () => {
  test.each([
    ['of myDATA', mydataFile(), { form: 'mydata', provider: { vat: PROVIDER_VAT, name: '' }, unit: 'κιλά' }],
    ['of UBL', ublFile(), { form: 'ubl', provider: { vat: `EL${PROVIDER_VAT}`, name: PROVIDER_NAME }, unit: 'KGM' }],
    ['in a CSV file', csvFile(), { form: 'csv', provider: { vat: PROVIDER_VAT, name: PROVIDER_NAME }, unit: 'κιλά' }],
  ])('%s is read with its Greek texts, its rates and its totals', async (_, content, { form, provider, unit }) => {
    const document = await documentIn(content)
    expect(document).toMatchObject({
      form,
      provider,
      number: 'ΤΔΑ-4711',
      date: '2026-11-20',
      lines: [{ ...PARAFFIN, unit }, WICK, BOOK],
    })
    expect(document.totals.net).toBe(538_50)
    expect(whyNotDocument(document, OWN_VAT)).toEqual([])
  })

  test('of myDATA that the tax office returned is read like one that was sent', async () => {
    const returned = mydataFile()
      .replace('<InvoicesDoc ', '<RequestedDoc ')
      .replace('<invoice>', '<invoicesDoc><invoice>')
      .replace('</invoice>', '</invoice></invoicesDoc>')
      .replace('</InvoicesDoc>', '</RequestedDoc>')
    expect((await documentIn(returned)).lines).toHaveLength(3)
  })

  test('in the Greek encoding of Windows is read like one in UTF-8', async () => {
    expect(await documentIn(inWindows1253(csvFile()))).toEqual(await documentIn(csvFile()))
    const xml = mydataFile().replace('UTF-8', 'windows-1253')
    expect(await documentIn(inWindows1253(xml))).toEqual(await documentIn(mydataFile()))
    expect(await documentIn(Buffer.from(`\ufeff${csvFile()}`, 'utf16le'))).toEqual(await documentIn(csvFile()))
  })

  test('of UBL keeps a discount of a line as percentage, and shares a discount of the document to the cent', async () => {
    const line = (net: string, charges: string) => `<cac:InvoiceLine><cbc:ID>1</cbc:ID>
      <cbc:InvoicedQuantity unitCode="XBX">10</cbc:InvoicedQuantity><cbc:LineExtensionAmount>${net}</cbc:LineExtensionAmount>${charges}
      <cac:Item><cbc:Name>Κουτιά</cbc:Name><cac:ClassifiedTaxCategory><cbc:Percent>24</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
      <cac:Price><cbc:PriceAmount>3.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`
    const allowance = (amount: string, tax = '') =>
      `<cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Έκπτωση</cbc:AllowanceChargeReason><cbc:Amount>${amount}</cbc:Amount>${tax}</cac:AllowanceCharge>`
    const tax = '<cac:TaxCategory><cbc:Percent>24</cbc:Percent></cac:TaxCategory>'
    const one: TestLine = { name: 'Κουτιά', quantity: 10_0000, netCents: 27_00 }
    const withDiscount = ublFile({ lines: [one], lineXml: line('27.00', allowance('3.00')) })
    expect((await documentIn(withDiscount)).lines).toMatchObject([{ unitPrice: 3_0000, discount: 10_00, net: 27_00 }])
    const two: TestLine[] = [
      { name: 'α', quantity: 1_0000, netCents: 10_00 },
      { name: 'β', quantity: 3_0000, netCents: 20_01 },
    ]
    const shared = ublFile({ lines: two, extra: allowance('1.00', tax), extraCents: -1_00 }).replace('7.20', '6.96')
    const { lines } = await documentIn(shared)
    expect(lines.map(({ net }) => net)).toEqual([9_67, 19_34])
  })

  test('of UBL has a line for what the whole document adds, such as transport', async () => {
    const charge = `<cac:AllowanceCharge><cbc:ChargeIndicator>true</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Μεταφορικά</cbc:AllowanceChargeReason>
      <cbc:Amount>8.00</cbc:Amount><cac:TaxCategory><cbc:Percent>24</cbc:Percent></cac:TaxCategory></cac:AllowanceCharge>`
    const { lines } = await documentIn(ublFile({ extra: charge, extraCents: 8_00 }))
    expect(lines.at(-1)).toMatchObject({ line: 4, name: 'Μεταφορικά', net: 8_00, quantity: 1_0000, vat: 24_00 })
  })

  test.each([
    // the price in the file, the quantity, the amount, and the price that is kept
    ['0.00', '4', '10.00', null],
    ['0', '4', '0.00', 0],
    ['0.01234567', '10000', '123.46', 123],
    ['1.999999995', '3', '6.00', 2_0000],
  ])(
    'of UBL or CSV with the price %s for %s units of %s together counts the amount',
    async (price, count, net, kept) => {
      const cents = Math.round(Number(net) * 100)
      const line = `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="H87">${count}</cbc:InvoicedQuantity>
      <cbc:LineExtensionAmount>${net}</cbc:LineExtensionAmount><cac:Item><cbc:Name>Βίδες</cbc:Name><cac:ClassifiedTaxCategory>
      <cbc:Percent>24</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
      <cac:Price><cbc:PriceAmount>${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`
      const lines: TestLine[] = [{ name: 'Βίδες', quantity: Number(count) * 10_000, netCents: cents }]
      const ubl = ublFile({ lines, lineXml: line })
      const csv = `Code;Description;Quantity;Price;Net\nV1;Βίδες;${count};${price.slice(0, 10)};${net}\n`
      for (const file of [ubl, csv])
        expect((await documentIn(file)).lines).toMatchObject([{ net: cents, unitPrice: kept, discount: null }])
    },
  )

  test('in a CSV file with commas, English headings and grouped numbers is read', async () => {
    const document = await documentIn(
      'Invoice number,Code,Description,Qty,Unit,Unit price,Discount %,VAT,Net\nA-1,X1,"Wax, white","1,250.5",kg,2.00,10%,24%,"2,250.90"\n',
    )
    expect(document.number).toBe('A-1')
    expect(document.lines).toMatchObject([
      {
        line: 2,
        name: 'Wax, white',
        quantity: 1250_5000,
        unitPrice: 2_0000,
        discount: 10_00,
        vat: 24_00,
        net: 2250_90,
      },
    ])
  })

  test('in a CSV file with a decimal comma has points that group digits', async () => {
    const document = await documentIn('Κωδικός;Ποσότητα;Τιμή;Αξία\nX;1.200;0,08;96,00\n')
    expect(document.lines).toMatchObject([{ quantity: 1200_0000, net: 96_00, vat: null }])
  })
})

describe('a file is refused with its reason', () => {
  test.each<[string, string | Buffer, (string | [string, number])[]]>([
    ['if it is empty', '', ['empty']],
    ['if it contains only blanks', ' \n\t ', ['empty']],
    ['if it is a PDF', '%PDF-1.7\n1 0 obj', ['kind']],
    ['if it is a picture', Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex'), ['kind']],
    ['if it is binary', 'Κωδικός;Ποσότητα\u0000\u0001', ['binary']],
    ['if its encoding is unknown', '<?xml version="1.0" encoding="EBCDIC"?><a/>', ['encoding']],
    ['if bytes do not belong to its encoding', Buffer.from([0x3c, 0xaa, 0xd2, 0xff, 0xff]), ['encoding']],
    [
      'if it has a document type, which could define entities',
      `<!DOCTYPE x [<!ENTITY a "b">]>${mydataFile()}`,
      ['doctype'],
    ],
    [
      'if an element has too many attributes',
      `<a ${Array.from({ length: 101 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      ['attributes'],
    ],
    ['if its elements are too deep inside each other', '<a>'.repeat(5000) + '</a>'.repeat(5000), ['nesting']],
    ['if an element is not closed', mydataFile().replace('</issuer>', ''), ['xml']],
    ['if it is another kind of document', '<html xmlns="x"><p>Γεια</p></html>', ['document']],
    ['if its headings are unknown', 'Λορεμ;Ιψουμ\n1;2\n', ['headings']],
    ['if a column is missing', 'Κωδικός;Περιγραφή;Τιμή\nX;Κερί;1\n', [['no-quantity-column', 1]]],
    ['if it has a column twice', 'Κωδικός;Code;Ποσότητα;Τιμή\nX;X;1;1\n', [['heading-twice', 1]]],
    ['if a quantity is no number', 'Κωδικός;Ποσότητα;Τιμή\nA;1;1\nB;δύο;1\n', [['number', 3]]],
    ['if a row has more cells than headings', 'Κωδικός;Ποσότητα;Τιμή\nA;1;1;9\n', [['columns', 2]]],
    ['if a quote is not closed', 'Κωδικός;Ποσότητα;Τιμή\n"A;1;1\n', [['quotes', 2]]],
    ['if a line does not add up', 'Κωδικός;Ποσότητα;Τιμή;Αξία\nA;2;1,50;4,00\n', [['line-net', 2]]],
    ['if it contains two invoices', 'Αριθμός;Κωδικός;Ποσότητα;Τιμή\n1;A;1;1\n2;B;1;1\n', [['several-documents', 3]]],
    [
      'if it contains two invoices with an empty row between them',
      'Αριθμός;Κωδικός;Ποσότητα;Τιμή\n1;A;1;1\n;;;\n2;B;1;1\n',
      [['several-documents', 4]],
    ],
    ['if a discount is negative', 'Κωδικός;Ποσότητα;Τιμή;Έκπτωση\nA;1;10;-10\n', [['number', 2]]],
    ['if a VAT rate is negative', 'Κωδικός;Ποσότητα;Τιμή;ΦΠΑ %\nA;1;10;-24\n', [['number', 2]]],
    ['if it has another currency', mydataFile({ currency: 'USD' }), ['currency']],
    ['if it has another currency in UBL', ublFile({ currency: 'GBP' }), ['currency']],
    ['if it is a credit note of myDATA', mydataFile({ type: '5.1' }), ['credit']],
    ['if it is a credit note of UBL', ublFile({ root: 'CreditNote', type: '381' }), ['credit']],
    ['if it is a delivery note', mydataFile({ type: '9.3' }), ['type']],
    [
      'if it was cancelled',
      mydataFile().replace('<issuer>', '<cancelledByMark>4</cancelledByMark><issuer>'),
      ['cancelled'],
    ],
    ['if another company is the recipient', mydataFile({ buyerVat: '099334129' }), ['other-recipient']],
    ['if we have issued it ourselves', ublFile({ providerVat: OWN_VAT }), ['own-invoice']],
    ['if its net total is wrong by a cent', mydataFile({ wrongBy: 1 }), ['total-net']],
    ['if its net total is wrong in UBL', ublFile({ wrongBy: -1 }), ['total-net']],
    ['if its net total is wrong in a CSV file', csvFile({ wrongBy: 100 }), ['total-net']],
    ['if it has no line', mydataFile({ lines: [] }), ['no-lines']],
    ['if an amount is missing', mydataFile().replace('<netValue>412.50</netValue>', ''), [['element-missing', 1]]],
    ['if an amount has three decimals', mydataFile().replace('>96.00<', '>96.001<'), [['element-number', 2]]],
    ['if a day does not exist', mydataFile({ date: '2026-02-30' }), ['element-day']],
    [
      'if an element is written twice',
      mydataFile().replace('<aa>4711</aa>', '<aa>1</aa><aa>2</aa>'),
      ['element-twice'],
    ],
    [
      'if tax is withheld',
      mydataFile().replace('<totalWithheldAmount>0.00', '<totalWithheldAmount>20.00'),
      ['other-taxes'],
    ],
    [
      'if a line takes goods back',
      csvFile({ lines: [...TEST_LINES, { code: 'R', name: 'Επιστροφή', quantity: -2_0000, netCents: -3_00 }] }),
      [['negative', 9]],
    ],
    [
      'if a line of myDATA takes an amount off',
      mydataFile({ lines: TEST_LINES.slice(0, 1) }).replace(
        '<lineNumber>1</lineNumber>',
        '<lineNumber>1</lineNumber><recType>7</recType>',
      ),
      [['negative', 1]],
    ],
  ])('%s', async (_, content, expected) => {
    expect(await refusals(content)).toEqual(expected)
  })

  test('if it is too large', async () => {
    expect(await refusals(Buffer.alloc(MOST_FILE_BYTES + 1, 'a'))).toEqual(['too-large'])
  })

  test('without comparing the recipient if our VAT number is not known', async () => {
    expect(await refusals(mydataFile({ buyerVat: '099334129' }), '')).toEqual([])
  })
})

describe('damaged files', () => {
  const files = [Buffer.from(mydataFile()), Buffer.from(ublFile()), Buffer.from(csvFile()), inWindows1253(csvFile())]
  /** Reports whether a file has a document, or problems that refuse it. */
  const isAnswered = async (content: Buffer): Promise<boolean> => {
    const { document, problems } = await readInvoiceFile(content)
    if (document) whyNotDocument(document, OWN_VAT)
    return document ? problems === undefined : (problems?.length ?? 0) > 0
  }

  test('of random bytes are answered by a reading or a refusal', async () => {
    for (let turn = 0; turn < 150; turn++) expect(await isAnswered(randomBytes(turn * 7))).toBe(true)
  })

  test('with bytes changed, removed or repeated at any place are answered by a reading or a refusal', async () => {
    const change = fc.record({
      file: fc.constantFrom(...files),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 60 }),
      put: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc
          .constantFrom(
            '<',
            '>',
            '&',
            '&#x0;',
            '&#xD800;',
            '</',
            ']]>',
            '<!--',
            '<a ',
            ';',
            '"',
            '\n',
            '-',
            '9e99',
            '__proto__',
            '<__proto__>x</__proto__>',
            '<constructor/>',
            '1'.repeat(400),
            ',',
          )
          .map((text) => Buffer.from(text)),
      ),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ file, at, length, put }) => {
        const start = Math.floor(at * file.length)
        const changed = Buffer.concat([file.subarray(0, start), put, file.subarray(start + length)])
        expect(await isAnswered(changed)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  test('that end anywhere are answered by a reading or a refusal', async () => {
    for (const file of files)
      for (let end = 0; end < file.length; end += 61) expect(await isAnswered(file.subarray(0, end))).toBe(true)
  })
})

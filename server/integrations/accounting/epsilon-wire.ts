/** Converts a document to the form that `api/send` of Epsilon Digital accepts. */
import { addCents, cents, toNumber } from '#kernel/money.ts'
import { isRetail, namedVat, type TaxDocumentType, type TaxParty } from '#kernel/tax/tax-document.ts'
import type { AccountingDocument } from './accounting.ts'

/** What an account at the provider sets. */
export type EpsilonRules = {
  /** The mapping template that is set at the provider. */
  readonly identifier: string
}

export const EPSILON_RULES: EpsilonRules = { identifier: 'eInvoicing' }

/** The UBL codes of the units of myDATA. */
const UBL_UNITS: Readonly<Record<number, string>> = { 1: 'H87', 2: 'KGM', 3: 'LTR', 4: 'MTR', 5: 'MTK', 6: 'MTQ' }
const UBL_OTHER_UNIT = 'C62'
export const ublUnit = (measurement: number): string => UBL_UNITS[measurement] ?? UBL_OTHER_UNIT

/** The UBL codes of lines without VAT in invoices that leave the country; all other ones are exempt (E). */
const UBL_WITHOUT_VAT: Readonly<Partial<Record<TaxDocumentType, string>>> = {
  '1.2': 'K',
  '1.3': 'G',
  '2.2': 'AE',
  '2.3': 'O',
}

/** Returns a VAT number without blanks and, if it is Greek, without its prefix. Documents of earlier versions may have both. */
export const vatOnWire = ({ vat }: Pick<TaxParty, 'vat'>): string => vat.replace(/\s/g, '').replace(/^(EL|GR)/i, '')

export const addressOnWire = (party: TaxParty) => ({
  vatNumber: namedVat({ vat: vatOnWire(party) }),
  country: party.country,
  branch: party.branch,
  city: party.city,
  street: [party.street, party.streetNumber].filter(Boolean).join(' '),
  postalCode: party.postcode,
})

const euro = (amount: number) => toNumber(amount, 2)

/** Returns the document in the form of `api/send`. */
export function toWire(document: AccountingDocument, rules: EpsilonRules) {
  return {
    externalSystemId: document.key,
    identifier: rules.identifier,
    transmissionType: 0,
    source: {
      invoice: {
        transmissionFailure: document.transmissionFailure,
        issuer: addressOnWire(document.issuer),
        ...(isRetail(document.type)
          ? {}
          : {
              counterpart: {
                ...addressOnWire(document.customer),
                name: document.customer.name,
                email: document.customer.email || undefined,
              },
            }),
        invoiceHeader: {
          series: document.series === '' ? '0' : document.series,
          aa: document.number,
          issueDate: document.day,
          dueDate: document.dueDay,
          invoiceType: document.type,
          invoiceTypeUbl: document.kind === 'invoice' ? '380' : '381',
          currency: 'EUR',
          movePurpose: document.movePurpose ?? undefined,
        },
        invoiceDetails: document.lines.map((line, index) => ({
          lineNumber: index + 1,
          quantity: toNumber(line.quantity, line.measuredPlaces),
          entityName: line.name,
          netValue: euro(line.net),
          vatAmount: euro(line.vat),
          vatPercent: toNumber(line.vatRate, 2),
          totalValue: euro(addCents(cents(line.net), cents(line.vat))),
          vatCategory: line.vatCategory,
          vatCategoryUbl: line.exemption === null ? 'S' : (UBL_WITHOUT_VAT[document.type] ?? 'E'),
          vatExemption: line.exemption ?? undefined,
          measurementUnit: line.measurement,
          measurementUnitUbl: ublUnit(line.measurement),
          classificationCategory: line.income.category,
          classificationType: line.income.type,
          lineComments: line.code || undefined,
          taricNo: line.taricNo,
        })),
        paymentMethods: [{ type: document.paymentWay, amount: euro(document.total) }],
        ...(document.correlatedMark === null
          ? {}
          : { correlatedInvoices: [{ mark: Number(document.correlatedMark) }] }),
        invoiceSummary: {
          totalNetValue: euro(document.net),
          totalVatAmount: euro(document.vat),
          totalValue: euro(document.total),
        },
      },
    },
  }
}

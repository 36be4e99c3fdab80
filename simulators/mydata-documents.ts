/** The documents of the simulated tax office, as it lists them. */
import { toDecimal } from '#kernel/money.ts'
import { element } from '#server/integrations/accounting/mydata-xml.ts'

/** A document that the simulated tax office has. Amounts are cents. */
export type SimulatedTaxDocument = {
  readonly mark: string
  readonly uid: string
  readonly qrUrl: string
  /** '9.3' is a delivery note. */
  readonly type: string
  readonly series: string
  readonly number: number
  /** 'YYYY-MM-DD'. */
  readonly day: string
  readonly issuerVat: string
  readonly customerVat: string
  readonly customerCountry: string
  readonly net: number
  readonly vat: number
  readonly total: number
  /** The MARK of the cancellation. */
  readonly cancelledBy?: string
  /** The plate of the vehicle, and the goods of a delivery note, with the unit by the code of the tax office. */
  readonly vehicle?: string
  readonly lines?: readonly {
    readonly code: string
    readonly name: string
    readonly quantity: string
    readonly unit: number
  }[]
}

/** Returns a document as the tax office lists it, with the goods of a delivery note. */
export const invoiceElement = (one: SimulatedTaxDocument, state: string | null): string | null =>
  element('invoice', [
    element('uid', one.uid),
    element('mark', one.mark),
    element('cancelledByMark', one.cancelledBy ?? null),
    element('issuer', [element('vatNumber', one.issuerVat), element('country', 'GR'), element('branch', '0')]),
    one.customerVat === ''
      ? null
      : element('counterpart', [
          element('vatNumber', one.customerVat),
          element('country', one.customerCountry),
          element('branch', '0'),
        ]),
    element('invoiceHeader', [
      element('series', one.series),
      element('aa', String(one.number)),
      element('issueDate', one.day),
      element('invoiceType', one.type),
      element('vehicleNumber', one.vehicle ?? null),
    ]),
    ...(one.lines ?? []).map((line, place) =>
      element('invoiceDetails', [
        element('lineNumber', String(place + 1)),
        element('itemCode', line.code),
        element('itemDescr', line.name),
        element('quantity', line.quantity),
        element('measurementUnit', String(line.unit)),
        element('netValue', '0.00'),
        element('vatCategory', '8'),
        element('vatAmount', '0.00'),
      ]),
    ),
    element('invoiceSummary', [
      element('totalNetValue', toDecimal(one.net, 2)),
      element('totalVatAmount', toDecimal(one.vat, 2)),
      element('totalGrossValue', toDecimal(one.total, 2)),
    ]),
    element('qrCodeUrl', one.qrUrl),
    element('invoiceDeliveryStatus', state),
  ])

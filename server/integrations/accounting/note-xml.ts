/** Writes a delivery note as XML of myDATA (InvoicesDoc 2.0.1), in the order of the schema. */
import { toDecimal } from '#kernel/money.ts'
import type { DeliveryNote, NoteLine } from '#kernel/tax/delivery-note.ts'
import { WITHOUT_VALUE } from '#kernel/tax/tax-document.ts'
import {
  addressParts,
  amount,
  element,
  INCOME_SPACE,
  INVOICE_SPACE,
  NO_OTHER_TAXES,
  party,
  text,
} from './mydata-xml.ts'

const LONGEST = { code: 50, name: 300, vehicle: 150 }

/** A delivery note counts as income of no kind. Its category has no type. */
const NO_INCOME = () =>
  element('incomeClassification', [element('icls:classificationCategory', 'category3'), amount('icls:amount', 0)])

const line = (one: NoteLine, index: number, purpose: DeliveryNote['purpose']) =>
  element('invoiceDetails', [
    element('lineNumber', String(index + 1)),
    element('TaricNo', one.taricNo ?? null),
    element('itemCode', text(one.code, LONGEST.code)),
    element('itemDescr', text(one.name, LONGEST.name)),
    element('quantity', toDecimal(one.quantity, one.measuredPlaces)),
    element('measurementUnit', String(one.measurement)),
    amount('netValue', 0),
    element('vatCategory', String(WITHOUT_VALUE)),
    amount('vatAmount', 0),
    NO_INCOME(),
    element('movePurposeLine', one.purpose === purpose ? null : String(one.purpose)),
  ])

/** Returns the XML of one delivery note. */
export function noteXml(note: DeliveryNote): string {
  const { transmissionFailure, purpose } = note
  const invoice = element('invoice', [
    element('transmissionFailure', transmissionFailure === null ? null : String(transmissionFailure)),
    party('issuer', note.issuer),
    party('counterpart', note.customer),
    element('invoiceHeader', [
      element('series', note.series),
      element('aa', String(note.number)),
      element('issueDate', note.day),
      element('invoiceType', note.type),
      element('dispatchDate', note.day),
      element('dispatchTime', `${note.time}:00`),
      element('vehicleNumber', text(note.vehicle, LONGEST.vehicle)),
      element('movePurpose', String(purpose)),
      element('otherDeliveryNoteHeader', [
        element('loadingAddress', addressParts(note.start)),
        element('deliveryAddress', addressParts(note.destination)),
      ]),
      element('reverseDeliveryNote', note.reversePurpose === undefined ? null : 'true'),
      element('reverseDeliveryNotePurpose', note.reversePurpose === undefined ? null : String(note.reversePurpose)),
    ]),
    ...note.lines.map((one, index) => line(one, index, purpose)),
    element('invoiceSummary', [
      amount('totalNetValue', 0),
      amount('totalVatAmount', 0),
      ...NO_OTHER_TAXES,
      amount('totalGrossValue', 0),
      NO_INCOME(),
    ]),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>\n<InvoicesDoc xmlns="${INVOICE_SPACE}" xmlns:icls="${INCOME_SPACE}">${invoice}</InvoicesDoc>\n`
}

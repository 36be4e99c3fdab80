/**
 * Converts a delivery note to the form that `api/send` of Epsilon Digital accepts. The names of its movement fields are those of
 * myDATA, as those of invoices are; the provider's documentation of them was not available.
 */
import { toNumber } from '#kernel/money.ts'
import type { NotePlace } from '#kernel/tax/delivery-note.ts'
import { WITHOUT_VALUE } from '#kernel/tax/tax-document.ts'
import type { KeyedNote } from './accounting.ts'
import { addressOnWire, type EpsilonRules, ublUnit } from './epsilon-wire.ts'

const placeOnWire = ({ street, streetNumber, postcode, city }: NotePlace) => ({
  street,
  number: streetNumber,
  postalCode: postcode,
  city,
})

/** Returns the note in the form of `api/send`. */
export const noteToWire = (note: KeyedNote, rules: EpsilonRules) => ({
  externalSystemId: note.key,
  identifier: rules.identifier,
  transmissionType: 0,
  source: {
    invoice: {
      transmissionFailure: note.transmissionFailure ?? undefined,
      issuer: addressOnWire(note.issuer),
      counterpart: { ...addressOnWire(note.customer), name: note.customer.name },
      invoiceHeader: {
        series: note.series,
        aa: note.number,
        issueDate: note.day,
        invoiceType: note.type,
        currency: 'EUR',
        movePurpose: note.purpose,
        dispatchDate: note.day,
        dispatchTime: `${note.time}:00`,
        vehicleNumber: note.vehicle,
        otherDeliveryNoteHeader: {
          loadingAddress: placeOnWire(note.start),
          deliveryAddress: placeOnWire(note.destination),
        },
        ...(note.reversePurpose === undefined
          ? {}
          : { reverseDeliveryNote: true, reverseDeliveryNotePurpose: note.reversePurpose }),
      },
      invoiceDetails: note.lines.map((line, index) => ({
        lineNumber: index + 1,
        quantity: toNumber(line.quantity, line.measuredPlaces),
        entityName: line.name,
        netValue: 0,
        vatAmount: 0,
        vatPercent: 0,
        totalValue: 0,
        vatCategory: WITHOUT_VALUE,
        vatCategoryUbl: 'O',
        measurementUnit: line.measurement,
        measurementUnitUbl: ublUnit(line.measurement),
        classificationCategory: 'category3',
        lineComments: line.code || undefined,
        taricNo: line.taricNo,
        ...(line.purpose === note.purpose ? {} : { movePurposeLine: line.purpose }),
      })),
      invoiceSummary: { totalNetValue: 0, totalVatAmount: 0, totalValue: 0 },
    },
  },
})

/** Returns the documents of the simulated accounting service as the simulated tax office has them. */
import { scaleDecimal } from '#kernel/money.ts'
import type { StoredDocument } from './epsilon-store.ts'
import type { SimulatedTaxDocument } from './mydata-simulator.ts'

const centsOf = (value: number): number => scaleDecimal(String(value), 2) ?? 0

export const issuedDocuments = (stored: readonly StoredDocument[]): SimulatedTaxDocument[] =>
  stored.flatMap(({ signing, document }) => {
    if (signing === null) return []
    const { issuer, counterpart, invoiceHeader: header, invoiceSummary: sums } = document.source.invoice
    return [
      {
        mark: String(signing.mark),
        uid: signing.uid,
        qrUrl: signing.qrCode,
        type: header.invoiceType,
        series: header.series,
        number: header.aa,
        day: header.issueDate,
        issuerVat: issuer.vatNumber,
        customerVat: counterpart?.vatNumber ?? '',
        customerCountry: counterpart?.country ?? '',
        net: centsOf(sums.totalNetValue),
        vat: centsOf(sums.totalVatAmount),
        total: centsOf(sums.totalValue),
      },
    ]
  })

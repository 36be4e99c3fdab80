import type { SimulatedTaxDocument } from '#simulators/mydata-documents.ts'

type OwnPart = Pick<SimulatedTaxDocument, 'mark' | 'qrUrl' | 'number' | 'issuerVat'> & Partial<SimulatedTaxDocument>

/** Returns a delivery note as the simulated tax office knows it: for a customer at home, of a fixed day, without amounts. */
export const knownNote = (own: OwnPart): SimulatedTaxDocument => ({
  uid: '',
  type: '9.3',
  series: 'ΔΑ',
  day: '2026-11-20',
  customerVat: '094019245',
  customerCountry: 'GR',
  net: 0,
  vat: 0,
  total: 0,
  ...own,
})

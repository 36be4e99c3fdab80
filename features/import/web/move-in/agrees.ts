import type { KindResult } from '../../domain/move-in/contract.ts'

/** Reports whether everything that the source names is here, to the cent. */
export const agrees = ({ there, here, named }: Pick<KindResult, 'there' | 'here' | 'named'>): boolean =>
  here !== null &&
  here.records === there.records &&
  here.total === there.total &&
  // there are more if invoices name providers that the source does not list
  (named === null || named <= there.records)

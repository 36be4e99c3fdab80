/** Provides a valid input for each command and query of packaging, for tests that call all of them. */
import { list, inStatus, type Samples } from '#server/samples/sample-parts.ts'

export const samples: Samples = (company) => {
  const ofStatus = inStatus(company)
  return {
    'packaging.package-order': ofStatus('TO-PACKAGE', { name: 'Νίκος', overruleReason: 'υπάρχει' }),
    'packaging.set-parcels': ofStatus('PACKAGED', { parcels: 2 }),
    'packaging.list': async () => ({ ...(await list()), filters: { done: true, id: '1', name: 'ξ' }, sort: 'name' }),
    'packaging.count': list,
    'packaging.detail': ofStatus('TO-PACKAGE'),
    'packaging.picking': async () => ({ ids: [await company.order('TO-PACKAGE')] }),
    'packaging.day': async () => ({}),
  }
}

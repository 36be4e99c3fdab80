/** Declares what the feature packaging adds to the server. */
import { feature } from '#server/feature.ts'
import { listPackaging, PACKAGING_PLACE } from '../domain/contract.ts'
import { packagingRights } from '../domain/rights.ts'
import { packageOrderCommand } from './package-order.ts'
import { pickingListQuery } from './picking.ts'
import { setParcelsCommand } from './set-parcels.ts'
import { countPackagingQuery, listPackagingQuery, packagingDayQuery, packagingDetailQuery } from './queries.ts'

export const packaging = feature({
  name: 'packaging',
  rights: packagingRights,
  presence: { [PACKAGING_PLACE]: packagingRights.read },
  commands: [packageOrderCommand, setParcelsCommand],
  queries: [listPackagingQuery, countPackagingQuery, packagingDetailQuery, packagingDayQuery, pickingListQuery],
  lists: [
    { name: 'packaging', list: listPackaging, page: '/packaging', choices: { show: ['to-package', 'packaged'] } },
  ],
})

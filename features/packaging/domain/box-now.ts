/** What a tablet shows of an order before the office knows that it is packaged. */
import { offlineView, press } from '#kernel/offline/offline-view.ts'
import { type Box, packageOrder, packagingDetail } from './contract.ts'
import { boxAsPacked } from './short-pick.ts'

/** An order with its packaging that waits on this tablet. */
export const boxView = offlineView(packagingDetail, (box: Box) => box, [
  press(packageOrder, (box, { id, short = [], parcels }) =>
    id === box.id && box.status === 'TO-PACKAGE' ? { ...boxAsPacked(box, short), parcels } : box,
  ),
])

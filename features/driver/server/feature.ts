/** Declares the driver feature to the server. */
import { shippingRights } from '#features/shipping/domain/rights.ts'
import { feature } from '#server/feature.ts'
import { collectPaymentCommand } from './collect-payment.ts'
import { customerAccountQuery } from './customer-account.ts'
import { driverDayQuery } from './driver-day.ts'
import { undoPressCommand } from './undo-press.ts'

export const driver = feature({
  name: 'driver',
  notifiedOf: { postings: shippingRights.drive },
  commands: [undoPressCommand, collectPaymentCommand],
  queries: [driverDayQuery, customerAccountQuery],
})

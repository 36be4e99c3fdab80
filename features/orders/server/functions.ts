import { isOneOf } from '#server/db/declared-functions.ts'
import { PROMISED_STATUSES, UNDELIVERED_STATUSES } from '../domain/order.ts'

export const functions = [
  isOneOf('is_promised', 'status', PROMISED_STATUSES),
  isOneOf('is_undelivered', 'status', UNDELIVERED_STATUSES),
]

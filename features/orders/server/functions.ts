import { oneOfFunction } from '#server/db/declared-functions.ts'
import { PROMISED_STATUSES, UNDELIVERED_STATUSES } from '../domain/order.ts'

export const functions = [
  oneOfFunction('is_promised', 'status', PROMISED_STATUSES),
  oneOfFunction('is_undelivered', 'status', UNDELIVERED_STATUSES),
]

/** Declares payments to notes and mails. */
import { sql } from '#server/db/database.ts'
import type { CarryingEntity } from '#server/entities.ts'
import { paymentsEntity } from '../domain/entity.ts'

export const storedPayments: CarryingEntity = {
  ...paymentsEntity,
  there: (id) => sql`select id from payments where id = ${id}`,
}

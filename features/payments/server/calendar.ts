/** Cheques as the calendar shows them, on the day on which the bank pays them. */
import { customersEntity } from '#features/customers/domain/entity.ts'
import { STANDING_PAYMENT } from '#features/parties/server/standing-payments.ts'
import { providersEntity } from '#features/providers/domain/entity.ts'
import { addressOf } from '#kernel/entity.ts'
import type { CalendarKind, CalendarRow } from '#server/calendar/kinds.ts'
import { sql } from '#server/db/database.ts'
import { paymentsRights } from '../domain/rights.ts'

type ChequeRow = CalendarRow & { readonly customerId: number | null; readonly providerId: number | null }

/** Returns the cheques that we received (`Inbound`) or gave (`Outbound`), without cancelled ones. */
const cheques = (name: string, bound: 'Inbound' | 'Outbound'): CalendarKind => ({
  name: `payments.${name}`,
  right: paymentsRights.read,
  figure: 'money',
  ofDay: () => sql`
    select p.id, null::text as at, p.series as code, p.entity_name as title, p.bank_name as subtitle, null::text as status,
      p.amount_cents as figure, 1 as version, p.customer_id as "customerId", p.provider_id as "providerId"
    from payments p
    where p.type = 'CHECK' and p.bound = ${bound} and p.expire_date = d.day::date and ${STANDING_PAYMENT}
    order by p.expire_date, p.id`,
  link: {
    right: (row) => ((row as ChequeRow).providerId === null ? customersEntity.read : providersEntity.read),
    to: (row) => {
      const { customerId, providerId } = row as ChequeRow
      if (providerId !== null) return addressOf(providersEntity, providerId)
      return customerId === null ? null : addressOf(customersEntity, customerId)
    },
  },
})

export const chequesIn = cheques('cheques-in', 'Inbound')
export const chequesOut = cheques('cheques-out', 'Outbound')

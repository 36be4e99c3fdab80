/** The query of the report on what was sold, bought, received and paid. */
import { lastDayOfShownCash, leavesOutCash } from '#features/payments/server/hidden-cash.ts'
import { economics } from '../domain/economics.ts'
import type { DocumentsOf, Source } from '../domain/frame.ts'
import { byBucket, byCode, byType, readGroups, sumsOf } from './frame/groups.ts'
import { reportQuery } from './frame/report.ts'

const SOURCES: readonly Source[] = ['order', 'invoice', 'payment']
const SOLD: DocumentsOf = { source: 'order' }
const BOUGHT: DocumentsOf = { source: 'invoice' }
const RECEIVED: DocumentsOf = { source: 'payment', bound: 'Inbound' }
const PAID: DocumentsOf = { source: 'payment', bound: 'Outbound' }

export const economicsQuery = reportQuery(economics, async ({ rows, actor }, input) => {
  const shownCash = await lastDayOfShownCash(rows, actor)
  const { read, groups } = await readGroups(rows, input, SOURCES, shownCash)
  const sold = sumsOf(groups, SOLD)
  const bought = sumsOf(groups, BOUGHT)
  return {
    read,
    withoutOpenCash: leavesOutCash(shownCash, input.to),
    figures: [
      { name: 'sales', cents: sold.net, of: SOLD },
      { name: 'sales-vat', cents: sold.vat, of: SOLD },
      { name: 'bought', cents: bought.net, of: BOUGHT },
      { name: 'bought-vat', cents: bought.vat, of: BOUGHT },
      { name: 'received', cents: sumsOf(groups, RECEIVED).total, of: RECEIVED },
      { name: 'paid', cents: sumsOf(groups, PAID).total, of: PAID },
    ],
    tables: {
      orders: byCode(groups, 'order'),
      invoices: byCode(groups, 'invoice'),
      inbound: byType(groups, 'Inbound'),
      outbound: byType(groups, 'Outbound'),
      course: byBucket(groups, input, {
        sold: { documents: SOLD, amount: 'total' },
        received: { documents: RECEIVED, amount: 'total' },
        paid: { documents: PAID, amount: 'total' },
      }),
    },
  }
})

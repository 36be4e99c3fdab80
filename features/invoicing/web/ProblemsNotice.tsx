import { Box } from '@mantine/core'
import type { OrderDetail } from '#features/orders/domain/detail-contract.ts'
import { orderLifecycle } from '#features/orders/domain/lifecycle.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { accountingState, documentProblems } from '../domain/contract.ts'
import { invoicingRights } from '../domain/rights.ts'
import { DocumentProblems } from './DocumentProblems.tsx'

const { 'invoice-epsilon': invoice, release } = orderLifecycle.transitions

/** Names what forbids the invoice of a packaged order above its actions, before a person opens the dialog of invoicing. */
export default function ProblemsNotice({ order }: { order: OrderDetail }) {
  const may = useMay(invoicingRights.invoice)
  const soon = [...invoice.from, ...release.from].includes(order.status) && !order.facts.documentOpen
  const accounting = useAsk(accountingState, {}, { enabled: may && soon })
  const checked = useAsk(
    documentProblems,
    { orderId: order.id },
    { enabled: may && soon && accounting.data?.missing === null },
  )
  const problems = checked.data?.problems ?? []
  return may && soon && problems.length > 0 ? (
    <Box mb="md">
      <DocumentProblems problems={problems} />
    </Box>
  ) : null
}

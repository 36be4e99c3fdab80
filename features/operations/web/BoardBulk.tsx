import { FileText, Package } from '#web/ui/icon/icons.ts'
import { useTranslation } from 'react-i18next'
import { invoicingRights } from '#features/invoicing/domain/rights.ts'
import type { BulkTransition } from '#features/orders/domain/contract.ts'
import { BulkMove } from '#features/orders/web/list/BulkMove.tsx'
import type { Chosen } from '#features/orders/web/list/many-orders.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'

// the selection shows it, and not the list
const InvoiceMany = lazyPart(() => import('#features/invoicing/web/InvoiceMany.tsx'))

type Props = { transition: BulkTransition; chosen: Chosen; clear: () => void }

/**
 * Offers what is possible with the selected orders of a tab: send for packaging, or to invoicing in one step or two.
 */
export function BoardBulk({ transition, chosen, clear }: Props) {
  const { t } = useTranslation('operations')
  const mayInvoice = useMay(invoicingRights.invoice)
  const Icon = transition === 'send' ? Package : FileText
  return (
    <>
      <BulkMove
        transition={transition}
        chosen={chosen}
        clear={clear}
        alwaysAsks
        words={{
          title: t(`confirm.${transition}`),
          said: (count) => t(`said.${transition}`, { count }),
          failed: t(`failed.${transition}`),
          icon: <Icon size={16} aria-hidden />,
        }}
      />
      {transition === 'release' && mayInvoice ? <InvoiceMany chosen={chosen} clear={clear} release /> : null}
    </>
  )
}

import { Menu } from '@mantine/core'
import { Mail } from '#web/ui/icon/icons.ts'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useMay } from '#web/session.ts'
import { PaperMenu } from '#web/ui/paper/PaperMenu.tsx'
import type { OrderDetail } from '../../domain/detail-contract.ts'
import { orderSheetPaper } from '../../domain/paper/contract.ts'
import { isWithdrawn } from '../../domain/order.ts'
import { ordersRights } from '../../domain/rights.ts'

const MailOffer = lazyPart(() => import('./MailOffer.tsx'))

/** Offers the papers of an order: print view, PDF, mail. */
export function OrderPapers({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const mayWrite = useMay(ordersRights.write)
  const [mailing, setMailing] = useState(false)
  const over = isWithdrawn(order.status)
  return (
    <>
      <PaperMenu
        label={t('bulk.papers.menu')}
        print={{ label: t('papers.print'), to: `/order-paper/${order.id}` }}
        pdf={{ label: t('papers.pdf'), address: pdfAddress(orderSheetPaper, { id: order.id }) }}
      >
        {mayWrite && !over ? (
          <Menu.Item leftSection={<Mail size={16} aria-hidden />} onClick={() => setMailing(true)}>
            {t('papers.mail')}
          </Menu.Item>
        ) : null}
      </PaperMenu>
      {mailing ? (
        <Suspense>
          <MailOffer order={order} close={() => setMailing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

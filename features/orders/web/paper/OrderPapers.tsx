import { Button, Menu } from '@mantine/core'
import { ChevronDown, FileText, Mail, Printer } from '#web/ui/icon/icons.ts'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pdfAddress } from '#kernel/contract.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { PageLink } from '#web/navigation.tsx'
import { useMay } from '#web/session.ts'
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
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<FileText size={16} aria-hidden />}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            {t('papers.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={PageLink}
            to={`/order-paper/${order.id}`}
            leftSection={<Printer size={16} aria-hidden />}
          >
            {t('papers.print')}
          </Menu.Item>
          <Menu.Item
            component="a"
            href={pdfAddress(orderSheetPaper, { id: order.id })}
            target="_blank"
            leftSection={<FileText size={16} aria-hidden />}
          >
            {t('papers.pdf')}
          </Menu.Item>
          {mayWrite && !over ? (
            <Menu.Item leftSection={<Mail size={16} aria-hidden />} onClick={() => setMailing(true)}>
              {t('papers.mail')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {mailing ? (
        <Suspense>
          <MailOffer order={order} close={() => setMailing(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

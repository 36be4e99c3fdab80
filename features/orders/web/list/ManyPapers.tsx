import { Button, Menu, Stack, Text } from '@mantine/core'
import { ChevronDown, FileText, Mail, Printer } from '#web/ui/icon/icons.ts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type InputOf, pdfAddress } from '#kernel/contract.ts'
import { openWaitingTab } from '#web/ui/paper/print-window.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { useMay } from '#web/session.ts'
import { say } from '#web/ui/say.tsx'
import type { listOrders } from '../../domain/list-contract.ts'
import { MOST_MAILED, MOST_PAPERS, orderSheetsPaper } from '../../domain/paper/contract.ts'
import { ordersRights } from '../../domain/rights.ts'
import { mailMany } from './mail-many.tsx'
import { type Chosen, countOfChosen, idsInListOrder } from './many-orders.tsx'

type Props = {
  chosen: Chosen
  /** Returns what the shown list was asked for. */
  listed: () => InputOf<typeof listOrders>
}

/** Offers the papers of the selected orders: one print, one PDF, and a mail to each customer. */
export function ManyPapers({ chosen, listed }: Props) {
  const { t } = useTranslation('orders')
  const mayWrite = useMay(ordersRights.write)
  const [pending, setPending] = useState(false)
  const count = countOfChosen(chosen)

  const retrying = (work: () => Promise<void>) => {
    setPending(true)
    work()
      .catch((error: unknown) => say.failed(error, () => retrying(work)))
      .finally(() => setPending(false))
  }

  const openPdf = (print: boolean) => {
    const tab = openWaitingTab()
    if (tab === null) return say.note(t('bulk.papers.blocked'))
    setPending(true)
    idsInListOrder(chosen, listed())
      .then(
        (ids) => tab.show(`${pdfAddress(orderSheetsPaper, { ids })}${print ? '&print=1' : ''}`),
        (error: unknown) => {
          tab.close()
          say.failed(error, () => openPdf(print))
        },
      )
      .finally(() => setPending(false))
  }

  const mail = async () => {
    const agreed = await confirm({
      title: t('bulk.papers.mailing.title', { number: count }),
      body: t('bulk.papers.mailing.body'),
      confirmLabel: t('bulk.papers.mailing.confirm'),
    })
    if (agreed) retrying(async () => mailMany(await idsInListOrder(chosen, listed()), chosen.rows))
  }

  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          loading={pending}
          leftSection={<FileText size={16} aria-hidden />}
          rightSection={<ChevronDown size={14} aria-hidden />}
        >
          {t('bulk.papers.menu')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Item icon={<Printer size={16} aria-hidden />} count={count} most={MOST_PAPERS} press={() => openPdf(true)}>
          {t('bulk.papers.print')}
        </Item>
        <Item icon={<FileText size={16} aria-hidden />} count={count} most={MOST_PAPERS} press={() => openPdf(false)}>
          {t('bulk.papers.pdf')}
        </Item>
        {mayWrite ? (
          <Item icon={<Mail size={16} aria-hidden />} count={count} most={MOST_MAILED} press={() => void mail()}>
            {t('bulk.papers.mail')}
          </Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

type ItemProps = { icon: ReactNode; count: number; most: number; press: () => void; children: ReactNode }

/** An entry of the menu, which is closed and says why if too many orders are selected. */
function Item({ icon, count, most, press, children }: ItemProps) {
  const { t } = useTranslation('orders')
  const closed = count > most
  return (
    <Menu.Item leftSection={icon} disabled={closed} onClick={press}>
      <Stack gap={0}>
        {children}
        {closed ? <Text size="xs">{t('bulk.papers.most', { most })}</Text> : null}
      </Stack>
    </Menu.Item>
  )
}

import { Button, Tabs } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PageLink, useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { customerDetail } from '../domain/contract.ts'
import { CustomerOverview } from './CustomerOverview.tsx'
import { EditCustomer } from './EditCustomer.tsx'

const searchState = z.object({ tab: z.enum(['overview', 'edit']).catch('overview') })

/** One customer: figures, open orders and transactions, and the form that changes him. */
export default function CustomerPage() {
  const { t } = useTranslation('customers')
  const id = Number(useParams({ strict: false }).id)
  const [{ tab }, setSearch] = useSearchState(searchState)
  const mayWrite = useMay('customers.write')
  const mayOrder = useMay('orders.write')
  const unsaved = useRef<() => boolean>(() => false)
  const answer = useAsk(customerDetail, { id }, { topics: [`customers:${id}`] })
  const watchUnsaved = useCallback((isUnsaved: () => boolean) => {
    unsaved.current = isUnsaved
  }, [])
  const customer = answer.data?.customer
  const back = { to: '/customers', label: t('title.list') }
  const editing = tab === 'edit' && mayWrite

  const turn = async (next: string | null) => {
    if (next === null || next === tab) return
    const stays =
      editing &&
      unsaved.current() &&
      !(await confirm({
        title: t('unsaved.title'),
        body: t('unsaved.body'),
        confirmLabel: t('unsaved.leave'),
        cancelLabel: t('unsaved.stay'),
        danger: true,
      }))
    if (!stays) setSearch({ tab: next === 'overview' ? undefined : next })
  }

  if (!customer) {
    return (
      <>
        <PageHeader title={t('title.detail')} back={back} />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={10} />}
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={customer.name}
        subtitle={[customer.label, customer.vat === '' ? '' : t('detail.vat', { vat: customer.vat })]
          .filter(Boolean)
          .join(' · ')}
        back={back}
        primary={
          mayOrder && !editing ? (
            <Button
              component={PageLink}
              to={`/createorder?customer=${id}`}
              leftSection={<Plus size={16} aria-hidden />}
            >
              {t('action.new-order')}
            </Button>
          ) : undefined
        }
      />
      {mayWrite ? (
        <Tabs value={tab} onChange={(next) => void turn(next)} keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="overview">{t('tab.overview')}</Tabs.Tab>
            <Tabs.Tab value="edit">{t('tab.edit')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <CustomerOverview customer={customer} />
          </Tabs.Panel>
          <Tabs.Panel value="edit">
            <EditCustomer
              key={id}
              customer={customer}
              onCancel={() => void turn('overview')}
              watchUnsaved={watchUnsaved}
            />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <CustomerOverview customer={customer} />
      )}
    </>
  )
}

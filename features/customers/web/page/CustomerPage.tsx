import { Button, Tabs } from '@mantine/core'
import { FileText, Plus } from 'lucide-react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { Refused } from '#kernel/refusal.ts'
import { NotesPanel } from '#features/notes/web/NotesPanel.tsx'
import { NotesTitle } from '#features/notes/web/NotesTitle.tsx'
import { useAddressId } from '#web/router/address-id.ts'
import { useMayOpen } from '#web/may-open.ts'
import { PageLink, useGo, useSearchState } from '#web/navigation.tsx'
import { usePageParts } from '#web/page-parts.ts'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { confirmLeaving } from '#web/ui/confirm.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { customerDetail } from '../../domain/contract.ts'
import { customersEntity } from '../../domain/entity.ts'
import { customersRights } from '../../domain/rights.ts'
import { CUSTOMER_ACTION, CUSTOMER_HISTORY, CUSTOMER_NOTICE } from '../customer-parts.ts'
import { CustomerChanges } from './CustomerChanges.tsx'
import { CustomerOverview } from './CustomerOverview.tsx'
import { EditCustomer } from './EditCustomer.tsx'
import type { StoredCustomer } from '../form/customer-form.ts'
import { NoSuchCustomer } from '../NoSuchCustomer.tsx'

const searchState = z.object({ tab: z.enum(['overview', 'edit', 'notes', 'history']).catch('overview') })

type Tab = z.output<typeof searchState>['tab']

/** The page of one customer: figures, open orders, transactions, and the edit form. */
export default function CustomerPage() {
  const { id, given } = useAddressId()
  return id === null ? <NoSuchCustomer given={given} /> : <LoadedCustomer id={id} />
}

function LoadedCustomer({ id }: { id: number }) {
  const { t } = useTranslation('customers')
  const { shown, turn, watchUnsaved } = useTabs()
  const answer = useAsk(customerDetail, { id }, { topics: [`customers:${id}`] })
  const customer = answer.data?.customer
  useMergedAddress(answer.error, id, shown === 'edit')
  const notices = usePageParts(CUSTOMER_NOTICE)

  if (!customer) {
    return (
      <>
        <PageHeader title={t('title.detail')} back={{ to: '/customers', label: t('title.list') }} />
        {answer.error ? <ErrorState error={answer.error} retry={() => void answer.refetch()} /> : <Loading rows={10} />}
      </>
    )
  }
  return (
    <>
      <CustomerHeader customer={customer} editing={shown === 'edit'} />
      {notices.map(({ key, Part }) => (
        <Part key={key} customer={customer} />
      ))}
      <CustomerTabs customer={customer} shown={shown} turn={turn} watchUnsaved={watchUnsaved} />
    </>
  )
}

/** Opens the customer into which this one was merged. An open form stays, so that nothing typed is lost. */
function useMergedAddress(error: Error | null, id: number, editing: boolean) {
  const go = useGo()
  const { code, details } = error instanceof Refused ? error.refusal : { code: '', details: undefined }
  const keptId = code === 'customers.merged' ? Number(details?.keptId) : null
  useEffect(() => {
    if (keptId !== null && !editing) go(`/customer-detail/${keptId}?merged=${id}`, { replace: true })
  }, [go, keptId, id, editing])
}

/** The shown tab, which is part of the address. Leaving the edit form with unsaved changes asks first. */
function useTabs() {
  const [{ tab }, setSearch] = useSearchState(searchState)
  const mayWrite = useMay(customersRights.write)
  const unsaved = useRef<() => boolean>(() => false)
  const watchUnsaved = useCallback((isUnsaved: () => boolean) => {
    unsaved.current = isUnsaved
  }, [])
  const shown: Tab = tab === 'edit' && !mayWrite ? 'overview' : tab
  const turn = async (next: string | null) => {
    if (next === null || next === tab) return
    const stays = shown === 'edit' && unsaved.current() && !(await confirmLeaving())
    if (!stays) setSearch({ tab: next === 'overview' ? undefined : next })
  }
  return { shown, turn, watchUnsaved }
}

/** The name of the customer, with links to the statement and a new order unless the customer is being edited. */
function CustomerHeader({ customer, editing }: { customer: StoredCustomer; editing: boolean }) {
  const { t } = useTranslation('customers')
  const mayOrder = useMayOpen('/createorder')
  const actions = usePageParts(CUSTOMER_ACTION)
  const { id, name, label, vat } = customer
  return (
    <PageHeader
      title={name}
      subtitle={[label, vat === '' ? '' : t('detail.vat', { vat })].filter(Boolean).join(' · ')}
      back={{ to: '/customers', label: t('title.list') }}
      secondary={
        editing ? undefined : (
          <>
            {actions.map(({ key, Part }) => (
              <Part key={key} customer={customer} />
            ))}
            <Button
              component={PageLink}
              to={`/customer-statement/${id}`}
              variant="default"
              leftSection={<FileText size={16} aria-hidden />}
            >
              {t('title.statement')}
            </Button>
          </>
        )
      }
      primary={
        mayOrder && !editing ? (
          <Button component={PageLink} to={`/createorder?customer=${id}`} leftSection={<Plus size={16} aria-hidden />}>
            {t('action.new-order')}
          </Button>
        ) : undefined
      }
    />
  )
}

type CustomerTabsProps = { customer: StoredCustomer } & ReturnType<typeof useTabs>

function CustomerTabs({ customer, shown, turn, watchUnsaved }: CustomerTabsProps) {
  const { t } = useTranslation('customers')
  const mayWrite = useMay(customersRights.write)
  const histories = usePageParts(CUSTOMER_HISTORY)
  const { id } = customer
  return (
    <Tabs value={shown} onChange={(next) => void turn(next)} keepMounted={false} keepMountedMode="display-none">
      <Tabs.List mb="md">
        <Tabs.Tab value="overview">{t('tab.overview')}</Tabs.Tab>
        {mayWrite ? <Tabs.Tab value="edit">{t('tab.edit')}</Tabs.Tab> : null}
        <Tabs.Tab value="notes">
          <NotesTitle entity={customersEntity} id={id} />
        </Tabs.Tab>
        <Tabs.Tab value="history">{t('tab.history')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview">
        <CustomerOverview customer={customer} />
      </Tabs.Panel>
      <Tabs.Panel value="edit">
        <EditCustomer key={id} customer={customer} onCancel={() => void turn('overview')} watchUnsaved={watchUnsaved} />
      </Tabs.Panel>
      <Tabs.Panel value="notes" keepMounted>
        <Panel>
          <NotesPanel entity={customersEntity} id={id} />
        </Panel>
      </Tabs.Panel>
      <Tabs.Panel value="history">
        {histories.map(({ key, Part }) => (
          <Part key={key} customer={customer} />
        ))}
        <CustomerChanges id={id} />
      </Tabs.Panel>
    </Tabs>
  )
}

import { Button, Stack, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { LoanBound } from '#features/loans/domain/loan.ts'
import { loansRights } from '#features/loans/domain/rights.ts'
import { useSearchState } from '#web/navigation.tsx'
import { useAsk } from '#web/query.ts'
import { useMay } from '#web/session.ts'
import { Dialog } from '#web/ui/Overlays.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { lentFigures, lentRule } from '../domain/contract.ts'
import { AgeingList } from './AgeingList.tsx'
import { LoanRecords } from './LoanRecords.tsx'
import { HolderPick } from './HolderPick.tsx'
import { LoanCharts } from './LoanCharts.tsx'
import { ProofLine } from './ProofLine.tsx'
import RecordLoan from './RecordLoan.tsx'
import ReturnForm from './ReturnForm.tsx'

/** Shows where the lent items of the company are, which customers have them since when, and records loans and returns. */
export default function LoansPage() {
  const { t } = useTranslation('laundry')
  const mayWrite = useMay(loansRights.write)
  const [bound, setBound] = useState<LoanBound | null>(null)
  const [returning, setReturning] = useState(false)
  // The height of the line follows from its answer, so what is below it is shown afterwards.
  const figures = useAsk(lentFigures, {})
  const rule = useAsk(lentRule, {})
  // a failed answer counts too: its part of the page asks once more, and shows why
  const isRead = figures.isFetched && rule.isFetched
  return (
    <>
      <PageHeader
        title={t('title.loans')}
        secondary={
          mayWrite ? (
            <>
              <Button variant="default" onClick={() => setBound('INBOUND')}>
                {t('record.incoming')}
              </Button>
              <Button variant="default" onClick={() => setBound('OUTBOUND')}>
                {t('record.outgoing')}
              </Button>
            </>
          ) : undefined
        }
        primary={mayWrite ? <Button onClick={() => setReturning(true)}>{t('return.title')}</Button> : undefined}
      />
      {isRead ? (
        <>
          <ProofLine />
          <Lists>
            {rule.data ? (
              <AgeingList days={rule.data.lateDays} />
            ) : (
              <ErrorState error={rule.error} retry={() => void rule.refetch()} />
            )}
          </Lists>
        </>
      ) : (
        <Loading rows={12} height={36} />
      )}
      <Dialog
        opened={bound !== null}
        onClose={() => setBound(null)}
        title={bound === 'INBOUND' ? t('record.incoming') : t('record.outgoing')}
        closeOnClickOutside={false}
      >
        {bound ? <RecordLoan bound={bound} close={() => setBound(null)} /> : null}
      </Dialog>
      <Dialog
        opened={returning}
        onClose={() => setReturning(false)}
        title={t('return.title')}
        closeOnClickOutside={false}
      >
        <ReturnOfCustomer close={() => setReturning(false)} />
      </Dialog>
    </>
  )
}

const searchState = z.object({ list: z.enum(['ageing', 'records', 'charts']).catch('ageing') })

/** What the page shows in turn: what customers have since when, the single records, and the charts. The address names what is open. */
function Lists({ children }: { children: ReactNode }) {
  const { t } = useTranslation('laundry')
  const [{ list }, setSearch] = useSearchState(searchState)
  return (
    <Panel flush>
      <Tabs
        value={list}
        onChange={(next) => setSearch({ list: next === null || next === 'ageing' ? undefined : next })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="ageing">{t('ageing.title')}</Tabs.Tab>
          <Tabs.Tab value="records">{t('records.title')}</Tabs.Tab>
          <Tabs.Tab value="charts">{t('loans.charts')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="ageing">{children}</Tabs.Panel>
        <Tabs.Panel value="records">
          <LoanRecords />
        </Tabs.Panel>
        <Tabs.Panel value="charts">
          <LoanCharts />
        </Tabs.Panel>
      </Tabs>
    </Panel>
  )
}

type Named = { readonly id: number; readonly name: string }

function ReturnOfCustomer({ close }: { close: () => void }) {
  const { t } = useTranslation('laundry')
  const [customer, setCustomer] = useState<Named | null>(null)
  return (
    <Stack gap="md">
      <HolderPick label={customer?.name ?? t('loans.choose-customer')} startsHere choose={setCustomer} />
      {customer ? <ReturnForm key={customer.id} customerId={customer.id} close={close} /> : null}
    </Stack>
  )
}
